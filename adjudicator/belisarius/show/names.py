"""Every id of the game with the names that players write, in English and Japanese.

A hex is called by its number and by the city in it, "Constantinopolis (3536)"; a unit by its province and
type, "Thracia garrison" or "Thracia GA". A type alone, "GA", names every kind of it, so that it is enough
where only one is there. No label holds a hyphen, a colon or a comma: these part an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from adjudicator.belisarius.board import (
    AREAS,
    CITIES,
    EVENTS,
    HEXES,
    LABELS,
    LEADERS,
    MARKERS,
    PROVINCES,
    SCENARIOS,
    SEAS,
    UNITS,
)
from adjudicator.belisarius.board.pieces import Hex, Named, Unit
from adjudicator.belisarius.show.texts import VERBS
from adjudicator.belisarius.world import GUARD, counted, is_leader
from adjudicator.core import N_, Lexicon, Words, words

Names = Mapping[str, tuple[str, ...]]

TYPES: Mapping[str, Names] = {
    "leader": {"en": ("leader", "leaders", "LD"), "ja": ("リーダー", "指揮官")},
    "field_army": {"en": ("field army", "field armies", "FA"), "ja": ("野戦軍",)},
    "warband": {"en": ("war band", "war bands", "WB", "warband", "war-band"), "ja": ("戦士団",)},
    "nomad": {"en": ("nomad", "nomads", "NO"), "ja": ("遊牧民",)},
    "garrison": {"en": ("garrison", "garrisons", "GA"), "ja": ("守備隊",)},
    "fleet": {"en": ("fleet", "fleets", "FL"), "ja": ("艦隊",)},
}
"""§2.31 The types of units: one, many, and short."""

SIDES: Mapping[str, Names] = {
    "empire": {"en": ("Empire", "imperial", "Byzantium"), "ja": ("帝国",)},
    "barbarian": {"en": ("Barbarian", "Barbarians"), "ja": ("蛮族",)},
    "neutral": {"en": ("neutral", "neutrals"), "ja": ("中立",)},
    "guard": {"en": ("Guard", "imperial Guard"), "ja": ("親衛", "親衛隊")},
}
"""The seats, and what obeys neither of them; the Guard's units name it for a province (§12.0)."""

FORCES: Mapping[str, Names] = {
    "units/empire": {"en": ("Imperial units",), "ja": ("帝国のユニット",)},
    "units/barbarian": {"en": ("Barbarian units",), "ja": ("蛮族のユニット",)},
    "units/neutral": {"en": ("neutral units",), "ja": ("中立ユニット",)},
}
"""The units of each seat, and those of neither, in a sentence."""

WORDS: Mapping[str, Names] = {
    "at": {"en": ("at", "in", "on"), "ja": ("＠", "で", "に")},
    "from": {"en": ("from", "out of"), "ja": ("から", "より")},
    "to": {"en": ("to", "into"), "ja": ("→", "へ")},
    "all": {"en": ("all", "everything"), "ja": ("全部", "すべて", "全て")},
    "none": {"en": ("none", "nobody", "nothing"), "ja": ("なし",)},
    "blocks": {"en": ("units", "unit", "counters"), "ja": ("ユニット", "個")},
    "die": {"en": ("die", "dice", "roll"), "ja": ("サイコロ", "ダイス", "さいの目")},
    "marker": {"en": ("marker", "markers"), "ja": ("計略マーカー", "マーカー", "計略")},
    "revolt": {"en": ("revolt", "revolts"), "ja": ("暴動",)},
    "advantage": {"en": ("advantage",), "ja": ("優位",)},
    "campaign": {"en": ("campaign",), "ja": ("戦役",)},
    "reaction": {"en": ("reaction",), "ja": ("リアクション",)},
    "challenge": {"en": ("challenge",), "ja": ("挑戦", "一騎打ち")},
    "subject": {"en": ("subject", "marker"), "ja": ("対象", "マーカー")},
    "follows": {"en": ("follows", "result"), "ja": ("結果",)},
    "pool": {"en": ("pool",), "ja": ("プール",)},
    "empire_hand": {"en": ("the Empire's hand",), "ja": ("帝国の手持ち",)},
    "barbarian_hand": {"en": ("the Barbarian's hand",), "ja": ("蛮族の手持ち",)},
    "empire_stake": {"en": ("the Empire's stake",), "ja": ("帝国の賭けたマーカー",)},
    "barbarian_stake": {"en": ("the Barbarian's stake",), "ja": ("蛮族の賭けたマーカー",)},
}
"""What all orders have in common, the occasions of standing orders with their keys, and where markers lie."""

