"""§8.4 The stratagem chart: the markers that are played with one's own orders, or against an army."""

from __future__ import annotations

from typing import Any

from adjudicator.belisarius.world import Army, World

from .helpers import ENGLISH, Umpired, table, world

HOME = {"constantinopolis": "guard_field_army", "nisibis": "persia_garrison"}
BEHIND = ["franks", "slavs", "nubia", "lazica", "suevii", "basques", "arabia", "gepidae"]
"""With Persia and Armenia ten provinces, against seven of the Empire."""


def playing(phase: str, *hand: str, places: Any = None, seat: str = "empire", **more: Any) -> World:
    """A phase of a seat that holds these markers."""
    hands = {seat: list(hand), **more.pop("others", {})}
    return world(places or HOME, phase=phase, phasing=seat, hands=hands, **more)


# -- tax phase ---------------------------------------------------------------------------------


def test_currency_reform_is_a_solidus_for_every_city_and_colony_held() -> None:
    """§card/currency_reform §27.31 Ruins count for nothing."""
    places = {**HOME, "heraclea": "thracia_garrison", "3634": "thracia_garrison", "roma": "guard_garrison"}
    w = playing("tax", "currency_reform", places=places, pillaged=["3322"])
    w.colonies = ["3634"]
    w.treasury["empire"] = 1
    with table(w) as t:
        t.empire("play Currency Reform")
        assert t.w.treasury["empire"] == 1 + 3
        assert t.said()[-1] == "Empire debased the coinage and gained 3 solidi."


def test_rally_helps_who_is_three_provinces_behind() -> None:
    """§card/rally Two dice, added up."""
    w = playing("tax", "rally", control=dict.fromkeys(BEHIND, "barbarian"), treasury={"empire": 0})
    with table(w, dice=[3, 5]) as t:
        t.empire("play Rally")
        assert t.w.treasury["empire"] == 8


def test_rally_is_not_for_who_is_two_behind() -> None:
    """§card/rally"""
    w = playing("tax", "rally", control=dict.fromkeys(BEHIND[:7], "barbarian"))
    with table(w) as t:
        t.refused("empire", "play Rally", "card/rally", mine=7, theirs=9, n=3)


# -- recruit phase -----------------------------------------------------------------------------


def test_the_regalia_bring_a_die_of_markers() -> None:
    """§card/imperial_regalia It goes back after they are drawn, and the phase is over; ruling BE-C6."""
    with table(playing("recruit", "imperial_regalia"), dice=[3], draws=["agent", "rally", "theodora"]) as t:
        t.empire("play Imperial Regalia")
        assert t.w.cups["empire_hand"] == ["agent", "rally", "theodora"]
        assert "imperial_regalia" in t.w.cups["pool"]
        assert t.w.phase == "levy"


def test_the_regalia_need_constantinopolis_or_roma() -> None:
    """§card/imperial_regalia Roma serves as well; ruins do not."""
    w = playing("recruit", "imperial_regalia", places={"dara": "guard_garrison"})
    with table(w) as t:
        t.refused("empire", "play Imperial Regalia", "card/imperial_regalia")
    w = playing("recruit", "imperial_regalia", places={"roma": "guard_garrison"}, pillaged=["3322"])
    with table(w) as t:
        t.refused("empire", "play Imperial Regalia", "card/imperial_regalia")
    w = playing("recruit", "imperial_regalia", seat="barbarian", places={"roma": "ostrogoths_garrison"})
    w.control["ostrogoths"] = "barbarian"
    with table(w, dice=[1], draws=["agent"]) as t:
        t.barbarian("play Imperial Regalia")
        assert t.w.cups["barbarian_hand"] == ["agent"]


def test_procopius_exchanges_a_chosen_marker_for_one_at_random() -> None:
    """§card/procopius Both know what went over, the public does not."""
    w = playing("recruit", "procopius", "agent", "market", others={"barbarian": ["basileus", "rally"]})
    with table(w, draws=["basileus"]) as t:
        t.empire("play Procopius", "Agent")
        assert t.w.cups["empire_hand"] == ["basileus", "market"]
        assert t.w.cups["barbarian_hand"] == ["agent", "rally"]
        assert "procopius" in t.w.cups["pool"]
        assert t.said()[-1] == "Procopius: Empire and Barbarian exchanged a marker."
        for seat in ("empire", "barbarian"):
            assert t.said(seat)[-1] == "Procopius: Empire took Basileus from Barbarian and gave Agent."


