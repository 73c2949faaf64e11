"""Whoever reads only the log of a fight can recompute it with a pencil.

Nothing here knows a rule or plays anything: dice are added up as they are told, and what is told
of everybody is carried on from the cards the log begins with.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

FIGHTS = sorted((Path(__file__).parent / "golden").glob("*/*.txt"))
DIE = re.compile(r"([+-]?)(?:(\d+)d(\d+)|(\d+))")
SIDE = r"(?P<{0}pool>\d[\dd+-]*) \((?P<{0}faces>[\d -]+)\) = (?P<{0}total>-?\d+)"
ROLL = re.compile(
    rf": {SIDE.format('')}(?: against (?:{SIDE.format('vs_')}|(?P<number>-?\d+)))?(?P<said>: \w+)?"
)


class Sheet(dict[str, int]):
    """Somebody's numbers, as far as a card or a line has told them."""

    def becomes(self, field: str, change: int, told: int, least: int | None = None) -> None:
        if field in self:
            now = self[field] + change
            now = now if least is None else max(least, now)
            assert min(now, self.get(f"most {field}", now)) == told, (field, self, change, told)
        self[field] = told


def require_sum(pool: str, faces: str, total: str) -> None:
    """As many faces as there are dice, none that a die has not, and their sum; a penalty die
    counts below 0, and takes no hand there."""
    left = [int(face) for face in faces.split()]
    sides: Counter[int] = Counter()
    bonus = 0
    for sign, n, of, number in DIE.findall(pool):
        factor = -1 if sign == "-" else 1
        bonus += factor * int(number or 0)
        sides[int(of or 0)] += int(n or 0)
    assert sum(sides.values()) == len(left), pool
    assert max(left) <= max(sides)
    now = sum(left) + bonus
    assert (max(0, now) if min(left) < 0 else now) == int(total), f"{pool} ({faces}) = {total}"


def check_roll(line: str) -> bool:
    found = ROLL.search(line)
    if found is None or " rolls " not in line:
        return False
    require_sum(found["pool"], found["faces"], found["total"])
    against = found["number"]
    if found["vs_pool"]:
        require_sum(found["vs_pool"], found["vs_faces"], found["vs_total"])
        against = found["vs_total"]
    if found["said"] in (": yes", ": no"):
        assert (int(found["total"]) >= int(against)) is (found["said"] == ": yes"), line
    return True


def check_parts(line: str) -> bool:
    """A number and what it is made of: 'needs 16: Dexterity 14, Defense 2', 'Harm to Bo: ...'."""
    needs = re.search(r" needs (\d+): (.*?)\.  \[", line)
    if needs:
        parts = [int(n) for n in re.findall(r"(-?\d+)(?:,|$)", needs[2])]
        assert not parts or sum(parts) == int(needs[1]), line
        return True
    does = re.search(r" does (\d+): (\d+) (?:beyond the number|on the die)(.*?)\.  \[", line)
    if does:
        added = sum(int(n) for n in re.findall(r"([+-]\d+)", does[3]))
        assert max(1, int(does[2]) + added) == int(does[1]), line
        return True
    row = re.match(r"(-?\d+) damage counts: a Wound of severity (\d)\.", line)
    if row:
        assert int(row[2]) == 1 + (int(row[1]) >= 4) + (int(row[1]) >= 10), line
        return True
    back = re.match(r".+ hits back for (\d+): 10 less (\d+)", line)
    if back:
        assert int(back[1]) == max(1, 10 - int(back[2])), line
        return True
    harm = re.match(r"Harm to .*?: (.*?)\.  \[", line)
    if harm:
        first, *steps = harm[1].split(", ")
        now = sum(int(n) for n in re.findall(r"(?:^|\+ )[a-z ]+(\d+)", first))
        for step in steps:
            now = followed(step, now)
        return True
    return False


