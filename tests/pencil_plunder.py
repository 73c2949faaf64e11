"""Plunder's book: hands and what they hold parry, dice beat numbers, what is beyond does harm."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable

from pencil_distances import Distances

Lines = dict[str, Callable[..., None]]

COLUMN = {"Dexterity": "melee", "Instinct": "ranged", "Intelligence": "magic"}
NUMBER_OF = {"Instinct": "shoots on", "Intelligence": "casts on", "attack target": "strikes on"}
HANDS = ("in the right hand", "in the left hand", "in both hands")
BODY = r"head|torso|right arm|left arm|right leg|left leg"


class Plunder(Distances):
    """Every number is an ability and a Defense, and a Defense what is in hand."""

    carried = ("HP", "wounds", "exhaustion", "defense", "evasion")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.people = [who for who, sheet in self.sheets.items() if "HP" in sheet]
        self.held = {who: self.hands_of(who) for who in self.people}
        self.at_once: tuple[int, dict[str, list[str]]] = (0, self.held)
        self.own = {who: self.sheets[who]["defense"] - self.parries(who) for who in self.people}
        for who in self.people:
            # One Wound more than a monster bears is told, and kills it; it is no limit.
            self.sheets[who].pop("most wounds", None)
        self.dice: dict[str, list[int]] = defaultdict(list)
        self.counts: dict[str, int] = {}
        self.wards: Counter[str] = Counter()
        self.open: set[str] = set()
        self.needed = self.damage = self.beyond = self.added = 0
        self.roller = ""
        self.bonus: dict[str, int] = {}
        self.queue: list[int] = []
        self.pool: list[int] = []

    # hands -----------------------------------------------------------------

    def hands_of(self, who: str) -> list[str]:
        card = next(line for line in self.opening if line.startswith(f"{who}: "))
        held = re.search(r"holds (.+?)  ", card)
        assert held is not None
        return [] if held[1] == "nothing" else re.sub("'", "", held[1]).split(" and ")

    def in_hand(self, who: str) -> list[str]:
        return self.at_once[1][who]

    def parries(self, who: str) -> int:
        """What is in hand adds its Defense, a monster's own loses only what it no longer holds."""
        found = [re.search(r"defense (-?\d+)", self.entry(thing)) for thing in self.in_hand(who)]
        total = sum(int(one[1]) for one in found if one)
        card = " ".join(self.opening)
        armed = re.search(rf"{re.escape(who)}: .*?entry: (.*?)abilities", card)
        assert armed is not None
        if "nature monster" not in armed[1]:
            return total
        number = re.search(r"armed (\d+)", armed[1])
        return -max(0, int(number[1]) - total) if number else 0

    def defense(self, who: str) -> int:
        own = self.own[who]
        monster = "nature monster" in self.entry_of(who)
        return max(min(0, own), own + self.parries(who)) if monster else own + self.parries(who)

    def entry_of(self, who: str) -> str:
        at = next(n for n, line in enumerate(self.opening) if line.startswith(f"{who}: "))
        return self.opening[at + 1]

    def takes(self, who: str, thing: str, where: str) -> None:
        if f"in {where}" in HANDS:
            self.held[who].append(thing)

    def loses(self, who: str, thing: str) -> None:
        if thing in self.held[who]:
            self.held[who].remove(thing)

    def drops(self, who: str, thing: str) -> None:
        if "too many to move" in self.before():
            return
        assert thing in self.held[who], (self.lines[self.n], self.held[who])
        self.held[who].remove(thing)

    # dice --------------------------------------------------------------------

    def phase(self) -> None:
        self.dice.clear()
        self.counts.clear()
        self.queue.clear()
        self.meant.clear()
        self.bonus.clear()
        self.at_once = (0, self.held)

    def rolls(self, who: str, face: str) -> None:
        self.dice[who].append(int(face))
        self.counts[who] = self.dice[who][0]

    def besides(self, who: str, face: str) -> None:
        """A roll of its own right before the attack, whose die stays what it is."""
        self.bonus[who] = int(face)

    def counted(self, who: str, how: str, face: str) -> None:
        ways = {"advantage": max, "disadvantage": min}
        now = ways[how](self.dice[who]) if how in ways else self.dice[who][0]
        assert now == int(face), (self.lines[self.n], self.dice[who])
        self.counts[who] = now

    def queued(self, face: str, who: str) -> None:
        assert not self.queue or self.queue[-1] >= int(face), self.lines[self.n]
        self.queue.append(int(face))
        assert self.counts[who] == int(face), self.lines[self.n]

    def together(self, n: str, face: str) -> None:
        """Equal dice: what the later of them meet is what was in hand before the first."""
        assert sum(one == int(face) for one in self.queue) == int(n), self.lines[self.n]
        self.at_once = (int(face), {who: list(held) for who, held in self.held.items()})

    def is_due(self, who: str, face: str) -> None:
        assert self.queue.pop(0) == int(face), self.lines[self.n]
        if int(face) != self.at_once[0]:
            self.at_once = (0, self.held)

    def evades(self, who: str, total: str) -> None:
        self.roller = who
        self.counts[who] = int(total)

    # numbers -------------------------------------------------------------------

    def declares(self, who: str, act: str, whom: str) -> None:
        self.meant[who] = (act, whom)

    def goes_for(self, who: str, whom: str) -> None:
        self.meant[who] = (self.meant.get(who, ("attack", ""))[0], whom)

    def opens(self, who: str) -> None:
        self.open.add(who)

    def expected(self, whom: str, far: bool) -> int:
        """Whoever is feinted or helpless has no Defense, or what little is below none."""
        now = self.sheets[whom]["evasion"] if far else self.defense(whom)
        now += self.wards[whom]
        return min(0, now) if whom in self.open else now

    def targets_of(self, who: str) -> str:
        at = next(n for n, line in enumerate(self.opening) if line.startswith(f"{who}: "))
        below = self.opening[at + 1 : at + 6]
        end = next((n for n, line in enumerate(below) if not line.startswith(" ")), len(below))
        return " ".join(below[:end])

    def needs(self, who: str, number: str, what: str, own: str, defense: str) -> None:
        card = " ".join([self.entry_of(who), *self.opening])
        line = next(line for line in self.opening if line.startswith(f"{who}: "))
        abilities = re.search(rf"{re.escape(who)}: .*?abilities: (.*?)  ", card + "  ")
        assert abilities is not None
        said = re.findall(rf"{NUMBER_OF.get(what, 'strikes on')} (\d+)", line)
        said += re.findall(rf"{what.lower()} (\d+)", abilities[1])
        said += re.findall(
            rf"attack targets: .*{COLUMN.get(what, what)} (\d+)", self.targets_of(who)
        )
        assert own in said, (self.lines[self.n], said)
        assert int(own) + int(defense) == int(number)
        self.needed = int(number)
        act, whom = self.meant.get(who, ("", ""))
        leaves = re.match(rf"{re.escape(who)} rolls Dexterity", self.after())
        if not leaves and whom:
            expected = self.expected(whom, act in ("shoot", "cast"))
            assert expected == int(defense), (self.lines[self.n], whom, self.held[whom])
        self.open.clear()

    def needs_to_engulf(self, number: str, own: str, fire: str) -> None:
        assert int(own) + int(fire) == int(number)
        self.needed = int(number)

    def needs_to_rally(self, who: str, number: str, dice: str) -> None:
        strongest = re.match(r"(.+) has the most Hit Dice of .+: (\d+)", self.before())
        assert strongest is not None, self.lines[self.n]
        assert strongest[2] == dice, self.lines[self.n]
        level = re.search(r"(?:level|hit dice) (\d+)", self.entry_of(strongest[1]))
        assert int(dice) == (int(level[1]) if level else 1), self.lines[self.n]
        self.needed = int(number)

    def after(self) -> str:
        rest = self.lines[self.n + 1 : self.n + 4]
        plights = r".* disadvantage"
        return next((line for line in rest if not re.match(plights, line)), "")

    def no_opening(self, who: str, whom: str) -> None:
        self.roller = ""

    def shield_up(self, number: str, step: str) -> None:
        assert self.needed + int(step) == int(number), self.lines[self.n]
        self.needed = int(number)

    def hits(self, who: str, value: str, number: str) -> None:
        assert self.counts[who] == int(value), self.lines[self.n]
        assert self.needed == int(number)
        assert value == "20" or int(value) >= self.needed
        self.beyond = int(value) - int(number)

    def misses(self, who: str, value: str, number: str) -> None:
        assert self.counts[who] == int(value), self.lines[self.n]
        assert (self.needed, int(value) < self.needed) == (int(number), True)

    def fumbles(self, who: str) -> None:
        assert self.counts[who] == 1, self.lines[self.n]

    def beaten(self, who: str, whom: str, number: str) -> None:
        assert self.needed == int(number), self.lines[self.n]

    # harm ----------------------------------------------------------------------

    def does(self, n: str, first: str, of: str) -> None:
        assert of != "beyond the number" or int(first) == self.beyond, self.lines[self.n]
        self.damage = int(n)

    def strikes(self, n: str) -> None:
        if self.roller:
            fell_short = self.needed - self.counts[self.roller]
            assert fell_short == int(n), self.lines[self.n]
        self.roller = ""
        self.damage = int(n)

    def harmless(self) -> None:
        self.damage = 0

    def burned(self, n: str) -> None:
        self.damage = int(n)

    def is_hurt(self, who: str, n: str) -> None:
        assert self.damage == int(n), self.lines[self.n]

    def past_armor(self, n: str, who: str, armor: str) -> None:
        found = re.search(r"protection (\d+)", self.entry(armor))
        assert found is not None
        assert self.damage - int(found[1]) == int(n), self.lines[self.n]
        self.damage = int(n)

    def severity(self, n: str) -> None:
        assert self.damage == int(n), self.lines[self.n]

    def wounded(self, who: str, n: str) -> None:
        self.sheets[who].becomes("wounds", 1, int(n))

    def passes(self, who: str, n: str) -> None:
        self.sheets[who].becomes("wounds", -1, int(n))

    def recovers(self, who: str, n: str, now: str) -> None:
        self.sheets[who].becomes("HP", int(n), int(now))

    def tires(self, who: str, n: str) -> None:
        self.sheets[who].becomes("exhaustion", 1, int(n))

    def dies_full(self, who: str, n: str, bears: str) -> None:
        dice = re.search(r"hit dice (\d+)", self.entry_of(who))
        assert self.sheets[who]["wounds"] == int(n) > int(bears)
        assert int(bears) == (int(dice[1]) if dice else 1) // 2

    def rallies(self, who: str, by: str) -> None:
        face = self.bonus.pop(who, self.counts.get(who, 0))
        assert int(by) == face - self.needed, self.lines[self.n]

    # magic ---------------------------------------------------------------------

    def magic(self, faces: str) -> None:
        self.pool = [int(face) for face in faces.split()]

    def spends(self, who: str, n: str) -> None:
        assert sum(face <= 3 for face in self.pool) == int(n), self.lines[self.n]

    def warded(self, who: str, n: str) -> None:
        self.wards[who] = int(n)

    def ward_ends(self, who: str) -> None:
        del self.wards[who]

    def flees(self, who: str, thrown: str, morale: str) -> None:
        rolled = next(line for line in reversed(self.lines[: self.n]) if "tests its nerve" in line)
        number = re.search(r"with (\d+)", rolled)
        assert number is not None
        assert int(number[1]) == int(thrown) > int(morale), self.lines[self.n]

    # places --------------------------------------------------------------------

    def ends(self, who: str, card: str) -> None:
        if re.search(r"unconscious|paralysed|grappl|held by|holds [A-Z]", card):
            self.open.add(who)
        self.sheets[who]["defense"] = self.expected(who, far=False)
        self.sheets[who]["evasion"] = self.expected(who, far=True)
        self.open.discard(who)
        super().ends(who, card)
        at = re.search(r" at \[(\d+), (\d+)\]", card)
        assert at is None or self.places[who] == (int(at[1]), int(at[2])), who

    def keep(self) -> None:
        self.read({**self.what_is_done(), **self.what_it_comes_to()})

    def what_is_done(self) -> Lines:
        hands = "the right hand|the left hand|both hands"
        return {
            r"(.+?): (HP .*)": self.ends,
            r"Phase: ": self.phase,
            rf"(.+) (?:takes|picks up) (.+?),?(?: now)? in ({hands})\.": self.takes,
            r"(.+) puts (?!in )(.+) away\.": self.drops,
            r"(.+) has thrown (.+?)\.": self.loses,
            r"(.+) drops (.+?)\.": self.drops,
            r"(.+)'s (.+) flies out of its hand": self.loses,
            r"(.+)'s (.+) breaks\.": self.loses,
            r"(.+) rolls (?:for the declared action|a second die, late): 1d20 \((\d+)\)": (
                self.rolls
            ),
            r"(.+) rolls for the bonus action: 1d20 \(.*= (\d+)": self.besides,
            r"(.+) has (advantage|disadvantage|neither).*: (\d+) counts": self.counted,
            r"In line at (\d+), the highest first: (.+),": self.queued,
            r"(\d+) act together at (\d+): ": self.together,
            r"Now (.+), with (\d+): (?!first )": self.is_due,
            r"(.+) rolls Dexterity (?!to be there).*= (\d+)": self.evades,
            r"(.+) declares: (\w+), meant for (.+?)\.": self.declares,
            r"(.+) goes for (.+) with ": self.goes_for,
            r".+ casts (.+) with (\d+) Magic": self.casts,
            r"(.+)'s .+ is for (.+?)\.  \[PL-115": self.spell_at,
            rf"(.+) aims (.+) at the (?:{BODY})\.": self.aims,
        }

    def what_it_comes_to(self) -> Lines:
        contest = r"(?:draws|does not deceive|grabs|gets no hold of|taunts|stands firm against)"
        return {
            r"The feint leaves (.+) no Defense": self.opens,
            r"(.+) cannot use a Defense now": self.opens,
            r"(.+) needs (\d+): ([A-Za-z ]+) (\d+), (?:Defense|evasion) (-?\d+)\.": self.needs,
            r".+ needs (\d+): Intelligence (\d+), fire all around (\d+)": self.needs_to_engulf,
            r"(.+) needs (\d+): Courage \d+, the enemy's Hit Dice (\d+)": self.needs_to_rally,
            r"(.+) gives (.+) no opening": self.no_opening,
            r"The distance makes it (\d+) for (.+): ([+-]\d+)": self.distance,
            r".+ has a shield up, which makes it (\d+): ([+-]\d+)": self.shield_up,
            r"(.+) hits: (\d+) against (\d+)": self.hits,
            r"(.+) misses: (\d+) against (\d+)": self.misses,
            r"(.+) fumbles: ": self.fumbles,
            rf"(.+) {contest} (.+?)(?:'s guard down)? \((\d+) was needed": self.beaten,
            r".+ does (\d+): (-?\d+) (beyond the number|on the die)": self.does,
            r".+ strikes .+ for (\d+) damage": self.strikes,
            r".+ gives .+ a Wound instead of damage|.+ burns\.": self.harmless,
            r".+ rolls how badly it burns: .* = (\d+)": self.burned,
            r"(.+) takes (\d+) damage": self.is_hurt,
            r"(\d+) of it get past (.+)'s (\w+)\.": self.past_armor,
            r"(\d+) damage counts": self.severity,
            r"(.+) is wounded, (\d+) in all": self.wounded,
            r"One of (.+)'s Wounds passes, (\d+) left": self.passes,
            r"(.+) regains (\d+), Hit Points now (\d+)": self.recovers,
            r"(.+) has (\d+) Exhaustion now": self.tires,
            r"(.+) has (\d+) Wounds?, and bears (\d+)": self.dies_full,
            r"(.+) rallies the party: (\d+) Hit Points?": self.rallies,
            r".+ rolls the Magic Dice: \d+d6 \(([\d ]+)\)": self.magic,
            r"(.+) spends (\d+) Magic": self.spends,
            r"(.+) is warded: (\d+) Defense": self.warded,
            r"The ward on (.+) is gone": self.ward_ends,
            r"(.+) turns to flee: (\d+) against its morale of (\d+)": self.flees,
            r"(.+) goes to \[(\d+), (\d+)\]": self.goes,
        }
