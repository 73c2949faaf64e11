"""Story Mode's book: levels by cause, d20 against three times as much, Harm, wounds and places."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from pencil_books import Book

SEVERITIES = ("Strain", "Lingering Trauma", "Debilitating Injury", "Lasting Scar")
STEPS = {"light": 1, "medium": 2, "heavy": 3}


def result_of(die: int, level: int) -> str:
    """The five results, tested in their order on the bare d20."""
    number = 3 * level
    if die == 1:
        return "Fail, and"
    if die >= number + 5:
        return "Success, and"
    if die >= number:
        return "Success"
    return "Fail, but" if die == 2 or die <= number - 6 else "Success, but"


class Story(Book):
    """A level is moved by what lines name, and every cause of them stands on a card."""

    carried = ("Harm", "wounds")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.people = [who for who, sheet in self.sheets.items() if "Harm" in sheet]
        self.zones = {
            who: self.said(self.card(who), r"in (\w[\w ]*?)(?:,|$)") for who in self.people
        }
        self.level = self.die = self.hurt = self.over = 0
        self.roller = self.turn = self.struck = self.by = self.task_of = self.spell = ""
        self.result = self.severity = ""
        self.riders: dict[str, bool] = defaultdict(bool)
        self.quickened = False
        self.named: dict[str, list[str]] = defaultdict(list)
        self.upon: dict[str, list[str]] = defaultdict(list)
        self.left = {who: self.sheets[who]["Harm"] for who in self.people}
        self.gone: set[str] = set()
        self.had: Counter[str] = Counter()
        for who in self.people:
            self.sheets[who].pop("most wounds", None)

    def card(self, who: str) -> str:
        return next(line for line in self.opening if line.startswith(f"{who}: "))

    def more(self, who: str, what: str) -> str:
        """The line below somebody's card that says this of it."""
        at = next(n for n, line in enumerate(self.opening) if line.startswith(f"{who}: "))
        for line in self.opening[at + 1 :]:
            if not line.startswith(" "):
                return ""
            if line.startswith(f"    {what}: "):
                return line
        return ""

    def said(self, line: str, pattern: str) -> str:
        found = re.search(pattern, line)
        return found[1] if found else ""

    def entry(self, thing: str) -> str:
        return next((line for line in self.opening if line.startswith(f"{thing}: ")), "")

    # turns -------------------------------------------------------------------

    def new_round(self) -> None:
        self.had.clear()

    def has_turn(self, who: str) -> None:
        self.had[who] += 1
        assert self.had[who] == 1
        assert who not in self.gone, self.lines[self.n]
        self.turn, self.quickened = who, False

    def quickens(self, who: str) -> None:
        assert who == self.turn
        self.quickened = True

    def is_out(self, who: str) -> None:
        self.gone.add(who)

    # checks ------------------------------------------------------------------

    def task(self, who: str, what: str, level: str) -> None:
        self.roller, self.task_of, self.level = who, what, int(level)
        if what in ("cast", "hide", "parley", "treat the wound", "do it"):
            assert int(level) in self.stands_at(what), self.lines[self.n]
        against = {"attack": self.struck, "defend": self.by, "block the attack": self.by}.get(what)
        if against:
            said = self.said(self.card(against), r"level (\d+)")
            assert said == level, (self.lines[self.n], against, said)

    def stands_at(self, what: str) -> tuple[int, ...]:
        """A spell has its level, who watches or listens theirs, anything else the scene's."""
        scene = int(self.said(self.opening[0], r"scene level (\d+)") or 0)
        last = self.before()
        if what == "cast":
            return (self.printed(self.entry(self.spell)),)
        if what == "hide":
            watched = self.said(last, r"who watch, .* is of the highest level: (\d+)")
            return (int(watched or scene),)
        if what == "parley":
            return (self.printed(self.card(self.said(last, r"talks to (.+?)\."))),)
        if what == "treat the wound":
            return (5 + int(self.said(last, r"tried (\d+) times? before") or 0),)
        if "reacts" not in self.lines[self.n - 2]:
            return (scene,)
        return (self.printed(self.entry(self.spell)), self.printed(self.card(self.by)))

    def printed(self, line: str) -> int:
        return int(self.said(line, r"level (\d+)") or -1)

    def attacks(self, who: str, whom: str, thing: str) -> None:
        self.struck, self.by, self.spell = whom, who, thing
        own = self.more(who, "items") + self.more(who, "attacks")
        harm = re.search(rf"{re.escape(thing)} \((\d) Harm", own)
        entry = self.entry(thing)
        weapon = self.said(entry, r"(?:weapon|weight) (\w+)")
        printed = self.said(entry, r"harm (\d)")
        self.hurt = int(printed) if printed else STEPS[weapon]
        assert harm is None or int(harm[1]) == self.hurt, self.lines[self.n]

    def casts(self, who: str, spell: str, whom: str | None) -> None:
        self.struck, self.by, self.spell = whom or "", who, spell
        harm = self.said(self.entry(spell), r"harm (\d)")
        self.hurt = int(harm) if harm else 0

    def by_tag(self, step: str, who: str, tag: str) -> None:
        found = self.said(self.more(who, "tags"), rf"{re.escape(tag)} (\(.*?\))")
        assert ("eases" if step == "-" else "hinders") in found, (self.lines[self.n], found)
        self.level += -1 if step == "-" else 1

    def by_armor(self, n: str, armor: str, who: str) -> None:
        kind = self.said(self.entry(armor), r"armor (\w+)")
        hides = {"light": 0, "medium": 1, "heavy": 2}
        expected = -STEPS[kind] if self.task_of in ("defend", "block the attack") else hides[kind]
        assert expected == int(n), self.lines[self.n]
        self.level += int(n)

    def by_weakness(self, n: str, material: str) -> None:
        weak = self.more(self.struck, "weak to")
        assert material in weak, (self.lines[self.n], weak)
        self.level += int(n)

    def by_their_wounds(self, n: str, who: str, wounds: str) -> None:
        assert -int(n) == int(wounds) == self.sheets[who]["wounds"], self.lines[self.n]
        self.level += int(n)

    def by_wound(self, who: str, name: str) -> None:
        assert name in self.named[who], (self.lines[self.n], self.named[who])
        self.level += 1

    def by_spell(self, n: str, spell: str, who: str) -> None:
        assert spell in self.upon[who], self.lines[self.n]
        self.level += int(n)

    def by_quickening(self) -> None:
        assert self.quickened
        assert self.roller == self.turn, self.lines[self.n]
        self.level += 1

    def by_result(self, n: str, who: str) -> None:
        assert self.riders[who], self.lines[self.n]
        assert n == "-1"
        self.level -= 1

    def by_other(self, n: str) -> None:
        self.level += int(n)

    def rolls(self, who: str, what: str, die: str) -> None:
        self.die = int(die)

    def results(self, level: str, result: str) -> None:
        assert max(0, min(10, self.level)) == int(level), (self.lines[self.n], self.level)
        assert result_of(self.die, int(level)) == result, (self.lines[self.n], self.die)
        self.result = result
        self.riders[self.roller] = result == "Success, and"

    def initiative(self, who: str, die: str) -> None:
        assert self.die == int(die)

    def goes_before(self, who: str, how: str, whom: str) -> None:
        """What the line before the roll said it takes to go before that one."""
        at = max(n for n in range(self.n) if self.lines[n].startswith(f"{who}'s Initiative"))
        heads = [
            n for n in range(at) if re.match(rf"To go before {re.escape(whom)}\b", self.lines[n])
        ]
        rest = self.lines[heads[-1] + 1 : at]
        numbers = []
        for line in rest:
            if line.startswith("To go before ") or " rolls " in line:
                break
            numbers += re.findall(r"(?:: |is )\d+\((\d+)\)", line)
        beaten = self.die >= int(numbers[-1])
        assert beaten is (how == "before") or not heads, (self.lines[self.n], numbers)

    # harm ----------------------------------------------------------------------

    def loses(self, who: str, n: str, left: str) -> None:
        defended = self.task_of in ("defend", "block the attack")
        hit = self.result.startswith("Fail") is defended
        assert hit, self.lines[self.n]
        assert int(n) == self.hurt, (self.lines[self.n], self.hurt)
        self.over = int(n) - self.left[who]
        assert max(0, -self.over) == int(left), self.lines[self.n]
        self.left[who] = int(left)

    def regains(self, who: str, n: str, now: str) -> None:
        assert min(self.sheets[who]["most Harm"], self.left[who] + int(n)) == int(now)
        self.left[who] = self.sheets[who]["Harm"] = int(now)

    def starts_anew(self, who: str, now: str) -> None:
        self.left[who] = int(now)

    def wounded(self, who: str, severity: str) -> None:
        assert SEVERITIES[min(3, self.over)] == severity, (self.lines[self.n], self.over)
        self.severity = severity
        self.sheets[who]["wounds"] += 1
        anew = self.lines[self.n + 1]
        killed = anew.startswith(f"{who} dies")
        most = 5 if self.said(self.more(who, "entry"), r"being (character)") else 3
        assert killed is (self.sheets[who]["wounds"] > most), anew
        self.named[who].append(severity)

    def rests(self, who: str, n: str) -> None:
        base = {"Strain": 1, "Lingering Trauma": self.die, "Debilitating Injury": self.die + 3}
        assert base[self.severity] == int(n), self.lines[self.n]

    def lasts(self, die: str) -> None:
        self.die = int(die)

    def called(self, who: str, name: str) -> None:
        self.named[who][-1] = name

    def is_under(self, who: str, spell: str) -> None:
        self.upon[who].append(spell)

    def is_off(self, spell: str, who: str) -> None:
        self.upon[who].remove(spell)

    # places --------------------------------------------------------------------

    def goes(self, who: str, zone: str) -> None:
        links = self.said(self.entry(self.zones[who]), r"links (.+?)(?:, exit|$)").split(" and ")
        assert zone in links, (self.lines[self.n], self.zones[who], links)
        self.zones[who] = zone

    def joins(self, who: str, whom: str) -> None:
        assert self.zones[who] == self.zones[whom], self.lines[self.n]

    def ends(self, who: str, card: str) -> None:
        super().ends(who, card)
        zone = self.said(card, r"  in (\w[\w ]*?)(?:,|$)")
        assert zone in ("", self.zones[who]), (card, self.zones[who])

    def keep(self) -> None:
        results = "Fail, and|Fail, but|Success, but|Success, and|Success"
        self.read(
            {
                r"(.+?): (Harm .*|level .*Harm.*)": self.ends,
                r"Round \d+\.": self.new_round,
                r"(.+)'s turn\.": self.has_turn,
                r"(.+) quickens: ": self.quickens,
                r"(.+) (?:dies|leaves the fight|gives up)\.": self.is_out,
                r"(.+), (?:for|to) (.+): (\d+)\(\d+\)\.": self.task,
                r"(.+) attacks (.+) with (.+?)\.  ": self.attacks,
                r"(.+?) casts (.+?)(?: on (.+))?\.  ": self.casts,
                r"([+-])1 for (.+)'s tag (.+)\.  ": self.by_tag,
                r"([+-]\d) for (.+), which (.+) wears": self.by_armor,
                r"(-1) for the weakness to (.+)\.  ": self.by_weakness,
                r"(-\d) for (.+)'s (\d) wounds?\.": self.by_their_wounds,
                r"\+1 for (.+)'s wound: (.+)\.  ": self.by_wound,
                r"([+-]\d) for (.+), which is upon (.+)\.  ": self.by_spell,
                r"\+1 for a quickened": self.by_quickening,
                r"([+-]\d) for (.+)'s last result": self.by_result,
                r"([+-]\d) for (?!.*(?:'s tag|which|weakness|wound|quickened|result))": (
                    self.by_other
                ),
                r"(.+) rolls (?:to|for) (.+): 1d20 \((\d+)\)": self.rolls,
                rf"(\d+)\(\d+\): ({results})\.": self.results,
                r"(.+)'s Initiative is (\d+)": self.initiative,
                r"(.+) goes (before|after) (.+?)(?: and \d+ others? of .+)?\.  ": self.goes_before,
                r"(.+) takes (\d+) Harm, (\d+) left": self.loses,
                r"(.+) regains (\d+) Harm, now (\d+)": self.regains,
                r"(.+)'s Harm starts anew: (\d+)": self.starts_anew,
                r"(.+) is wounded, \w+: (.+)\.  ": self.wounded,
                r"Safe rests until (.+) is rid of the wound: (\d+)": self.rests,
                r".+ rolls how long .*= (\d+)": self.lasts,
                r"(.+)'s wound is called: (.+)\.  ": self.called,
                r"(.+) is under (.+)\.  ": self.is_under,
                r"(.+) is off (.+)\.  ": self.is_off,
                r"(.+) goes to the (.+)\.  ": self.goes,
                r"(.+) closes with (.+)\.  ": self.joins,
            }
        )