CAMPAIGN: Mapping[str, Names] = {
    "belisarius": {"en": ("Belisarius",), "ja": ("ベリサリウス",)},
    "negotiation": {"en": ("negotiation",), "ja": ("交渉",)},
    "pillage": {"en": ("pillage",), "ja": ("略奪",)},
    "colonies": {"en": ("colonies",), "ja": ("植民",)},
    "public_works": {"en": ("public works",), "ja": ("公共事業",)},
    "river_movement": {"en": ("river movement",), "ja": ("河川移動",)},
    "disbanding": {"en": ("disbanding",), "ja": ("部隊の解散",)},
    "extra_placement": {"en": ("extra placement",), "ja": ("追加のユニット配置",)},
    "attrition": {"en": ("attrition",), "ja": ("消耗", "追加の消耗")},
    "single_combat": {"en": ("single combat",), "ja": ("一騎打ち",)},
    "city_zones": {"en": ("zones out of cities",), "ja": ("都市からの支配地域",)},
    "marker_purchase": {"en": ("when markers are bought",), "ja": ("計略マーカーの購入時期",)},
    "pillage_removal": {"en": ("when ruins are cleared",), "ja": ("略奪マーカーの除去時期",)},
    "event_dice": {"en": ("which dice of events are final",), "ja": ("振り直せないイベントのサイコロ",)},
    "neutral_defence": {"en": ("defence of neutrals",), "ja": ("中立州の防御マーカー",)},
    "disease_time": {"en": ("when Disease is played",), "ja": ("「疫病」の使用時期",)},
    "dropped_units": {"en": ("units left behind on a forced march",), "ja": ("置き去りのユニットと強行軍",)},
    "both_faiths": {"en": ("Orthodoxy and Tolerance",), "ja": ("正教会と寛容",)},
    "disband_dice": {"en": ("dice for disbanding",), "ja": ("解散のサイコロ",)},
    "guards_counted": {
        "en": ("what a revolt of the Guard counts",),
        "ja": ("親衛ユニットの反乱で数えるもの",),
    },
    "one_operation": {"en": ("one operation of a reaction",), "ja": ("リアクションの1回のオペレーション",)},
    "second_supply": {"en": ("supply of the second player",), "ja": ("第2プレイヤーの給養フェイズ",)},
    "off": {"en": ("off",), "ja": ("なし",)},
    "on": {"en": ("on",), "ja": ("あり",)},
    "yes": {"en": ("yes",), "ja": ("はい",)},
    "no": {"en": ("no",), "ja": ("いいえ",)},
    "own": {
        "en": (
            "in your own turn only",
            "in one's own turn",
        ),
        "ja": ("自ターンのみ",),
    },
    "any": {"en": ("without limit", "at any time", "any"), "ja": ("制限なし", "いつでも")},
    "table": {"en": ("those of the table",), "ja": ("イベント表のみ",)},
    "agents": {"en": ("Agents",), "ja": ("回し者のみ",)},
    "apart": {"en": ("not together",), "ja": ("併用不可",)},
    "together": {"en": ("together",), "ja": ("併用可",)},
    "stay": {"en": ("stay",), "ja": ("残る",)},
    "hex": {"en": ("one a hex",), "ja": ("ヘクス毎",)},
    "unit": {"en": ("one a unit",), "ja": ("ユニット毎",)},
    "guards": {"en": ("Guards",), "ja": ("親衛ユニット",)},
    "units": {"en": ("units",), "ja": ("ユニット",)},
    "army": {"en": ("all that its points allow",), "ja": ("OPの許すかぎり", "1軍隊")},
    "single": {"en": ("one thing",), "ja": ("1行動",)},
}
"""Names of the game, its options and their values."""

