"""A second implementation of chapters 6 to 12 of Ottomans, written from the text and RULINGS.md alone.

It imports of the project the world as it is stored, and nothing that carries out or checks a rule: it reads
the data files itself (`printed`) and keeps its own record of a turn from events (`course`). `follow` plays
whole games and compares:

- orders, legal and illegal, that it makes at random (`trying`), and those that are given: moves by land and
  sea, transport, forced marches (`moving`), attacks (`attacking`), judged both ways;
- battles (`battles`): who fights, printed and multiplied strength, column, result (`fighting`); losses named,
  both ways, and in sum; retreats, the whole set of areas; advance; those beside it (`losing`);
- control (`control`): who gets an attacked nation, where the units of a lost one go (§6.22), one hand in each
  city;
- food, initiative, chits due and points (`feeding`), as questions and events tell them (`told`, `asked`).

Which of equal ships carried units, and who was stopped by Weather at the start of a move, no event says:
there it takes over what the world has, and checks that the ships could. It does not cover replacement,
events, agents, set-up, nor chits but for what they do to orders and battles.
"""
