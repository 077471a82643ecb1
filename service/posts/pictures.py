"""Picture posts: changes since the last stage, a battle, a turn (design/renderer.md §1)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.language.words import N_, Cells, Words, words
from adjudicator.display.scene import Scene
from service.api import Service
from service.pictures import build
from service.pictures.build import Sight
from service.pictures.drawing import Drawing
from service.text.localizer import Localizer
from service.usecases.play import queries
from service.values.posts import BattlePicture, Picture, StagePicture, TurnPicture

from .dice import TAKES

MOST_CHANGES = 12
"""The most places that are named as having changed hands."""


class Pictured:
    """The sentences and drawings of one picture post, in one language.

    Both may raise `NotNow`, if the post shows a rest that is not kept.
    """

    def __init__(self, service: Service, campaign: int, content: Picture, localizer: Localizer) -> None:
        self._service, self._campaign, self._localizer = service, campaign, localizer
        self._game = service.game(campaign)
        self._content = content
        self._seat = (content.viewer or None) if isinstance(content, StagePicture) else None

    def parts(self) -> tuple[list[str], list[Drawing]]:
        """Return the sentences and the drawings of the post."""
        match self._content:
            case BattlePicture(rest=rest):
                drawing = build.battle_of(*self._where(), rest=rest)
                return [], [drawing] if drawing is not None else []
            case TurnPicture():
                return [], list(self._turn(self._content))
            case StagePicture():
                return self._stage(self._content)

    def _where(self) -> tuple[Service, int, str | None, str]:
        return self._service, self._campaign, self._seat, self._localizer.language

    def _turn(self, content: TurnPicture) -> Iterator[Drawing]:
        """Yield the drawings at the end of a turn: the score chart, and the turn as an animation."""
        rest, turn = content.rest, self._game.when(content.stage).turn
        scores = build.scores_of(*self._where(), rest=rest)
        animation = build.animation_of(*self._where(), turn=turn, rest=rest)
        whole = build.animation_of(*self._where(), rest=rest) if content.over else None
        yield from (drawing for drawing in (scores, animation, whole) if drawing is not None)

    def _stage(self, content: StagePicture) -> tuple[list[str], list[Drawing]]:
        """Return lines about a new stage, and drawings of its changes, close up or on the whole map."""
        rest, since = content.rest, content.since
        now = build.sight_of(*self._where(), rest=rest, since=since)
        if now is None:
            return [], []
        before = build.sight_of(*self._where(), rest=since) if since >= 0 else None
        lines = list(self._changes(content, before, now)) if before is not None and self._seat is None else []
        drawings = [*self._maps(before, now), *self._hand(before, now)]
        return lines, drawings

    def _maps(self, before: Sight | None, now: Sight) -> Iterator[Drawing]:
        """Yield one map if something has changed: close up if all changes fit in, else whole; at the
        beginning of a turn always whole for all. A seat gets one only if its map differs from the public one.
        """
        seat = self._seat
        groups = list[tuple[str, ...]]()
        if before is not None:
            groups = build.action(now.scene) or build.changed(before.scene, now.scene)
            if not groups:
                return
        if seat is not None and self._is_public(now.scene):
            return
        is_whole = seat is None and self._begins_a_turn()
        yield build.near_or_whole(now.scene, seat, () if is_whole else groups)

    def _begins_a_turn(self) -> bool:
        """Return true if the stage shown belongs to another turn than the picture before."""
        assert isinstance(self._content, StagePicture)
        stages = dict(self._service.rests(self._campaign))
        before = stages.get(self._content.since, self._content.stage)
        return self._game.when(before).turn != self._game.when(self._content.stage).turn

    def _is_public(self, scene: Scene) -> bool:
        """Return true if a seat's map is the same as the public one."""
        service, campaign, _, language = self._where()
        known = build.sight_of(service, campaign, None, language, self._content.rest)
        return known is not None and known.scene.stacks == scene.stacks

    def _hand(self, before: Sight | None, now: Sight) -> Iterator[Drawing]:
        """Yield a seat's hand, for its owner alone, if it has changed."""
        seat = self._seat
        held = [self._in_hand(sight) for sight in (before, now) if sight is not None]
        if not seat or (before is not None and held[0] == held[-1]) or not (held[0] or held[-1]):
            return
        drawing = build.hand_of(*self._where(), rest=self._content.rest)
        if drawing is not None:
            yield drawing

    def _in_hand(self, sight: Sight) -> list[str]:
        return [id for kind in self._game.held(sight.view)[:1] for id in kind.ids]

    def _changes(self, content: StagePicture, before: Sight, now: Sight) -> Iterator[str]:
        """Yield sentences about points and control that have changed."""
        campaign = self._campaign
        then = self._service.look(campaign, queries.score, content.since)
        score = self._service.look(campaign, queries.score, content.rest)
        if then.points != score.points:
            points = [_standing(side, n, n - then.points.get(side, 0)) for side, n in score.points.items()]
            yield self._localizer.sentence(words(N_("points: {points}."), points=Cells(points)))
        one, other = _held(before.scene), _held(now.scene)
        passed = [place for place in other if place in one and one[place] != other[place]]
        if passed:
            listed = [words(N_("{place}: {side}"), place=p, side=other[p]) for p in passed]
            if len(listed) > MOST_CHANGES:
                listed[MOST_CHANGES - 1 :] = [words(N_("{n} more"), n=len(listed) - MOST_CHANGES + 1)]
            yield self._localizer.sentence(words(N_("changed hands: {places}."), places=listed))


def _standing(side: str, n: int, change: int) -> Words:
    if not change:
        return words(TAKES, place=side, n=n)
    return words(N_("{side} {n} ({change})"), side=side, n=n, change=f"{change:+}")


def _held(scene: Scene) -> dict[str, str]:
    """Return the holder of each place."""
    holder = "holder:"
    return {m.place: m.kind.removeprefix(holder) for m in scene.marks if m.kind.startswith(holder)}
