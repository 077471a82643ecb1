"""Cut the shipped fonts down to the characters that can occur. Run by hand; needs fonttools and brotli.

    python tools/assets/fonts.py --garamond FOLDER --noto FILE
    python tools/assets/fonts.py --debian /usr/share/fonts

FOLDER holds the variable EB Garamond ("EBGaramond[wght].ttf" and its italic), FILE is the static
Noto Serif JP in weight 600. The Latin fonts keep Latin, Greek and punctuation. The Japanese font
keeps kana, the 2,965 kanji of JIS X 0208 level 1 (rows 16 to 47), common kanji outside it, and every
other character found in `data/` and the catalogues; the list is computed here, so running the tool again
after new texts is all there is to do.

Letters are set by `renderer/draw/text.py` itself, so the kerning of the Latin fonts goes into
`kerning.json`, and the tables by which a shaping library would set them are left out.

The second form cuts the fonts for people's names down (`renderer/draw/fonts/fallback.py`), from Debian's
packages fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji: other scripts, whole; kanji of JIS X 0208
level 2 and of IBM, hanzi of GB 2312 and Big5, Hangul of KS X 1001; single emoji. Both forms write the file
`names/coverage.json`, which says what each font has.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "data" / "fonts"
NAMES = TARGET / "names"
WEIGHTS = {
    "EBGaramond-Medium.ttf": ("EBGaramond[wght].ttf", 500),
    "EBGaramond-Bold.ttf": ("EBGaramond[wght].ttf", 700),
    "EBGaramond-MediumItalic.ttf": ("EBGaramond-Italic[wght].ttf", 500),
}
# Kanji in common use, some of which JIS X 0208 puts in level 2 or lacks.
COMMON_KANJI = (
    "丼侶傲僅刹剝勃匂叱咽喩喉嗅嘲塡填壌奨妖妬媛嫉岡岬崖嵐巾弄弥彙怨恣惧慄憧憬戚戴拉拭拶挨挫捉捗捻摯"
    "斬旦旺昧曖曾枕柵桁梗楷椎毀氾汎沙沃淫湧溺潰煎熊爪爽牙狙玩璧璽瓦瓶畏畝畿疹痕痩瘍眉睦瞭瞳稽窟箋箸籠"
    "綻緻罵羞羨翻肘股脇脊脹腎腫腺膝膳臆臼舷艶芯苛茨萎葛蓋蔑蔽藍藤虎虹蜂蜜袖裾裂襟訃詣詮誰謎諧諦貌貪貼賂"
    "賭踪蹴辣迭逓遜遡遮醒醬采釜釣錦錮鍋鍵鎌闇阜阪隙韓頃須頓頗頬頰顎餅餌餓駄駒骸鬱鶴鹿麓麺亀"
)


def latin_characters() -> set[int]:
    """Latin with its accents, Greek, punctuation, arrows and figures."""
    spans = ((0x20, 0x17F), (0x1E00, 0x1EFF), (0x370, 0x3FF), (0x2010, 0x2044), (0x2070, 0x209C))
    points = {point for first, last in spans for point in range(first, last + 1)}
    return points | {0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x00D7, 0xFFFD}


def japanese_characters() -> set[int]:
    """Kana, full-width forms, kanji of level 1, common kanji and all that our texts use besides."""
    found: set[int] = set()
    for row in range(1, 48):
        for cell in range(1, 95):
            try:
                found.add(ord(bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp")))
            except UnicodeDecodeError:
                continue
    found |= {ord(letter) for letter in COMMON_KANJI}
    found |= set(range(0x20, 0x7F)) | set(range(0x3000, 0x3100))
    for pattern in ("data/**/*.toml", "data/**/*.json", "**/*.po"):
        for path in sorted(ROOT.glob(pattern)):
            found |= {ord(letter) for letter in path.read_text(encoding="utf-8") if ord(letter) > 0x2E7F}
    return found


def kerned_characters() -> list[int]:
    """The characters that are kerned: Latin with its commoner accents, figures and punctuation."""
    return [*range(0x21, 0x7F), *range(0xC0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]


def kerning(font: TTFont) -> dict[str, dict[str, int]]:
    """Return the kerning of pairs of characters, in thousandths of the size: left ones, right ones, the
    amount.

    Letters that are kerned alike are put together.
    """
    glyphs = {chr(point): font.getBestCmap()[point] for point in kerned_characters()}
    table = font["GPOS"].table
    wanted = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for number in record.Feature.LookupListIndex
    }
    lookups = [table.LookupList.Lookup[number].SubTable for number in sorted(wanted)]
    alike: dict[tuple[tuple[str, int], ...], str] = {}
    for left, first in glyphs.items():
        rights: dict[int, str] = {}
        for right, second in glyphs.items():
            between = sum(_between(subtables, first, second) for subtables in lookups)
            if between:
                rights[between] = rights.get(between, "") + right
        if rights:
            row = tuple((letters, between) for between, letters in sorted(rights.items()))
            alike[row] = alike.get(row, "") + left
    return {lefts: dict(row) for row, lefts in alike.items()}


def _between(subtables: list[Any], left: str, right: str) -> int:
    """Return the value that the first subtable with the left glyph has for the pair."""
    for outer in subtables:
        table = outer.ExtSubTable if outer.LookupType == 9 else outer
        if left not in table.Coverage.glyphs:
            continue
        if table.Format == 1:
            pairs = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
            found = [pair.Value1 for pair in pairs if pair.SecondGlyph == right]
            if not found:
                continue
            return int(getattr(found[0], "XAdvance", 0) or 0)
        first = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)]
        value = first.Class2Record[table.ClassDef2.classDefs.get(right, 0)].Value1
        return int(getattr(value, "XAdvance", 0) or 0)
    return 0


def cut(font: TTFont, points: set[int], target: Path, *, shaped: bool = False) -> None:
    """Write `font` reduced to `points`, without hints, and without layout features unless it is `shaped`."""
    options = Options()
    options.hinting = False
    options.layout_features = ["*"] if shaped else []
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["DSIG", "STAT", "vhea", "vmtx", "VORG", "BASE"]
    options.drop_tables += [] if shaped else ["GDEF", "GPOS", "GSUB"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    font.save(target)
    size = target.stat().st_size // 1024
    print(f"{target.name}: {size} KiB, {len(font.getBestCmap())} characters")


FOR_NAMES = {
    "NotoSerif-Regular.ttf": (
        (0x180, 0x24F),
        (0x250, 0x36F),
        (0x400, 0x52F),
        (0x1C80, 0x1EFF),
        (0x1F00, 0x1FFF),
    ),
    "NotoSerifThai-Regular.ttf": ((0xE00, 0xE7F),),
    "NotoNaskhArabic-Regular.ttf": ((0x20, 0x20), (0x600, 0x6FF), (0x750, 0x77F), (0x200C, 0x200F)),
    "NotoSerifHebrew-Regular.ttf": (
        (0x20, 0x20),
        (0x590, 0x5FF),
    ),
    "NotoSerifDevanagari-Regular.ttf": ((0x900, 0x97F), (0x200C, 0x200D), (0x25CC, 0x25CC)),
}
"""Fonts of fonts-noto-core and the characters that are kept of them."""
CJK, EMOJI = "NotoSerifCJK-Bold.ttc", "NotoColorEmoji.ttf"


def han_and_hangul() -> set[int]:
    """Kanji of JIS X 0208 level 2 and of IBM, hanzi of GB 2312 and Big5's level 1, Hangul of KS X 1001."""
    tables = {
        "euc_jp": ((0xD0, 0xF4), (0xA1, 0xFE)),
        "cp932": ((0xFA, 0xFC), (0x40, 0xFC)),
        "gb2312": ((0xB0, 0xF7), (0xA1, 0xFE)),
        "big5": ((0xA4, 0xC6), (0x40, 0xFE)),
        "euc_kr": ((0xB0, 0xC8), (0xA1, 0xFE)),
    }
    found: set[int] = set()
    for charset, (leads, trails) in tables.items():
        for lead in range(leads[0], leads[1] + 1):
            for trail in range(trails[0], trails[1] + 1):
                signs = bytes((lead, trail)).decode(charset, errors="ignore")
                found |= {ord(signs)} if len(signs) == 1 and ord(signs) > 0x2E7F else set()
    return found