def test_procopius_needs_a_marker_on_either_side() -> None:
    """§card/procopius"""
    with table(playing("recruit", "procopius", "agent")) as t:
        t.refused("empire", "play Procopius", "card/procopius", enemy="barbarian")
    with table(playing("recruit", "procopius", others={"barbarian": ["agent"]})) as t:
        t.refused("empire", "play Procopius", "card/procopius")


def test_procopius_brings_the_barbarian_no_roman_alliance() -> None:
    """§card/roman_alliance Neither drawn nor given: ruling BE-C2."""
    w = playing("recruit", "procopius", "agent", seat="barbarian", others={"empire": ["roman_alliance"]})
    with table(w, draws=["roman_alliance"]) as t:
        t.barbarian("play Procopius", "Agent")
        assert t.w.cups["barbarian_hand"] == []
        assert t.w.cups["empire_hand"] == ["agent"]
    w = playing("recruit", "procopius", "roman_alliance", others={"barbarian": ["market"]})
    with table(w, draws=["market"]) as t:
        t.empire("play Procopius", "Roman Alliance")
        assert t.w.cups["barbarian_hand"] == []


def test_what_procopius_gives_is_asked_when_treachery_has_been_played() -> None:
    """§card/procopius §card/treachery The Treachery that saved him cannot be given any more."""
    hands = {"barbarian": ["treachery", "agent"]}
    w = playing("recruit", "procopius", "treachery", "market", others=hands)
    with table(w, draws=["agent"], windows={"marker": "ask"}) as t:
        t.empire("play Procopius")
        t.barbarian("play Treachery")
        t.empire("play Treachery")
        t.barbarian("pass")  # against the Empire's Treachery
        t.barbarian("pass")  # against Procopius once more
        t.refused("empire", "Treachery", kind="not_understood")
        t.empire("Market")
        assert (t.w.cups["empire_hand"], t.w.cups["barbarian_hand"]) == (["agent"], ["market"])


def test_nothing_is_exchanged_where_treachery_has_emptied_a_hand() -> None:
    """§card/procopius §card/treachery The last marker of either side; Procopius goes back all the same."""
    for mine, theirs in ((["treachery", "agent"], ["treachery"]), (["treachery"], ["treachery", "agent"])):
        w = playing("recruit", "procopius", *mine, others={"barbarian": theirs})
        with table(w, windows={"marker": "ask"}) as t:
            t.empire("play Procopius")
            t.barbarian("play Treachery")
            t.empire("play Treachery")
            while t.asked == ["barbarian"]:
                t.barbarian("pass")
            said = "Procopius: Empire or Barbarian had no marker, so none was exchanged."
            assert t.said()[-1] == said
            assert sorted([*t.w.cups["empire_hand"], *t.w.cups["barbarian_hand"]]) == ["agent"]
            assert "procopius" in t.w.cups["pool"]
            assert t.asked == ["empire"]


def test_theodora_takes_any_marker_out_of_the_pool() -> None:
    """§card/theodora Who searches sees the pool; what was taken stays hidden."""
    with table(playing("recruit", "theodora", others={"barbarian": ["basileus"]})) as t:
        t.empire("play Theodora")
        assert t.w.searching == "empire"
        t.refused("empire", "Donative", "card/donative", marker="donative")
        t.refused("empire", {"pick": "basileus"}, kind="not_understood")
        t.empire("Pope")
        assert t.w.cups["empire_hand"] == ["pope"]
        assert t.w.searching == ""
        assert "theodora" in t.w.cups["pool"]
        assert t.said("barbarian")[-1] == "Theodora: Empire searched the pool and took 1 marker."
        assert (
            t.said("empire")[-1]
            == "Theodora: Empire searched the pool and took Pope or Patriarch Intervenes."
        )


