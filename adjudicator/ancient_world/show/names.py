"""Every id of the game with the names that players write, in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.ancient_world.board import (
    CITIES,
    CITY_AT,
    CONTINGENTS,
    HEXES,
    LEADERS,
    PROVINCES,
    SEAS,
    UNITS,
    arm_of,
    contingent_of,
)
from adjudicator.core import Lexicon

Names = Mapping[str, tuple[str, ...]]

VERBS: dict[str, Names] = {
    "march": {"en": ("march", "move"), "ja": ("移動", "行軍")},
    "ride": {"en": ("ride", "go alone"), "ja": ("リーダー移動", "単独移動")},
    "ally": {"en": ("ally", "allies"), "ja": ("同盟軍移動",)},
    "take": {"en": ("take",), "ja": ("率いる",)},
    "detach": {"en": ("detach", "leave"), "ja": ("分離", "残す")},
    "attack": {"en": ("attack",), "ja": ("攻撃",)},
    "invest": {"en": ("invest", "besiege"), "ja": ("包囲",)},
    "assault": {"en": ("assault", "storm"), "ja": ("強襲",)},
    "treachery": {"en": ("treachery",), "ja": ("寝返り",)},
    "reduce": {"en": ("reduce",), "ja": ("破壊",)},
    "repair": {"en": ("repair",), "ja": ("修復",)},
    "sally": {"en": ("sally",), "ja": ("反撃",)},
    "lift": {"en": ("lift", "lift siege"), "ja": ("包囲解除",)},
    "demand": {"en": ("demand", "demand surrender"), "ja": ("降伏要求", "強制降伏")},
    "muster": {"en": ("muster", "raise", "levy"), "ja": ("動員",)},
    "recruit": {"en": ("recruit", "replace"), "ja": ("補充",)},
    "diplomacy": {"en": ("diplomacy", "embassy"), "ja": ("外交",)},
    "reform": {"en": ("reform",), "ja": ("再建", "離散軍再建")},
    "sail": {"en": ("sail", "ship"), "ja": ("海上輸送",)},
    "land": {"en": ("land",), "ja": ("上陸",)},
    "pass": {"en": ("pass", "end", "done"), "ja": ("終了", "パス")},
    "play": {"en": ("play", "react"), "ja": ("実行",)},
    "intercept": {"en": ("intercept",), "ja": ("迎撃",)},
    "ambush": {"en": ("ambush",), "ja": ("待ち伏せ",)},
    "intercept_part": {"en": ("intercept part",), "ja": ("一部で迎撃",)},
    "let_pass": {"en": ("let pass", "not in this march"), "ja": ("この移動は見送る", "見送る")},
    "avoid": {"en": ("avoid",), "ja": ("回避",)},
    "stand": {"en": ("stand", "fight"), "ja": ("受けて立つ",)},
    "retreat": {"en": ("retreat",), "ja": ("退却",)},
    "stay": {"en": ("stay",), "ja": ("とどまる",)},
    "enter": {"en": ("enter",), "ja": ("入城",)},
    "garrison": {"en": ("garrison",), "ja": ("守備隊",)},
    "stay_out": {"en": ("stay out",), "ja": ("都市外に残る",)},
    "devastate": {"en": ("devastate",), "ja": ("荒廃",)},
    "forage": {"en": ("forage",), "ja": ("食糧徴発",)},
    "release": {"en": ("release",), "ja": ("釈放",)},
    "execute": {"en": ("execute",), "ja": ("処刑",)},
    "hold": {"en": ("hold",), "ja": ("そのまま",)},
    "shift": {"en": ("shift",), "ja": ("再配置",)},
    "name": {"en": ("name",), "ja": ("任命",)},
    "nobody": {"en": ("nobody",), "ja": ("補充しない",)},
    "lose_foot": {"en": ("lose foot",), "ja": ("歩兵を失う",)},
    "let_burn": {"en": ("let burn",), "ja": ("荒廃させる",)},
    "as_planned": {"en": ("as planned", "plan"), "ja": ("案のとおり",)},
    "guile": {"en": ("guile",), "ja": ("策略",)},
    "yes": {"en": ("yes",), "ja": ("はい",)},
    "no": {"en": ("no",), "ja": ("いいえ",)},
    "none": {"en": ("none", "nobody joins"), "ja": ("なし",)},
    "all": {"en": ("all",), "ja": ("全部", "すべて")},
    "with": {"en": ("with",), "ja": ("＋", "と")},
    "toward": {"en": ("to", "into"), "ja": ("行先",)},
    "to": {"en": ("to", "into"), "ja": ("へ",)},
    "at": {"en": ("at", "in"), "ja": ("＠", "で")},
    "by": {"en": ("by",), "ja": ("経路",)},
    "by_road": {"en": ("by road",), "ja": ("街道で",)},
    "surrender": {"en": ("surrender",), "ja": ("降伏",)},
    "transfer": {"en": ("transfer", "cede"), "ja": ("譲渡",)},
}
TERMS: dict[str, Names] = {
    "foot": {"en": ("foot", "infantry"), "ja": ("歩兵",)},
    "horse": {"en": ("horse", "cavalry"), "ja": ("騎兵",)},
    "elephant": {"en": ("elephants",), "ja": ("戦象",)},
    "engine": {"en": ("engines",), "ja": ("攻城兵器",)},
    "militia_foot": {"en": ("militia",), "ja": ("民兵",)},
    "rome": {"en": ("Rome",), "ja": ("ローマ軍",)},
    "carthage": {"en": ("Carthage",), "ja": ("カルタゴ軍",)},
    "epirus": {"en": ("Epirus",), "ja": ("エピロス軍",)},
    "syracuse": {"en": ("Syracuse",), "ja": ("シラクサ軍",)},
    "augury": {"en": ("augury",), "ja": ("神託",)},
    "siege_attrition": {"en": ("siege attrition",), "ja": ("攻城戦損耗",)},
    "large": {"en": ("large",), "ja": ("大都市",)},
    "medium": {"en": ("medium",), "ja": ("中都市",)},
    "small": {"en": ("small",), "ja": ("小都市",)},
    "normal": {"en": ("in good order",), "ja": ("通常",)},
    "disrupted": {"en": ("disrupted",), "ja": ("疲弊",)},
    "disorganized": {"en": ("disorganized",), "ja": ("混乱",)},
    "useless": {"en": ("useless",), "ja": ("崩壊",)},
}
CAMPAIGN: dict[str, Names] = {
    "ancient_world": {"en": ("The Ancient World",), "ja": ("エンシェント・ワールド",)},
    "pyrrhus": {"en": ("Pyrrhus in Italy, 280-275 BC",), "ja": ("ピュロスのイタリア遠征 前280～275年",)},
    "sicily": {"en": ("The war for Messana, 264-262 BC",), "ja": ("メッサナ戦役 前264～262年",)},
    "hannibal": {"en": ("Hannibal in Italy, 218-216 BC",), "ja": ("ハンニバルのイタリア侵攻 前218～216年",)},
    "capitals": {"en": ("treachery and surrender of capitals",), "ja": ("首都の寝返りと降伏",)},
    "safe": {"en": ("never",), "ja": ("なし",)},
    "open": {"en": ("as other cities",), "ja": ("他の都市と同じ",)},
    "manpower": {"en": ("manpower",), "ja": ("動員",)},
    "turn": {"en": ("once a turn",), "ja": ("1ターンに1回",)},
    "phase": {"en": ("once an operation phase",), "ja": ("1任務フェイズに1回",)},
    "allotment": {"en": ("levels added to a zone in a turn",), "ja": ("1ターンに海域へ加えるレベル",)},
    "one": {"en": ("one",), "ja": ("1まで",)},
    "two": {"en": ("two",), "ja": ("2まで",)},
    "off": {"en": ("off",), "ja": ("なし",)},
    "on": {"en": ("on",), "ja": ("あり",)},
}
"""Names of the game, its scenarios and its options."""
ARMS: Names = {
    "foot": ("foot", "歩兵"),
    "horse": ("horse", "騎兵"),
    "elephant": ("elephants", "戦象"),
    "engine": ("engines", "攻城兵器"),
}


def _names() -> dict[str, Names]:
    names: dict[str, Names] = {**VERBS, **TERMS, **CAMPAIGN}
    for hex in HEXES.values():
        city = CITY_AT.get(hex.id)
        number = hex.printed.removeprefix("It-").replace("-", "")
        called = (number, hex.printed, hex.printed.replace("-", ""), hex.id)
        if city is None:
            names[hex.id] = {"en": called, "ja": called}
        else:
            en, ja = CITIES[city].name, CITIES[city].name_ja
            names[hex.id] = {"en": (en, *called), "ja": (ja, *called)}
            names[f"{hex.id}i"] = {"en": (f"in {en}", f"into {en}", f"{en} inside"), "ja": (f"{ja}市内",)}
    for province in PROVINCES.values():
        names[province.id] = {"en": (province.name,), "ja": (province.name_ja,)}
    for sea in SEAS.values():
        names[sea.id] = {"en": (sea.name,), "ja": (sea.name_ja,)}
    for city_ in CITIES.values():
        names[city_.id] = {"en": (city_.name,), "ja": (city_.name_ja,)}
    for unit in UNITS:
        contingent, (arm, arm_ja) = CONTINGENTS[contingent_of(unit)], ARMS[arm_of(unit)]
        names[unit] = {"en": (f"{contingent.name} {arm}",), "ja": (f"{contingent.name_ja}{arm_ja}",)}
    for leader in LEADERS.values():
        names[leader.id] = {"en": (leader.name, leader.id.replace("_", " ")), "ja": (leader.name_ja,)}
    names["hannibal"] = {"en": ("Hannibal",), "ja": ("ハンニバル",)}
    names["pyrrhus"] = {"en": ("Pyrrhus",), "ja": ("ピュロス",)}
    return names


LEXICON = Lexicon(_names())