def cut_for_names(folder: Path) -> None:
    """Write the fonts for people's names from Debian's fonts in a folder."""
    NAMES.mkdir(parents=True, exist_ok=True)
    for name, spans in FOR_NAMES.items():
        font = TTFont(folder / "truetype" / "noto" / name, recalcTimestamp=False)
        cut(
            font,
            {point for first, last in spans for point in range(first, last + 1)},
            NAMES / name,
            shaped=True,
        )
    japanese = TTFont(folder / "opentype" / "noto" / CJK, fontNumber=0, recalcTimestamp=False)
    base = set(TTFont(TARGET / "NotoSerifJP-SemiBold.ttf").getBestCmap())
    cut(japanese, han_and_hangul() - base, NAMES / "NotoSerifCJK-Bold.otf")
    emoji = TTFont(folder / "truetype" / "noto" / EMOJI, recalcTimestamp=False)
    cut(emoji, {point for point in emoji.getBestCmap() if point > 0x203B}, NAMES / EMOJI)


def write_coverage() -> None:
    """Write which characters each font has, as spans of code points."""
    fonts = sorted([*TARGET.glob("*.ttf"), *NAMES.glob("*.?tf")])
    found = {path.name: spans(TTFont(path).getBestCmap()) for path in fonts}
    (NAMES / "coverage.json").write_text(f"{json.dumps(found, separators=(',', ':'))}\n", encoding="utf-8")