def followed(step: str, now: int) -> int:
    """'x 2 for the critical = 8', 'physical defense -3 = 5', 'doubled past capacity = 10'."""
    said = re.search(r"= (\d+)$", step)
    times, change = re.match(r"x (\d+)", step), re.search(r" ([+-]\d+)(?: =|$)", step)
    down = re.search(r" -(\d+) down to 1 =", step)
    if times:
        now *= int(times[1])
    elif down:
        assert now - int(down[1]) < 1, step
        now = 1
    elif change:
        now = max(0, now + int(change[1]))
    elif step.startswith("doubled"):
        now *= 2
    elif "at most 1" in step:
        now = min(1, now)
    assert said is None or int(said[1]) == now, step
    return now


CARRIED = [
    (r"(?P<who>.+) gains (?P<n>\d+) stress, now (?P<now>\d+)", "stress", 1),
    (r"(?P<who>.+) takes (?P<n>\d+) wounds? as stress, now (?P<now>\d+)", "stress", 1),
    (r"(?P<who>.+) is relieved of (?P<n>\d+) stress, now (?P<now>\d+)", "stress", -1),
    (r"(?P<who>.+) is eased of (?P<n>\d+) stress, now (?P<now>\d+)", "stress", -1),
    (r"(?P<who>.+) takes \d+ stress .*, doubled to (?P<n>\d+) .* to (?P<now>\d+)\.", "stress", 1),
    (r"(?P<who>.+) takes (?P<n>\d+) stress .*: from \d+ to (?P<now>\d+)\.", "stress", 1),
    (r"(?P<who>.+) recovers (?P<n>\d+) wounds? and has (?P<now>\d+) now", "wounds", -1),
    (r"Stress absorbs (?P<n>\d+): (?P<who>.+)'s stress is (?P<now>\d+)", "stress", 1),
    (r"(?P<who>.+) sustains (?P<n>\d+) wounds? and has (?P<now>\d+) now", "wounds", 1),
    (r"(?P<who>.+) takes (?P<n>\d+) damage, Hit Points now (?P<now>\d+)", "HP", -1),
    (r"(?P<who>.+) loses (?P<n>\d+) Health, now (?P<now>-?\d+)", "Health", -1),
    (r"(?P<who>.+) regains (?P<n>\d+), Health now (?P<now>-?\d+)", "Health", 1),
    (r"(?P<who>.+) spends (?P<n>\d+) Strain, (?P<now>-?\d+) left", "Strain", -1),
    (r"(?P<who>.+) gets (?P<n>\d+) Strain back, (?P<now>-?\d+) now", "Strain", 1),
    (r"(?P<who>.+) takes (?P<n>\d+) Harm, (?P<now>\d+) left", "Harm", -1),
    (r"(?P<who>.+) spends (?P<n>\d+) magica, (?P<now>\d+) left", "magica", -1),
    (r"(?P<who>.+) regains (?P<n>\d+) magica, now (?P<now>\d+)", "magica", 1),
    (r"(?P<who>.+) spends (?P<n>\d+) arca, (?P<now>\d+) left", "arca", -1),
    (r"(?P<who>.+)'s Harm starts anew: (?P<now>\d+)", "Harm", 0),
]
"""How a line changes somebody's number, and what it says the number is then."""


def check_carried(line: str, sheets: dict[str, Sheet]) -> bool:
    for pattern, field, sign in CARRIED:
        found = re.match(pattern, line)
        if found and sign == 0:
            assert int(found["now"]) == sheets[found["who"]][f"most {field}"]
            sheets[found["who"]][field] = int(found["now"])
        elif found:
            least = 0 if field in ("HP", "Harm") else None
            sheet = sheets[found["who"]]
            sheet.becomes(field, sign * int(found["n"]), int(found["now"]), least)
        if found:
            return True
    return False


