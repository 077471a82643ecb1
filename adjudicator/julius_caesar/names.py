"""Every id of the game with the names that players write, in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import Lexicon

from .board import BLOCKS, CARDS, PLACES

_ROMAN = {1: "I", 4: "IV", 5: "V", 9: "IX", 10: "X"}

VERBS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "play": {"en": ("play",), "ja": ("使用", "プレイ")},
    "discard": {"en": ("discard",), "ja": ("捨てる", "捨て札")},
    "deploy": {"en": ("deploy",), "ja": ("配置",)},
    "move": {"en": ("move", "mv"), "ja": ("移動",)},
    "sail": {"en": ("sail", "ship"), "ja": ("海上移動",)},
    "end": {"en": ("end", "done", "stop"), "ja": ("終了",)},
    "main": {"en": ("main", "main attack"), "ja": ("主攻撃",)},
    "surprise": {"en": ("surprise",), "ja": ("奇襲",)},
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
    "at": {"en": ("at", "in", "on"), "ja": ("で", "に")},
    "to": {"en": ("to", "into"), "ja": ("へ", "→")},
    "all": {"en": ("all",), "ja": ("全部", "すべて", "全て")},
    "none": {"en": ("none", "nobody", "nothing"), "ja": ("なし",)},
    "blocks": {"en": ("blocks", "block"), "ja": ("ブロック", "個")},
    "caesar": {"en": ("Caesar",), "ja": ("カエサル",)},
    "pompey": {"en": ("Pompey",), "ja": ("ポンペイウス",)},
    "tan": {"en": ("tan", "brown"), "ja": ("茶",)},
    "green": {"en": ("green",), "ja": ("緑",)},
    "blue": {"en": ("blue",), "ja": ("青",)},
}


def _roman(n: int) -> str:
    tens, ones = divmod(n, 10)
    units = _ROMAN.get(ones) or ("V" if ones > 5 else "") + "I" * (ones % 5)
    return "X" * tens + (units if ones else "")


def _names() -> dict[str, dict[str, tuple[str, ...]]]:
    names: dict[str, dict[str, tuple[str, ...]]] = {k: dict(v) for k, v in VERBS.items()}
    for place in PLACES.values():
        names[place.id] = {"en": (place.name, *place.also), "ja": (place.name_ja,)}
    for block in BLOCKS.values():
        more = (f"Legio {_roman(block.number)}",) if block.kind == "legion" and block.number else ()
        names[block.id] = {"en": (block.short, block.name, *more), "ja": (block.name_ja,)}
    for card in CARDS.values():
        names[card.id] = {"en": (card.name,), "ja": (card.name_ja,)}
    return names


LEXICON = Lexicon(_names())
