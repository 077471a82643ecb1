"""A second implementation of The Ancient World, to compare the umpire with.

It was written from the Japanese text, RULINGS.md and the figures, without a look at the modules that carry
the rules out. It shares with them the records of `data/ancient_world` and the state of a campaign; every sum,
way and verdict is found anew. Covered are:

- §6.4 attrition of marches, of staying, and what may be paid for it; §5.25 continuation;
- §6.5 interception, counter-interception and ambush: modifiers, ways, the best way; §8.22 avoidance: places,
  cost, modifiers; §8.25 coordination;
- §8.3 elephants, the commanders, each line of the sum, the result, §8.33 eased percentages, §8.34 losses by
  arm and contingent, §8.38 pursuit, §8.37 who must retreat, by which way, at what cost, §8.5 victory and
  states, §8.6 who rolls for death and wounds;
- §9 investment, assault, reduction, repair, sally, treachery, demand, looting, hunger with supply and
  foraging, and when a siege ends;
- §6.6 overruns, §7.2 voyages, §7.3 straits, §10 new units, §12.34 embassies;
- §6.7 devastation and recovery, §11 cities and provinces, §12.24 alliances, §14 losses, points, the end.

`watch` stands between the table and the rules, `compare_*` compare, `games` plays. Where the two differ the
text decides.
"""