CHARTS: Mapping[str, Names] = {
    "combat": {"en": ("combat results tables",), "ja": ("戦闘結果表",)},
    "diplomacy": {"en": ("diplomacy table",), "ja": ("外交表",)},
    "events": {"en": ("table of random events",), "ja": ("イベント表",)},
    "revolt": {"en": ("revolt table",), "ja": ("暴動表",)},
    "heavy_tax": {"en": ("table of heavy taxes",), "ja": ("重税表", "増税表")},
    "finance": {"en": ("finance chart",), "ja": ("財政表",)},
    "operations": {"en": ("operation points chart",), "ja": ("オペレーションポイントチャート",)},
    "terrain": {"en": ("terrain effects chart",), "ja": ("地形効果表",)},
    "stratagems": {"en": ("stratagem chart",), "ja": ("計略マーカーチャート",)},
    "pillage": {"en": ("pillage table",), "ja": ("略奪表",)},
    "colony": {"en": ("colony table",), "ja": ("植民表",)},
    "disband": {"en": ("disbanding table",), "ja": ("解散表",)},
}
"""§2.2 What a paragraph "chart/…" is called."""


SHORT: Mapping[str, tuple[str, ...]] = {
    "military_advantage": ("advantage", "MA"),
    "forced_march": ("FM",),
    "end_of_campaign": ("EOC",),
    "legal_reform": ("law",),
}
"""Shorter names of some markers."""


def many(kind: str) -> str:
    """The id under which several units of a kind are named: "Thracia garrisons"."""
    return f"{kind}/many"


def force(side: str) -> str:
    """The id under which the units of a seat, or the neutral ones, are named."""
    return f"units/{side}"


def plain(name: str) -> str:
    """A name without the signs that part an order."""
    return " ".join(name.replace("-", " ").replace(":", " ").replace(",", " ").split())


def _printed(of: Named) -> Names:
    """The names of something printed: fit for a label first, then as it is written."""
    en, ja = plain(of.name), plain(of.name_ja)
    return {"en": tuple(dict.fromkeys((en, of.name, *of.also))), "ja": tuple(dict.fromkeys((ja, of.name_ja)))}


def _hex(hex: Hex) -> Names:
    """A hex by number, and by the city or the mere name on it."""
    if hex.city:
        city = CITIES[hex.city]
        names = _printed(city)
        return {
            "en": (f"{plain(city.name)} ({hex.id})", hex.id, *names["en"]),
            "ja": (f"{plain(city.name_ja)} ({hex.id})", *names["ja"]),
        }
    if hex.label:
        names = _printed(LABELS[hex.label])
        return {"en": (hex.id, *names["en"]), "ja": (hex.id, *names["ja"])}
    return {"en": (hex.id,), "ja": (hex.id,)}


def _places() -> Iterator[tuple[str, Names]]:
    for hex in HEXES.values():
        yield hex.id, _hex(hex)
    for area in AREAS.values():
        name, name_ja = PROVINCES[area.province].name, PROVINCES[area.province].name_ja
        more = (f"{name} off map", f"off map {name}", f"off-map {name}")
        yield area.id, {"en": (*_printed(area)["en"], *more), "ja": (plain(area.name_ja), f"地図外{name_ja}")}


def _origin(unit: Unit, language: str) -> str:
    if unit.origin == GUARD:
        return SIDES[GUARD][language][0]
    province = PROVINCES[unit.origin]
    return province.name_ja if language == "ja" else province.name