def check_level(line: str, levels: dict[str, int]) -> bool:
    """'Nox, to attack: 5(15)', '-1 for the weakness to magic', 'So it is 4(12) for Nox'."""
    task = re.match(r"(?P<who>.+), (?:for|to) .*: (?P<level>\d+)\((?P<dc>\d+)\)\.", line)
    moved = re.match(r"(?P<n>[+-]\d+) (?:for|because)", line)
    so = re.match(r"So it is (?P<level>\d+)\((?P<dc>\d+)\)", line)
    if task:
        levels["level"] = int(task["level"])
    elif moved:
        levels["level"] += int(moved["n"])
    elif so:
        assert max(0, levels["level"]) == int(so["level"]), line
    for found in (task, so):
        assert found is None or int(found["dc"]) == 3 * int(found["level"]), line
    return bool(task or moved or so)


SCORES = [
    (r"rolls to hit", "prowess"),
    (r"rolls to pierce the armor", "power"),
    (r"rolls a spell attack", "spell"),
    (r"rolls mind against", "mind"),
    (r"rolls to overcome spell resistance", ""),
]
"""Which score a roll of Dungeoneers Tactics is made for; against spell resistance there is none."""


def check_dice(line: str, sheets: dict[str, Sheet], more: Counter[str]) -> bool:
    """'+2 dice for Suori: stress', 'Suori has 1 die more for wand', and then as many dice are
    rolled as score and lines say."""
    found = re.match(r"([+-]\d+) (?:die|dice) for (.+): ", line)
    if found:
        more[found[2]] += int(found[1])
        return True
    gear = re.match(r"(.+) has (\d+) (?:die|dice) (more|fewer) for ", line)
    if gear:
        more[gear[1]] += int(gear[2]) * (1 if gear[3] == "more" else -1)
        return True
    roller, rolled = line.partition(" rolls ")[0], ROLL.search(line)
    scores = [score for said, score in SCORES if re.search(said, line)]
    if rolled and scores:
        own = rolled["pool"].partition("-")[0]
        dice = sum(int(n) for n in re.findall(r"(\d+)d\d+", own))
        assert dice == sheets[roller].get(scores[0], 0) + more[roller], line
        more.clear()
    return bool(rolled and scores)


PART = re.compile(
    r".+ has (\d+) (?:armor|spell resistance) by (?:nature|spells)\."
    r"|.+'s .+ gives (-?\d+) (?:armor|spell resistance)\.|.+'s resistance is (\d+)\."
)


def check_target(line: str, target: Counter[str]) -> bool:
    """'Suori's hauberk gives 7 armor.', and then 7 are rolled against."""
    part = PART.match(line)
    if part:
        target["sum"] += sum(int(n) for n in part.groups() if n)
    rolled = re.search(r" rolls to (?:pierce the armor|overcome spell resistance): ", line)
    if rolled:
        against = re.search(r" against (-?\d+): (?:yes|no)", line)
        assert against is not None, line
        assert int(against[1]) == target["sum"], line
        target.clear()
    return bool(part)


def check_boon(line: str, boon: Counter[str]) -> bool:
    """'2 boon for Freya: stress', and then two d4 lie beside the dice of the skill."""
    found = re.match(r"(\d+) (boon|bane) for (.+): ", line)
    if found:
        boon[found[3]] += int(found[1]) * (1 if found[2] == "boon" else -1)
        return True
    rolled = re.match(r"(.+) rolls to (?:strike|dodge): (\S+) \(", line)
    if not rolled:
        return False
    less = boon[rolled[1]]
    d4 = sum(int(n) for n in re.findall(r"(\d+)d4", rolled[2]))
    # Whoever is not trained has a d4 for the skill itself, and an expert two of them.
    assert d4 - max(0, less) in (0, 1, 2), line
    del boon[rolled[1]]
    return True


BECAUSE = [
    (r" has (?:dis)?advantage: ", r": (?:dis)?advantage(?: for .+)?\.  "),
    (r" dies\.  \[PL", r"bears \d+\.  |Hit Points\.  |slots\.  "),
    (r" rolls morale: ", r"first Wound|Half of .+ side"),
]
"""What is told in Plunder, and the line with its cause that stands before it."""


def check_causes(line: str, before: list[str]) -> bool:
    for said, cause in BECAUSE:
        if re.search(said, line):
            assert any(re.search(cause, one) for one in before[-8:]), line
            return True
    return False


