"""§10 §11 §20 §21 §28 §30 Taxes, reinforcements, supply, leaders, public works, disbanding."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "taxed": N_("{seat} taxes {sources} (x{n}): {solidi}."),
    "untaxed": N_("{seat} does not tax {source}."),
    "heavy_tax": N_("{seat} taxes {source} heavily: die {die}, modifier {modifier}."),
    "defection": N_("{source} defects because of {seat}'s heavy taxes."),
    "bought": N_("{seat} buys {n} stratagem {n:marker|markers} for {solidi}."),
    "pillage_removed": N_("{seat} removes the pillage marker from {place} for {solidi}."),
    "court": N_("Justinian occupies Constantinopolis: {seat} draws {n} stratagem {n:marker|markers}."),
    "recruited": N_("{seat} recruits {units} at {place} for {solidi}."),
    "levied": N_("{seat} levies {units} at {place}."),
    "works_built": N_("{seat} builds public works in {place} for {solidi}."),
    "leader_came": N_("{seat}: {units} {units:arrives|arrive} at {place}."),
    "fed": N_("{seat} pays {solidi} to supply its units in {places}."),
    "checked/loyal": N_(
        "{seat}: {units} in {place} {units:stays|stay} loyal (die {dice}, modifier {modifier})."
    ),
    "checked/disband": N_(
        "{seat}: {units} in {place} {units:disbands|disband} (die {dice}, modifier {modifier})."
    ),
    "checked/mutiny": N_(
        "{seat}: {units} in {place} {units:mutinies|mutiny} (die {dice}, modifier {modifier})."
    ),
    "mutinied": N_("The mutiny against {seat} spreads in {place}."),
    "ruined": N_("{place} is pillaged; neither side gains anything."),
}

VERBS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "tax": {"en": ("tax",), "ja": ("徴税",)},
    "untax": {"en": ("pass", "do not tax", "leave"), "ja": ("非課税", "見送り")},
    "heavy": {"en": ("heavy", "heavily"), "ja": ("重税",)},
    "normal": {"en": ("normal",), "ja": ("通常",)},
    "rest": {"en": ("rest", "the rest"), "ja": ("残り",)},
    "buy": {"en": ("buy",), "ja": ("購入",)},
    "remove_pillage": {"en": ("remove pillage", "rebuild", "clear"), "ja": ("略奪除去", "略奪マーカー除去")},
    "recruit": {"en": ("recruit", "hire"), "ja": ("募兵",)},
    "levy": {"en": ("levy",), "ja": ("徴兵",)},
    "build": {"en": ("build", "build works"), "ja": ("造営", "公共事業")},
    "play": {"en": ("play",), "ja": ("使用", "プレイ")},
    "done": {"en": ("done",), "ja": ("フェイズ終了", "完了")},
    "without": {"en": ("without", "but"), "ja": ("除外",)},
    "feed": {"en": ("feed", "supply"), "ja": ("給養",)},
    "feed_all": {"en": ("feed all", "pay all"), "ja": ("全給養", "全員給養")},
    "disband": {"en": ("disband",), "ja": ("解散",)},
    "heavy_tax": {"en": ("heavy taxes",), "ja": ("重税",)},
}