def _kind(unit: Unit) -> Iterator[tuple[str, Names]]:
    """The kind of a unit: "Thracia garrison", "Thracia GA", "garrison", "GA"; and many of it."""
    types = TYPES[unit.type]
    en, ja = _origin(unit, "en"), _origin(unit, "ja")
    full = [f"{en} {name}" for name in types["en"]]
    full_ja = [f"{ja}{name}" for name in types["ja"]]
    yield unit.kind, {"en": (*full, *types["en"]), "ja": (*full_ja, *types["ja"])}
    yield many(unit.kind), {"en": (full[1],), "ja": (full_ja[0],)}


def _units() -> Iterator[tuple[str, Names]]:
    kinds: dict[str, Names] = {}
    for unit in UNITS.values():
        if unit.type != "leader":
            kinds |= _kind(unit)
            yield unit.id, {lang: of[:1] for lang, of in kinds[unit.kind].items()}
    yield from kinds.items()


def _table() -> Iterator[tuple[str, Names]]:
    """Everything of the board that has a name of its own."""
    for printed in (LEADERS, PROVINCES, CITIES, SEAS):
        yield from ((id, _printed(of)) for id, of in printed.items())
    for marker in MARKERS.values():
        names = _printed(marker)
        yield marker.id, {**names, "en": (*names["en"], *SHORT.get(marker.id, ()))}
        yield f"card/{marker.id}", {"en": (f"marker {marker.name}",), "ja": (f"計略「{marker.name_ja}」",)}
    for scenario in SCENARIOS.values():
        yield scenario.id, {"en": (scenario.name,), "ja": (scenario.name_ja,)}


def _paragraphs() -> Iterator[tuple[str, Names]]:
    """Yield what is cited without a number: charts, and events by their dice, "event/31-32"."""
    yield from ((f"chart/{id}", of) for id, of in CHARTS.items())
    for _, run in groupby(EVENTS.items(), key=lambda cell: cell[1]):
        dice = [str(n) for n, _ in run]
        said = dice[0] if len(dice) == 1 else f"{dice[0]}-{dice[-1]}"
        yield f"event/{said}", {"en": (f"event {said}",), "ja": (f"イベント{said}",)}


def _names() -> dict[str, dict[str, tuple[str, ...]]]:
    """All names; an id that stands in several tables has the names of all, and its label of the first."""
    names: dict[str, dict[str, tuple[str, ...]]] = {}
    board = (dict(_table()), dict(_places()), dict(_units()), dict(_paragraphs()))
    tables = (*board, TYPES, SIDES, FORCES, WORDS, CAMPAIGN, *VERBS)
    for table in tables:
        for id, by in table.items():
            known = names.setdefault(id, {})
            for language, of in by.items():
                known[language] = tuple(dict.fromkeys((*known.get(language, ()), *of)))
    return names


# -- in sentences ------------------------------------------------------------------------------


NOTHING: Final = N_("none")
SEVERAL: Final = N_("{n} {things}")
TIMES: Final = N_("{thing} x{n}")


def listed(ids: Sequence[str]) -> Sequence[str] | Words:
    """Ids as a sentence lists them: "none" where there are none."""
    return ids or words(NOTHING)


def units_said(units: Sequence[str]) -> list[str | Words]:
    """Units as they are counted: leaders by name, then the others by kind with their number."""
    leaders = [u for u in units if is_leader(u)]
    return [*leaders, *kinds_said(counted(u for u in units if not is_leader(u)))]


def kinds_said(numbers: Mapping[str, int]) -> list[str | Words]:
    """Kinds of units with their number: "2 Thracia garrisons"; one of a kind by its mere name."""
    return [kind if n == 1 else words(SEVERAL, n=n, things=many(kind)) for kind, n in numbers.items()]


def markers_said(markers: Sequence[str]) -> list[str | Words]:
    """Markers as they are counted and ordered: "Agent x2"."""
    return [counted_by_name(id, markers.count(id)) for id in dict.fromkeys(markers)]


def counted_by_name(id: str, n: int) -> str | Words:
    """So many of a thing as they are ordered: "solidi x20"; a single marker by its mere name."""
    return id if n == 1 and id in MARKERS else words(TIMES, thing=id, n=n)


NAMES: Final = _names()
LEXICON: Final = Lexicon(NAMES)
