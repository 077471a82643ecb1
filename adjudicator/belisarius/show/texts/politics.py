"""§3 §4 §6 §12 §13.1 §23: the sequence of play, control, events, losses and victory in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.belisarius.board import LEVELS
from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    # §3 the sequence of play
    "player_turn": N_("Turn {turn}: the player turn of {seat} begins."),
    "turn_over": N_("Turn {turn}, the years {first} to {last}, is over."),
    "surrendered": N_("Surrender of {seat}: the victory goes to {winner}."),
    # §4 control, §12 the Guard, §13.1 §21 losses
    "control": N_("Control of {province}: {seat} (before: {was})."),
    "control_neutral": N_("Control of {province}: neutral (before: {was})."),
    "guards_revolt": N_("The Guards in {place} revolt: {units}."),
    "guards_beaten": N_("The Guards in {place} rise ({units}) and are put down by {others}."),
    "guards_return": N_("The Guards in {place} return to their loyalty: {units}."),
    "eliminated": N_("Eliminated in {place}: {units}."),
    "justinian_dead": N_("Justinian is dead: all stratagem markers of {seat} are lost."),
    # §6 the events
    "event": N_("Random event of {seat} ({dice}): {event}."),
    "event_arrival": N_("New in {place} for {seat}: {units}."),
    "nobody_comes": N_("Nobody is left who could come for {seat}, or there is no place for them."),
    "grain_void": N_("Nobody at war holds Constantinopolis: the grain supply does not matter."),
    "grain_arrives": N_("The grain reaches Constantinopolis in ships of {seat}."),
    "grain_fails": N_("No fleet of {seat} brings grain to Constantinopolis."),
    "migration": N_("A people is on the move for {seat}: {province}, units: {n}."),
    "war_elsewhere": N_("War: no taxes, levies or recruits for {seat} this turn in {provinces}."),
    "prosperity": N_("Prosperity: {solidi} for {seat}."),
    "plague": N_("The plague breaks out in: {regions}."),
    "city_dies": N_("The plague empties {place}: it lies in ruins."),
    "nobody_demands": N_("No stack of {seat} demands pay."),
    "paid_soldiers": N_("Soldiers of {seat} are paid in {places}: {solidi}."),
    "corruption": N_("Corruption costs {seat} solidi, at most {n}."),
    "no_resistance": N_("No neutral province has been entered by {seat}: nobody resists."),
    "balance_even": N_("Neither side controls three provinces more than the other."),
    "no_guards": N_("There is no stack of loyal Guards away from Justinian."),
    "guards_loyal": N_("The Guards in {place} stay loyal (die {n})."),
    "revolt": N_("Revolt in {province} (die {n})."),
    "no_revolt": N_("No revolt in {province} (die {n})."),
    "reformed": N_("Laws reformed by {seat}: {province} keeps quiet."),
    # §23 victory
    "level": N_("{seat}: {n} points, {level}."),
    "game_over/points": N_(
        "The game is over: Empire {empire}, Barbarians {barbarian}. The greater glory: {winner}."
    ),
    "game_over/draw": N_("The game is over: Empire {empire}, Barbarians {barbarian}. It is a draw."),
}

VERBS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "rouse": {"en": ("rouse", "resist"), "ja": ("抵抗", "蜂起")},
    "win_over": {"en": ("win over", "favour", "favor"), "ja": ("好転", "味方にする")},
    "win_back": {"en": ("win back",), "ja": ("忠誠回復", "奪回")},
    "pay_off": {"en": ("pay off", "pay"), "ja": ("支払う", "支払い")},
    "incite": {"en": ("incite",), "ja": ("扇動",)},
    "surrender": {"en": ("surrender", "resign"), "ja": ("降伏", "投了")},
    "event": {"en": ("random event", "event"), "ja": ("ランダムイベント", "イベント")},
    "grain": {"en": ("grain supply", "grain"), "ja": ("小麦供給",)},
    "attrition": {"en": ("attrition",), "ja": ("消耗",)},
    "migration": {"en": ("migration",), "ja": ("移住",)},
    "plague": {"en": ("plague",), "ja": ("疫病",)},
    "corruption": {"en": ("corruption",), "ja": ("腐敗",)},
    "balance": {"en": ("balance of power", "balance"), "ja": ("バランス・オブ・パワー", "勢力均衡")},
    "guard_revolt": {"en": ("revolt of the Guard",), "ja": ("親衛ユニットの反乱", "親衛兵の反乱")},
    "neutral_provinces": {"en": ("neutral provinces",), "ja": ("中立州",)},
    "event/recovery": {"en": ("the army recovers",), "ja": ("軍隊の回復",)},
    "event/grain": {"en": ("the grain of Constantinopolis",), "ja": ("コンスタンティノポリスの小麦供給",)},
    "event/attrition": {"en": ("attrition, bandits, pirates",), "ja": ("消耗・山賊・海賊",)},
    "event/migration": {"en": ("a migration of barbarians",), "ja": ("蛮族の移住",)},
    "event/war_north": {"en": ("war in the north",), "ja": ("北方の戦争",)},
    "event/war_africa": {"en": ("war in Africa",), "ja": ("アフリカの戦争",)},
    "event/war_east": {"en": ("war in the east",), "ja": ("東方の戦争",)},
    "event/religion": {"en": ("a religious crisis",), "ja": ("宗教危機",)},
    "event/prosperity": {"en": ("prosperity",), "ja": ("繁栄",)},
    "event/plague": {"en": ("the plague",), "ja": ("疫病",)},
    "event/pay": {"en": ("the soldiers demand pay",), "ja": ("兵士の支払要求",)},
    "event/corruption": {"en": ("corruption",), "ja": ("腐敗",)},
    "event/resistance": {"en": ("a province resists",), "ja": ("州の抵抗",)},
    "event/alliance": {"en": ("an alliance turns for the better",), "ja": ("同盟関係の好転",)},
    "event/balance": {"en": ("the balance of power",), "ja": ("バランス・オブ・パワー", "勢力均衡")},
    "event/guard_revolt": {"en": ("a revolt of the Guard",), "ja": ("親衛ユニットの反乱", "親衛兵の反乱")},
    "event/revolt_empire": {"en": ("revolts in the Empire",), "ja": ("帝国の暴動",)},
    "event/revolt_west": {"en": ("revolts in the west",), "ja": ("西方の暴動",)},
    "event/revolt_africa": {"en": ("revolts in Africa",), "ja": ("アフリカの暴動",)},
    "event/revolt_barbarian": {"en": ("revolts among the barbarians",), "ja": ("蛮族の暴動",)},
    "event/revolt_east": {"en": ("revolts in the east",), "ja": ("東方の暴動",)},
    **{f"level/{id}": {"en": (level.name,), "ja": (level.name_ja,)} for id, level in LEVELS.items()},
}