def spans(points: Iterable[int]) -> list[tuple[int, int]]:
    """Return code points as spans, each with its first and last one."""
    found: list[tuple[int, int]] = []
    for point in sorted(points):
        if found and found[-1][1] == point - 1:
            found[-1] = (found[-1][0], point)
        else:
            found.append((point, point))
    return found


def main() -> None:
    """Read the sources named on the command line and write `data/fonts`."""
    parser = argparse.ArgumentParser(description="Cut the shipped fonts down.")
    parser.add_argument("--garamond", type=Path)
    parser.add_argument("--noto", type=Path)
    parser.add_argument("--debian", type=Path)
    chosen = parser.parse_args()
    if chosen.garamond and chosen.noto:
        cut_for_pictures(chosen.garamond, chosen.noto)
    if chosen.debian:
        cut_for_names(chosen.debian)
    write_coverage()


def cut_for_pictures(garamond: Path, noto: Path) -> None:
    """Write the fonts of all that the pictures say, from EB Garamond and Noto Serif JP."""
    TARGET.mkdir(parents=True, exist_ok=True)
    kerned = {}
    for name, (source, weight) in WEIGHTS.items():
        font = instantiateVariableFont(TTFont(garamond / source, recalcTimestamp=False), {"wght": weight})
        kerned[name] = kerning(font)
        cut(font, latin_characters(), TARGET / name)
    written = json.dumps(kerned, ensure_ascii=False, indent=0)
    (TARGET / "kerning.json").write_text(f"{written}\n", encoding="utf-8")
    japanese = TTFont(noto, recalcTimestamp=False)
    cut(japanese, japanese_characters(), TARGET / "NotoSerifJP-SemiBold.ttf")
    for path in TARGET.glob("*.ttf"):
        compress(path)


def compress(path: Path) -> None:
    """Write a font as browsers load it, beside it; needs brotli."""
    font = TTFont(path, recalcTimestamp=False)
    font.flavor = "woff2"
    font.save(path.with_suffix(".woff2"))


if __name__ == "__main__":
    main()