def check_base(line: str, sheets: dict[str, Sheet], blow: Counter[str]) -> bool:
    """RPG Hell: 'spear does 2', '1 less on Wolf for one hand', 'Wolf takes 1 damage (attack)'."""
    base = re.match(r".+ does (\d+) damage by itself\.  \[RH-78 RH-126\]", line)
    more = re.match(r"(\d+) (more|less) on .+ for ", line)
    pool = re.match(r"(.+) rolls the Combat Dice: (\d+)d6", line)
    if base:
        blow["now"], blow["told"] = int(base[1]), 1
    elif more and blow["told"]:
        blow["now"] += int(more[1]) * (1 if more[2] == "more" else -1)
    elif re.search(r" (?:dodges|parries|does not feel)", line):
        blow["told"] = 0
    elif pool:
        assert int(pool[2]) <= 4 + max(0, sheets[pool[1]]["Level"]) // 2, line
    taken = re.match(r".+ takes (\d+) damage \(attack\)", line)
    if taken and blow["told"]:
        assert max(0, blow["now"]) == int(taken[1]), line
        blow["told"] = 0
    return bool(base or more or pool)


def cards(text: str) -> dict[str, Sheet]:
    """What the log begins with: 'Ada: wounds 0/2  stress 0/3  ...'."""
    sheets: dict[str, Sheet] = {}
    for line in text.split("\n\n")[1].splitlines():
        name, _, card = line.partition(": ")
        numbers = re.findall(r"(?:^|  )([A-Za-z']+) (-?\d+)(?:/(\d+))?", card)
        sheet = Sheet({field: int(now) for field, now, _ in numbers})
        sheet.update({f"most {field}": int(most) for field, _, most in numbers if most})
        if not line.startswith(" ") and numbers:
            # More stress than one can bear is told of, and costs; it is no limit.
            sheet.pop("most stress", None)
            sheets[name] = sheet
    return sheets


@pytest.mark.parametrize("file", FIGHTS, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_every_number_of_a_log_follows_from_the_lines_before_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    sheets, levels = cards(text), {"level": 0}
    told: Counter[str] = Counter()
    dice: Counter[str] = Counter()
    boon: Counter[str] = Counter()
    blow: Counter[str] = Counter()
    target: Counter[str] = Counter()
    lines = [line.strip() for line in text.split("\n\n", 2)[2].splitlines()]
    for n, line in enumerate(lines):
        told["rolls"] += check_roll(line)
        if file.parent.name == "dungeoneers-tactics":
            told["dice"] += check_dice(line, sheets, dice)
            told["parts"] += check_target(line, target)
        elif file.parent.name == "dungeoneers-spotlight":
            told["dice"] += check_boon(line, boon)
        elif file.parent.name == "plunder":
            told["dice"] += check_causes(line, lines[:n])
        elif file.parent.name == "rpg-hell":
            told["dice"] += check_base(line, sheets, blow)
        told["parts"] += check_parts(line) or check_level(line, levels)
        told["carried"] += check_carried(line, sheets)
    if file.stem == "pocket":
        return  # a handful of moments, and little to add up
    assert told["rolls"] > 2
    assert told["carried"] > 0 or file.parent.name == "skirmish"
    assert told["dice"] > 0 or file.parent.name in ("skirmish", "story-mode")
    assert told["parts"] > 0 or file.parent.name in ("skirmish", "rpg-hell")


@pytest.mark.parametrize("file", FIGHTS, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_a_log_begins_with_names_and_not_with_what_files_call_things(file: Path) -> None:
    """Somebody may be called Vex-7; a line of effects is no 'bleed-1' and no 'heal_times'."""
    opening = file.read_text(encoding="utf-8").split("\n\n")[1].splitlines()
    said = "\n".join(line for line in opening if " is read as " not in line)
    assert re.findall(r"\b[a-z]+(?:-\d|_[a-z])\w*", said) == []