def test_a_nullified_marker_that_goes_back_later_goes_back_too() -> None:
    """§8.42 §card/treachery Theodora, met by Treachery."""
    w = playing("recruit", "theodora", others={"barbarian": ["treachery"]})
    with table(w, windows={"marker": "ask"}) as t:
        t.empire("play Theodora")
        t.barbarian("play Treachery")
        assert t.w.cups["empire_hand"] == t.w.cups["empire_stake"] == []
        assert "theodora" in t.w.cups["pool"]


# -- levy phase --------------------------------------------------------------------------------


def test_the_leader_marker_brings_a_leader() -> None:
    """§card/leader (1) §21.201 To any unit of the Empire's."""
    with table(playing("levy", "leader")) as t:
        t.refused("empire", "play Leader call Belisarius at Nisibis", kind="not_understood")
        t.empire("play Leader call Belisarius at Constantinopolis")
        assert t.w.at["belisarius"] == "3536"
        assert t.said()[0] == "Empire played Leader to bring on Belisarius ★★."


def test_a_barbarian_leader_joins_their_own_people() -> None:
    """§card/leader (1) §21.202"""
    places = {"nisibis": "persia_garrison", "dubios": "armenia_garrison"}
    with table(playing("levy", "leader", seat="barbarian", places=places)) as t:
        t.refused("barbarian", "play Leader call Kavadh at Dubios", "21.202", unit="kavadh", origin="persia")
        t.barbarian("play Leader call Kavadh at Nisibis")
        assert t.w.at["kavadh"] == "3548"


def test_the_leader_marker_strikes_an_enemy_leader() -> None:
    """§card/leader (2) §21.3 On 1 to 3 he is gone, and may come again; an off-map area too."""
    places = {**HOME, "persia_area": "kavadh persia_field_army"}
    with table(playing("levy", "leader", "leader", places=places), dice=[4, 3]) as t:
        t.empire("play Leader on Kavadh")
        assert t.w.at["kavadh"] == "persia_area"
        t.empire("play Leader on Kavadh")
        assert "kavadh" not in t.w.at


def test_the_leader_marker_is_not_played_on_justinian() -> None:
    """§card/leader"""
    places = {**HOME, "heraclea": "justinian", "dara": "mundas"}
    with table(playing("levy", "leader", seat="barbarian", places=places), dice=[1]) as t:
        t.refused("barbarian", "play Leader on Justinian", "card/leader")
        t.barbarian("play Leader on Mundas")
        assert "mundas" not in t.w.at


def test_justinian_may_come_back() -> None:
    """§card/leader §21.4(5) On 1 to 3, where his owner chooses; else the attempt has failed."""
    w = playing("levy", "leader", "leader", dead=["justinian"])
    with table(w, dice=[4, 3]) as t:
        t.refused("empire", "play Leader call Justinian at Constantinopolis", kind="not_understood")
        t.empire("play Leader recall Justinian")
        assert t.w.dead == ["justinian"]
        t.empire("play Leader recall Justinian", "Constantinopolis")
        assert t.w.at["justinian"] == "3536"
        assert t.w.dead == []


def test_justinian_is_recalled_only_when_dead() -> None:
    """§21.4(5)"""
    with table(playing("levy", "leader", places={**HOME, "heraclea": "justinian"})) as t:
        t.refused("empire", "play Leader recall Justinian", "21.4")


def test_rome_finds_allies() -> None:
    """§card/roman_alliance A garrison of the Guard, anywhere in the provinces named, where nobody objects."""
    places = {**HOME, "3324": "ostrogoths_warband", "ravenna": "ostrogoths_warband"}
    places |= {"carthago": "vandals_garrison"}
    w = playing(
        "levy", "roman_alliance", places=places, control={"ostrogoths": "barbarian"}, pillaged=["3421"]
    )
    with table(w) as t:
        rule = "card/roman_alliance"
        t.refused("empire", "play Roman Alliance at Ravenna", rule, place="3720", holders="units/barbarian")
        t.refused("empire", "play Roman Alliance at Carthago", rule, place="2624", holders="units/neutral")
        t.refused("empire", "play Roman Alliance at 3325", rule, place="3325", by=["3324"])
        t.refused("empire", "play Roman Alliance at 3421", rule, place="3421")
        t.refused("empire", "play Roman Alliance at Dara", kind="not_understood")
        t.empire("play Roman Alliance at Roma")
        assert t.w.at["guard_garrison_1"] == "3322"


