"""§3 §4 §6 §12 §13.1 §23: the sequence of play, control, events, losses and victory in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.belisarius.board import LEVELS
from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    # §3 the sequence of play
    "player_turn": N_("Turn {turn}: {seat}'s player turn begins."),
    "turn_over": N_("Turn {turn} ({first} to {last}) ends."),
    "surrendered": N_("{seat} surrenders: {winner} wins."),
    # §4 control, §12 the Guard, §13.1 §21 losses
    "control": N_("{seat} takes control of {province} (was {was})."),
    "control_neutral": N_("{province} becomes neutral (was {was})."),
    "guards_revolt": N_("The Guard in {place} revolts: {units}."),
    "guards_beaten": N_("The Guard in {place} revolts ({units}) and is put down by {others}."),
    "guards_return": N_("The Guard in {place} returns to loyalty: {units}."),
    "eliminated": N_("Eliminated in {place}: {units}."),
    "justinian_dead": N_("Justinian is eliminated: {seat} loses all stratagem markers."),
    # §6 the events
    "event": N_("{seat}'s random event ({dice}): {event}."),
    "event_arrival": N_("{seat} places {units} in {place}."),
    "nobody_comes": N_("{seat} has no unit to place, or nowhere to place it."),
    "grain_void": N_("No player occupies Constantinopolis: the grain supply has no effect."),
    "grain_arrives": N_("{seat}'s fleets bring grain to Constantinopolis."),
    "grain_fails": N_("{seat} has no fleet to bring grain to Constantinopolis."),
    "migration": N_("Barbarian migration: {seat} receives {n} {n:unit|units} of {province}."),
    "war_elsewhere": N_("War: {seat} has no taxes, levies or recruits this turn in {provinces}."),
    "prosperity": N_("Prosperity: {seat} receives {solidi}."),
    "plague": N_("The plague breaks out in: {regions}."),
    "city_dies": N_("The plague leaves {place} pillaged."),
    "nobody_demands": N_("None of {seat}'s stacks demands pay."),
    "paid_soldiers": N_("{seat} pays {solidi} to the soldiers in {places}."),
    "corruption": N_("Corruption: {seat} loses up to {n} {n:solidus|solidi}."),
    "no_resistance": N_("{seat} occupies no neutral province: there is no local resistance."),
    "balance_even": N_("Neither side controls three more provinces than the other."),
    "no_guards": N_("There is no loyal Guard stack without Justinian."),
    "guards_loyal": N_("The Guard in {place} stays loyal (die {n})."),
    "revolt": N_("Revolt in {province} (die {n})."),
    "no_revolt": N_("No revolt in {province} (die {n})."),
    "reformed": N_("{seat} plays Legal Reform: {province} does not check for revolt."),
    # §23 victory
    "level": N_("{seat}: {n} victory {n:point|points}, {level}."),
    "game_over/points": N_("The game is over: Empire {empire}, Barbarian {barbarian}. {winner} wins."),
    "game_over/draw": N_("The game is over: Empire {empire}, Barbarian {barbarian}. It is a draw."),
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
    "event/recovery": {"en": ("army recovery", "the army recovers"), "ja": ("軍隊の回復",)},
    "event/grain": {
        "en": ("grain supply of Constantinopolis", "the grain of Constantinopolis"),
        "ja": ("コンスタンティノポリスの小麦供給",),
    },
    "event/attrition": {
        "en": ("attrition, bandits and pirates", "attrition, bandits, pirates"),
        "ja": ("消耗・山賊・海賊",),
    },
    "event/migration": {"en": ("barbarian migration", "a migration of barbarians"), "ja": ("蛮族の移住",)},
    "event/war_north": {"en": ("war in the north",), "ja": ("北方の戦争",)},
    "event/war_africa": {"en": ("war in Africa",), "ja": ("アフリカの戦争",)},
    "event/war_east": {"en": ("war in the east",), "ja": ("東方の戦争",)},
    "event/religion": {"en": ("religious crisis", "a religious crisis"), "ja": ("宗教危機",)},
    "event/prosperity": {"en": ("prosperity",), "ja": ("繁栄",)},
    "event/plague": {"en": ("plague", "the plague"), "ja": ("疫病",)},
    "event/pay": {"en": ("soldiers demand pay", "the soldiers demand pay"), "ja": ("兵士の支払要求",)},
    "event/corruption": {"en": ("corruption",), "ja": ("腐敗",)},
    "event/resistance": {"en": ("local resistance", "a province resists"), "ja": ("州の抵抗",)},
    "event/alliance": {
        "en": ("improved alliance", "an alliance turns for the better"),
        "ja": ("同盟関係の好転",),
    },
    "event/balance": {
        "en": ("balance of power", "the balance of power"),
        "ja": ("バランス・オブ・パワー", "勢力均衡"),
    },
    "event/guard_revolt": {
        "en": ("Guard revolt", "a revolt of the Guard"),
        "ja": ("親衛ユニットの反乱", "親衛兵の反乱"),
    },
    "event/revolt_empire": {"en": ("revolts in the Empire",), "ja": ("帝国の暴動",)},
    "event/revolt_west": {"en": ("revolts in the west",), "ja": ("西方の暴動",)},
    "event/revolt_africa": {"en": ("revolts in Africa",), "ja": ("アフリカの暴動",)},
    "event/revolt_barbarian": {"en": ("revolts among the barbarians",), "ja": ("蛮族の暴動",)},
    "event/revolt_east": {"en": ("revolts in the east",), "ja": ("東方の暴動",)},
    **{f"level/{id}": {"en": (level.name,), "ja": (level.name_ja,)} for id, level in LEVELS.items()},
}
