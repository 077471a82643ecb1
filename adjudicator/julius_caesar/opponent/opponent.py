"""The opponent as the search is given it."""

from adjudicator.search.opponent import Opponent

from .plans import SEARCHED, plans
from .policy import policy
from .worth import WEIGHTS, last, turn, worth

OPPONENT = Opponent(
    policy=policy, plans=plans, searched=SEARCHED, turn=turn, last=last, worth=worth, weights=WEIGHTS
)