# -- supply phase ------------------------------------------------------------------------------


def test_a_market_feeds_a_hex() -> None:
    """§card/market §20.2 All units in it are in supply."""
    places = {"dara": "guard_field_army*5", "3546": "oriens_garrison*3"}
    w = playing("supply", "market", places=places, treasury={"empire": 0})
    with table(w) as t:
        t.refused("empire", "done", "20.2")
        t.empire("play Market at Dara")
        assert t.said()[-1] == "Market: Empire's units at Dara (3547) were supplied."
        assert t.w.fed == ["3547"]
        t.refused("empire", "feed Dara", kind="not_understood")


def test_nobody_opens_a_market_where_nobody_is_hungry() -> None:
    """§card/market §20.1 All may see who is hungry."""
    places = {"dara": "guard_field_army*5", "3535": "guard_garrison"}
    with table(playing("supply", "market", places=places, treasury={"empire": 0})) as t:
        t.refused("empire", "play Market at Heraclea", "card/market", place="3535")
    with table(playing("supply", "market", places={"3535": "guard_garrison"}, disbanding="on")) as t:
        t.refused("empire", "play Market", "card/market")


# -- §card/disease -----------------------------------------------------------------------------

FRONT = {"dara": "guard_garrison", "nisibis": "persia_garrison*2 persia_nomad"}


def test_disease_takes_units_of_a_city() -> None:
    """§card/disease None up to 3, one on 4 and 5, two on 6; its holder chooses."""
    with table(playing("tax", "disease", "disease", places=FRONT), dice=[3, 5]) as t:
        t.empire("play Disease at Nisibis")
        assert len(t.w.at) == 4
        t.empire("play Disease at Nisibis")
        t.barbarian("Persian nomad")
        assert "persia_nomad_1" not in t.w.at
    with table(playing("levy", "disease", places=FRONT), dice=[6]) as t:
        t.empire("play Disease at Nisibis")
        t.barbarian("Persian garrison x2")
        assert sorted(t.w.at) == ["guard_garrison_1", "persia_nomad_1"]


def test_disease_spares_nobody_where_few_are() -> None:
    """§card/disease Without a choice nobody is asked."""
    places = {"dara": "guard_garrison", "nisibis": "persia_garrison"}
    with table(playing("levy", "disease", places=places), dice=[6]) as t:
        t.empire("play Disease at Nisibis")
        assert sorted(t.w.at) == ["guard_garrison_1"]


def test_disease_needs_a_unit_beside_an_enemy_city() -> None:
    """§card/disease"""
    places = {
        "nisibis": "persia_garrison",
        "constantinopolis": "guard_garrison",
        "dubios": "armenia_garrison",
    }
    with table(playing("tax", "disease", places=places)) as t:
        t.refused("empire", "play Disease at Nisibis", "card/disease")
    with table(playing("tax", "disease", places={**FRONT, "dubios": "armenia_garrison"})) as t:
        t.refused("empire", "play Disease at Dubios", "card/disease", place="4047")


def test_disease_in_the_enemys_turn_is_an_option() -> None:
    """§8.41 §card/disease By the option `disease`."""
    w = playing("tax", places=FRONT, others={"barbarian": ["disease"]}, disease_time="any")
    with table(w, dice=[5]) as t:
        t.aside("barbarian", "play Disease at Dara")
        assert len(t.w.at) == 3
    w = playing("tax", places=FRONT, others={"barbarian": ["disease"]})
    with table(w) as t:
        t.refused("barbarian", "play Disease at Dara", "card/disease")


def reacting(seat: str, **more: Any) -> World:
    """The Empire's turn, in which a Persian army beside Dara reacts; one of both holds Disease."""
    places = {"dara": "guard_garrison", "nisibis": "persia_garrison*2 persia_nomad"}
    hands = {seat: ["disease", "end_of_campaign"]}
    w = world(places, phase="army", hands=hands, reaction="on", **more)
    w.army = Army("barbarian", "3548", ["persia_nomad_1"], 20, reaction=True)
    return w


