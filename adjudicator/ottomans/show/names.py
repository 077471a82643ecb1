"""Every id of the game with the names that players write, in English and Japanese.

A nation and its region share an id where they share a name. A city that is called as its region has
"(city)" behind its name; the plain name means the region, or the city where the region is not asked for, and
the question shows both. A unit is called by its nation and type, "Ottoman Gendarmes"; the type alone is
enough where only one nation has it. No label holds a colon or a comma, and none of a place or unit a hyphen:
these part an order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from adjudicator.core import N_, Lexicon, Words, words
from adjudicator.ottomans.board import (
    CITIES,
    COALITIONS,
    KINDS,
    LANDINGS,
    LEADERS,
    MERCENARIES,
    NATIONS,
    REGIONS,
    SCENARIOS,
    SEAS,
    STRATAGEMS,
    TYPES,
    UNITS,
)
from adjudicator.ottomans.board.pieces import Named
from adjudicator.ottomans.world import SEATS, is_leader

Names = Mapping[str, tuple[str, ...]]

WORDS: Mapping[str, Names] = {
    "move": {"en": ("move", "mv"), "ja": ("移動",)},
    "sail": {"en": ("sail",), "ja": ("航行",)},
    "ship": {"en": ("ship", "carry"), "ja": ("海上輸送", "輸送")},
    "attack": {"en": ("attack",), "ja": ("攻撃",)},
    "force": {"en": ("force", "forced march"), "ja": ("強行軍",)},
    "halt": {"en": ("halt",), "ja": ("行軍終了",)},
    "activate": {"en": ("activate", "control"), "ja": ("発動", "コントロール")},
    "play": {"en": ("play",), "ja": ("使用", "プレイ")},
    "pass": {"en": ("pass",), "ja": ("パス",)},
    "end": {"en": ("end", "done"), "ja": ("終了",)},
    "place": {"en": ("place",), "ja": ("配置",)},
    "core": {"en": ("core",), "ja": ("中核",)},
    "replace": {"en": ("replace",), "ja": ("補充",)},
    "hire": {"en": ("hire",), "ja": ("雇用",)},
    "court": {"en": ("court",), "ja": ("宮廷",)},
    "lose": {"en": ("lose",), "ja": ("除去",)},
    "feed": {"en": ("feed",), "ja": ("給養",)},
    "enter": {"en": ("enter",), "ja": ("入城",)},
    "retreat": {"en": ("retreat",), "ja": ("退却",)},
    "with": {"en": ("with",), "ja": ("／",)},
    "against": {"en": ("against",), "ja": ("対",)},
    "playing": {"en": ("playing",), "ja": ("使用",)},
    "at": {"en": ("at", "in", "on"), "ja": ("＠", "に")},
    "from": {"en": ("from",), "ja": ("から",)},
    "to": {"en": ("to", "into"), "ja": ("へ", "まで")},
    "for": {"en": ("for",), "ja": ("と交換",)},
    "all": {"en": ("all", "everybody"), "ja": ("全部", "すべて", "全て")},
    "none": {"en": ("none", "nobody", "nothing"), "ja": ("なし",)},
    "agree": {"en": ("agree", "yes"), "ja": ("合意",)},
    "refuse": {"en": ("refuse", "no"), "ja": ("拒否",)},
    "scatter": {"en": ("scatter",), "ja": ("プールへ戻す",)},
    "take": {"en": ("take",), "ja": ("奪う",)},
    "assassinate": {"en": ("assassinate", "assassination"), "ja": ("暗殺",)},
    "spy": {"en": ("spy", "espionage"), "ja": ("諜報",)},
    "coup": {"en": ("coup",), "ja": ("反逆",)},
    "treachery": {"en": ("treachery",), "ja": ("裏切り",)},
    "diplomacy": {"en": ("diplomacy",), "ja": ("外交",)},
    "lost": {"en": ("lost control",), "ja": ("コントロール喪失",)},
    "battle": {"en": ("battle",), "ja": ("戦闘",)},
    "die": {"en": ("die",), "ja": ("サイコロ",)},
    "pool": {"en": ("pool",), "ja": ("プール",)},
    "later": {"en": ("chits of later turns",), "ja": ("後のターンのチット",)},
    "out": {"en": ("chits out of play",), "ja": ("使用しないチット",)},
    "map": {"en": ("map",), "ja": ("マップ",)},
}
"""The words of orders, the occasions of standing orders, and where chits lie."""

EVENTS: Mapping[str, Names] = {
    "balance_of_power": {"en": ("Balance of Power",), "ja": ("勢力の均衡",)},
    "civil_war": {"en": ("Civil War",), "ja": ("内戦",)},
    "infighting": {"en": ("Infighting",), "ja": ("内輪もめ",)},
    "economic_expansion": {"en": ("Economic Expansion",), "ja": ("経済成長",)},
    "leader_out": {"en": ("Leader OUT",), "ja": ("リーダーの離脱",)},
    "mercenaries_strike": {"en": ("Mercenaries Go on Strike",), "ja": ("傭兵のストライキ",)},
    "plague": {"en": ("Plague",), "ja": ("疫病",)},
    "nation_out": {"en": ("Nation OUT",), "ja": ("国家の離脱",)},
    "reformation_schism": {"en": ("Reformation/Schism",), "ja": ("再編成／分裂",)},
    "war_in_the_east": {"en": ("War in the East",), "ja": ("東方の戦争",)},
    "war_in_the_west": {"en": ("War in the West",), "ja": ("西方の戦争",)},
}
"""§14.0 The random events."""

CAMPAIGN: Mapping[str, Names] = {
    "agent_time": {"en": ("when AGENTs are played",), "ja": ("エージェントの使用時期",)},
    "rest": {"en": ("between two orders",), "ja": ("命令と命令の間",)},
    "city_in_cap": {
        "en": ("tripling of cities within the sixfold limit",),
        "ja": ("6倍制限に都市の3倍を含む",),
    },
    "siege_train_field_bonus": {
        "en": ("Siege Trains double field battles",),
        "ja": ("攻城従者は野戦でも2倍",),
    },
    "leaders_feed_add": {"en": ("leaders' supply adds up",), "ja": ("リーダーの補給力を合計",)},
    "city_entry_after_stop": {
        "en": ("entering one's city past enemies",),
        "ja": ("敵のいる領土から都市へ入る",),
    },
    "administration_saves_own": {
        "en": ("Administration against one's own attack",),
        "ja": ("自国攻撃時の「行政」",),
    },
    "ferries": {"en": ("ferries between ports",), "ja": ("港から港への輸送",)},
    "free": {"en": ("free of movement",), "ja": ("移動力不要",)},
    "points": {"en": ("a movement point each",), "ja": ("1回に1移動力",)},
    "threshold": {"en": ("regions counted for survival",), "ja": ("生存的勝利で数える領土",)},
    "present": {"en": ("of nations in the game",), "ja": ("登場国の領土のみ",)},
    "printed": {"en": ("all",), "ja": ("すべての領土",)},
    "overflow": {"en": ("drawing beyond 15 chits",), "ja": ("15個を超えるチット",)},
    "forgo": {"en": ("draw less",), "ja": ("引かない",)},
    "discard": {"en": ("discard first",), "ja": ("先に捨てる",)},
    "yes": {"en": ("yes",), "ja": ("はい",)},
    "no": {"en": ("no",), "ja": ("いいえ",)},
}
"""Options and their values."""

SHORT: Mapping[str, tuple[str, ...]] = {
    "agent": ("agents",),
    "crusade_jihad": ("Crusade", "Jihad"),
    "holy_roman_empire": ("HRE", "Empire"),
    "jesuits_sufis": ("Jesuits", "Sufis", "reroll"),
    "kaisar_i_rum": ("Kaisar",),
    "medicis_vizier": ("Medicis", "Medici", "Vizier"),
    "military_advance": ("advance", "MA"),
    "portuguese_in_the_east": ("Portuguese",),
    "trade_agreement": ("trade",),
    "urbans_gun": ("gun",),
    "white_sheep": ("White Sheep",),
}
"""Other names of chits."""

CITY = ("{name} (city)", "{name}（都市）")


def _of(record: Named, *more: str) -> Names:
    return {"en": (record.name, *record.also, *more), "ja": (record.name_ja,)}


def _names() -> dict[str, Names]:
    names: dict[str, Names] = {"ottomans": {"en": ("Ottomans", "Ottoman"), "ja": ("オスマン",)}}
    for group in (WORDS, EVENTS, CAMPAIGN):
        names |= group
    for coalition in COALITIONS.values():
        names[coalition.id] = _of(coalition)
        seat, ja = coalition.name, coalition.name_ja
        names[f"{coalition.id}_hand"] = {"en": (f"hand of the {seat}",), "ja": (f"{ja}の手持ち",)}
        names[f"{coalition.id}_open"] = {"en": (f"open chits of the {seat}",), "ja": (f"{ja}の使用中チット",)}
        names[f"{coalition.id}_stake"] = {"en": (f"agents of the {seat}",), "ja": (f"{ja}のエージェント",)}
    for scenario in SCENARIOS.values():
        for id, seats in rosters(scenario.number).items():
            en = " and ".join(COALITIONS[s].name for s in seats)
            ja = "・".join(COALITIONS[s].name_ja for s in seats)
            names[id] = {"en": (f"{scenario.name} ({en})",), "ja": (f"{scenario.name_ja}（{ja}）",)}
    for nation in NATIONS.values():
        names[nation.id] = _of(nation, nation.adjective)
    for region in REGIONS.values():
        names[region.id] = names.get(region.id) or _of(region)
    for sea in SEAS.values():
        names[sea.id] = _of(sea)
    called = {region.name for region in REGIONS.values() if not region.city_only}
    for city in CITIES.values():
        names[city.id] = _city(city) if city.name in called else _of(city)
    for target, (port, sea_id) in LANDINGS.items():
        en, ja, sea = CITIES[port].name, CITIES[port].name_ja, SEAS[sea_id]
        names[target] = {
            "en": (f"{en} from {sea.name}", f"{en} by sea"),
            "ja": (f"{sea.name_ja}から{ja}",),
        }
    for stratagem in STRATAGEMS.values():
        names[stratagem.id] = _of(stratagem, *SHORT.get(stratagem.id, ()))
    return names | _units()


def _city(city: Named) -> Names:
    en, ja = (form.format(name=name) for form, name in zip(CITY, (city.name, city.name_ja), strict=True))
    return {"en": (en, f"{city.name} city"), "ja": (ja, f"{city.name_ja}市")}


def _units() -> dict[str, Names]:
    names: dict[str, Names] = {}
    for kind in KINDS.values():
        nation, type_ = NATIONS[kind.nation], TYPES[kind.type]
        if kind.name:
            names[kind.id] = {"en": (kind.name,), "ja": (kind.name_ja,)}
        else:
            en = f"{nation.adjective} {type_.name}"
            names[kind.id] = {
                "en": (en, f"{nation.name} {type_.name}", type_.name, *type_.also),
                "ja": (f"{nation.name_ja}の{type_.name_ja}", type_.name_ja),
            }
    for named in (*LEADERS.values(), *MERCENARIES.values()):
        names[named.id] = _of(named)
    for unit in UNITS.values():
        if unit.id not in names:
            names[unit.id] = {language: of[:1] for language, of in names[unit.kind].items()}
    return names


def rosters(number: str) -> dict[str, tuple[str, ...]]:
    """§4.0 The ways to seat a scenario: the Turks and one, two or three others; "s1_tch" and the like."""
    found = {}
    for mask in range(1, 8):
        seats = (SEATS[0], *(seat for n, seat in enumerate(SEATS[1:]) if mask >> n & 1))
        found[f"s{number}_{''.join(seat[0] for seat in seats)}"] = seats
    return found


LEXICON = Lexicon(_names())

NOTHING = N_("none")
COUNTED = N_("{n} {kind}")


def units_said(units: Iterable[str]) -> list[str | Words]:
    """Units in a sentence: leaders first, equal ones counted."""
    ids = sorted(units, key=lambda u: (not is_leader(u), UNITS[u].kind))
    said: list[str | Words] = []
    for kind, group in groupby(ids, key=lambda u: UNITS[u].kind):
        n = len(list(group))
        said.append(kind if n == 1 else words(COUNTED, n=n, kind=kind))
    return said or [Words(NOTHING)]


def chits_said(chits: Sequence[str]) -> list[str | Words]:
    """Chits in a sentence, equal ones counted."""
    said: list[str | Words] = []
    for chit, group in groupby(sorted(chits)):
        n = len(list(group))
        said.append(chit if n == 1 else words(COUNTED, n=n, kind=chit))
    return said or [Words(NOTHING)]
