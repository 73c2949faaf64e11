"""What a person can type besides a plan."""

from __future__ import annotations

import re

from affray.fight.fight import Fight

MEANT_AS_DICE = re.compile(r"\d*d?\d")

HELP = """\
  NUMBER or name   carry that plan out; add answers to what it leaves open: 1 target=Orc
  Enter, all PLAN, NAME PLAN   where several seal at once: as listed, the same, another
  ?                exact odds of every plan;  ? NUMBER  the working behind one
  ? 1 Orc.action=shove   the same, taking for granted what somebody else answers
  how [N]          what the numbers of a line are made of: the last one, or the one marked (how N)
  advise           what would you do? plans by their chance to win;  advise 5000  thinks longer,
                   advise Milos  is for one of those who seal at once
  undo [N] [fresh] take back your last N decisions; fresh asks for new dice
  undo all fresh   start over with new dice, those before your first decision too
  edit NAME FIELD=VALUE ...   change a creature by hand, as the game master may;
                   edit FIELD=VALUE  changes the scene (its round, its level, its weather)
  ruling           how the rules are read here;  ruling ties=target  read one so from now on
  ruling ties=target would   what would have been different;  ... start  from the beginning on
  ruling back      take back what was switched from the beginning
  add KIND [side=foes at=[3, 4] name=Snag player=bold FIELD=VALUE ...]   one more comes
  remove NAME      somebody leaves the fight
  rest  again  story   when the fight is over: rest, fight on with what lasts, or tell it
  map  cards [NAME]  log  rule ID  throw 2d6+1  help  quit   (all of it is saved at once)"""


def is_plan(fight: Fight, word: str, rest: str) -> bool:
    """A game may call a plan as a command is called: `throw 2d6` is dice, `throw Orc` a spear."""
    is_called_so = any(plan.name == word for plan in fight.ruleset.words.plans)
    return is_called_so and MEANT_AS_DICE.match(rest.strip()) is None