def test_whose_army_reacts_plays_disease_by_the_option_alone() -> None:
    """§8.41 §25.1 ruling BE-C17 It is the enemy's turn."""
    with table(reacting("barbarian")) as t:
        t.refused("barbarian", "play Disease at Dara", "card/disease")
    with table(reacting("barbarian", disease_time="any"), dice=[3]) as t:
        t.barbarian("play Disease at Dara")
        assert t.asked == ["barbarian"]


def test_disease_in_ones_own_turn_while_the_enemys_army_reacts() -> None:
    """§8.41 §25.1 ruling BE-C17 Out of turn; End of Campaign does not stop a reaction (ruling BE-E10)."""
    for option in ("own", "any"):
        with table(reacting("empire", disease_time=option), dice=[6]) as t:
            aside = t.table.asides()["empire"]
            stop = {line.text: line.bar for line in aside.complete("play", ENGLISH)}["play End of Campaign"]
            assert stop is not None
            assert stop.rule == "card/end_of_campaign"
            assert "play" not in aside_items(t, "barbarian")
            t.aside("empire", "play Disease at Nisibis")
            t.barbarian("Persian garrison, Persian nomad")
            assert t.w.army is None  # there is nobody left in it
            assert t.asked == ["empire"]


def aside_items(t: Umpired, seat: str) -> list[str]:
    return [choice["name"] for choice in t.table.asides()[seat].describe()["choices"]]


# -- §card/end_of_campaign ---------------------------------------------------------------------


def campaign(**more: Any) -> World:
    """An imperial army that has moved, with 10 points left; the barbarian holds two End of Campaign."""
    hands = {"barbarian": ["end_of_campaign", "end_of_campaign"]}
    w = world({"4410": "guard_field_army", "nisibis": "persia_garrison"}, phase="army", hands=hands, **more)
    w.army = Army("empire", "4410", ["guard_field_army_1"], 20)
    return w


def test_end_of_campaign_between_two_orders_of_an_army() -> None:
    """§card/end_of_campaign (2) A die of operation points is lost."""
    with table(campaign(), dice=[4]) as t:
        t.aside("barbarian", "play End of Campaign")
        assert t.w.army is not None
        assert t.w.army.half == 12
        assert t.asked == ["empire"]
        assert (
            t.said()[-1]
            == "Barbarian played End of Campaign (4): the army at hex 4410 in Franks had 6 OP left."
        )


def test_end_of_campaign_takes_no_more_than_there_is() -> None:
    """§card/end_of_campaign (2) And an army without points has ended its operations (§14.3)."""
    with table(campaign(), dice=[6, 6]) as t:
        t.aside("barbarian", "play End of Campaign")
        t.aside("barbarian", "play End of Campaign")
        assert t.w.army is None
        assert t.w.operated == ["guard_field_army_1"]


def test_end_of_campaign_when_the_points_are_rolled() -> None:
    """§card/end_of_campaign (2) The window between the die and the first order."""
    hands = {"barbarian": ["end_of_campaign", "agent"]}
    w = world({"4410": "guard_field_army", "nisibis": "persia_garrison"}, phase="operations", hands=hands)
    with table(w, dice=[1, 6], windows={"campaign": "ask"}) as t:
        t.empire("activate Guard FA at 4410")
        assert t.asked == ["barbarian"]
        t.barbarian("play End of Campaign")
        assert t.w.army is not None
        assert t.w.army.half == 2 * (21 - 6)
        t.barbarian("pass")
        assert t.asked == ["empire"]


def test_end_of_campaign_needs_an_army_of_the_enemys() -> None:
    """§card/end_of_campaign (2) Neither between armies nor against one's own."""
    w = world(
        HOME, phase="operations", hands={"barbarian": ["end_of_campaign"], "empire": ["end_of_campaign"]}
    )
    with table(w) as t:
        t.refused("barbarian", "play End of Campaign", "card/end_of_campaign")
        assert "play" not in t.table.asides()["empire"].describe()["choices"]
