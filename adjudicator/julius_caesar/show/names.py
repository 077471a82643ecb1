"""Every id of the game with the names that players write, in English and Japanese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.core import Lexicon
from adjudicator.julius_caesar.board import BLOCKS, CARDS, PLACES
from adjudicator.julius_caesar.board.pieces import Block

_ROMAN = {1: "I", 4: "IV", 5: "V", 9: "IX", 10: "X"}

VERBS: dict[str, Mapping[str, tuple[str, ...]]] = {
    "play": {"en": ("play",), "ja": ("使用", "プレイ")},
    "discard": {"en": ("discard",), "ja": ("捨てる", "捨て札")},
    "deploy": {"en": ("deploy",), "ja": ("配置",)},
    "move": {"en": ("move", "mv"), "ja": ("移動",)},
    "sail": {"en": ("sail", "ship"), "ja": ("海上移動",)},
    "end": {"en": ("end", "done", "stop"), "ja": ("終了",)},
    "main": {"en": ("main", "main attack"), "ja": ("主攻撃",)},
    "surprise": {"en": ("surprise",), "ja": ("先制攻撃", "奇襲")},
    "levy": {"en": ("levy", "raise"), "ja": ("徴兵",)},
    "step": {"en": ("step", "steps"), "ja": ("増強",)},
    "call": {"en": ("call",), "ja": ("離反",)},
    "strike": {"en": ("strike", "erupt"), "ja": ("噴火",)},
    "battle": {"en": ("battle", "fight"), "ja": ("戦闘",)},
    "fire": {"en": ("fire", "attack"), "ja": ("攻撃",)},
    "retreat": {"en": ("retreat",), "ja": ("退却",)},
    "pass": {"en": ("pass",), "ja": ("パス",)},
    "lose": {"en": ("lose", "hit"), "ja": ("損害",)},
    "regroup": {"en": ("regroup",), "ja": ("再編",)},
    "dock": {"en": ("dock", "home"), "ja": ("帰港",)},
    "disband": {"en": ("disband",), "ja": ("解散",)},
    "at": {"en": ("at", "in", "on"), "ja": ("＠", "で", "に")},
    "to": {"en": ("to", "into"), "ja": ("→", "へ")},
    "all": {"en": ("all",), "ja": ("全部", "すべて", "全て")},
    "none": {"en": ("none", "nobody", "nothing"), "ja": ("なし",)},
    "blocks": {"en": ("blocks", "block"), "ja": ("ブロック", "個")},
    "caesar": {"en": ("Caesar",), "ja": ("カエサル",)},
    "pompey": {"en": ("Pompey",), "ja": ("ポンペイウス",)},
    "tan": {"en": ("tan", "brown"), "ja": ("茶",)},
    "green": {"en": ("green",), "ja": ("緑",)},
    "blue": {"en": ("blue",), "ja": ("青",)},
    "egypt": {"en": ("Egypt",), "ja": ("エジプト",)},
}

CAMPAIGN: dict[str, Mapping[str, tuple[str, ...]]] = {
    "julius_caesar": {"en": ("Julius Caesar",), "ja": ("ジュリアス・シーザー",)},
    "war": {"en": ("The Civil War",), "ja": ("内戦",)},
    "free_deployment": {"en": ("free deployment",), "ja": ("自由配置",)},
    "caesar_first_turn": {"en": ("Caesar goes first on turn 1",), "ja": ("第1ターンはカエサル先手",)},
    "no_stop_with_friends": {
        "en": ("no stop with friends after moving two places",),
        "ja": ("2か所移動後は友好地に止まれない",),
    },
    "sea_retreat_each": {"en": ("one sea retreat for each side",), "ja": ("海上退却は両軍それぞれ1個",)},
    "off": {"en": ("off",), "ja": ("なし",)},
    "on": {"en": ("on",), "ja": ("あり",)},
}
"""Names of the game, its scenario and its options."""

CUPS: dict[str, Mapping[str, tuple[str, ...]]] = {
    "deck": {"en": ("the deck",), "ja": ("山札",)},
    "face_up": {"en": ("the cards played",), "ja": ("プレイ済みのカード",)},
    "caesar_hand": {"en": ("Caesar's hand",), "ja": ("カエサルの手札",)},
    "pompey_hand": {"en": ("Pompey's hand",), "ja": ("ポンペイウスの手札",)},
    "caesar_discard": {"en": ("Caesar's discards",), "ja": ("カエサルの捨て札",)},
    "pompey_discard": {"en": ("Pompey's discards",), "ja": ("ポンペイウスの捨て札",)},
}
"""Where cards lie (§2.1)."""


def _roman(n: int) -> str:
    tens, ones = divmod(n, 10)
    units = _ROMAN.get(ones) or ("V" if ones > 5 else "") + "I" * (ones % 5)
    return "X" * tens + (units if ones else "")


def _names() -> dict[str, dict[str, tuple[str, ...]]]:
    names: dict[str, dict[str, tuple[str, ...]]] = {k: dict(v) for k, v in (VERBS | CAMPAIGN | CUPS).items()}
    for place in PLACES.values():
        names[place.id] = {"en": (place.name, *place.also), "ja": (place.name_ja,)}
    shorts = Counter(block.short for block in BLOCKS.values())
    shared = {block.kind for block in BLOCKS.values() if shorts[block.short] > 1}
    for block in BLOCKS.values():
        if block.kind in shared:
            names[block.id] = _marked(block)
        else:
            names[block.id] = {"en": (block.short, block.name, *_legion(block)), "ja": (block.name_ja,)}
    for card in CARDS.values():
        names[card.id] = {"en": (card.name,), "ja": (card.name_ja,)}
        names[f"card/{card.id}"] = {"en": (f"card {card.name}",), "ja": (f"カード「{card.name_ja}」",)}
    return names


def _marked(block: Block) -> dict[str, tuple[str, ...]]:
    """Names of a block whose like the other side has too: "AUX C1" and "AUX P1" are both AUX 1.

    Both may serve one side (§card/jupiter), and what is written must be read as the same block.
    """
    number = "" if block.number is None else str(block.number)
    mark = f"{block.side[0].upper()}{number}"
    short, ja = block.short.removesuffix(number).strip(), block.name_ja.removesuffix(number)
    return {"en": (f"{short} {mark}", block.short, block.name), "ja": (f"{ja}{mark}", block.name_ja)}


def _legion(block: Block) -> tuple[str, ...]:
    """A legion is also called by its Roman number, with or without its kind."""
    if block.kind != "legion" or block.number is None:
        return ()
    roman = _roman(block.number)
    return (f"Legio {roman}", f"LEG {roman}", roman, f"第{block.number}軍団")


LEXICON = Lexicon(_names())
