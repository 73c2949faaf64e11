"""What eases and hinders a check: tags, items, spells, and what the creature it is about brings."""

from affray.rules.ask import rule
from affray.rules.masks import contains

from .kinds import Being, Material, Roll
from .state import CARRIED, KNOWN_TAGS, SPELLS_ON, Task, World


@rule("SM-108")
def counts_as(materials: int) -> int:
    """Cold iron is iron too; iron is not cold iron."""
    if contains(materials, Material.COLD_IRON):
        return materials | (1 << Material.IRON)
    return materials


@rule("SM-109", "SM-69")
def tag_eases(w: World, task: Task, tag: int) -> bool:
    t = w.tags[tag]
    fits = t.eases & task.topics | t.eases_domains & task.domains
    fits |= t.eases_evocations & task.evocations
    fits |= t.eases_attack_on & task.attacked | t.eases_defense_from & task.attacker
    if task.what == Roll.ATTACK:
        fits |= t.eases_attack_with & task.materials
    if task.armored:
        fits |= t.eases_defense_against & task.materials
    return fits != 0


@rule("SM-70", "SM-100", "SM-109")
def tag_hinders(w: World, task: Task, tag: int) -> bool:
    t = w.tags[tag]
    fits = t.hinders & task.topics | t.hinders_domains & task.domains
    fits |= t.hinders_evocations & task.evocations
    fits |= t.hinders_attack_on & task.attacked | t.hinders_defense_from & task.attacker
    if task.what == Roll.ATTACK:
        fits |= t.hinders_attack_with & task.materials
    if task.armored:
        fits |= t.hinders_defense_against & task.materials
    return fits != 0


@rule("SM-69", "SM-70", "SM-71", "SM-109")
def tag_steps(w: World, task: Task, i: int) -> int:
    """One step a tag; one that fits both ways moves nothing; one laid aside eases nothing."""
    c = w.creatures[i]
    steps = 0
    for k in range(KNOWN_TAGS):
        tag = c.tags[k]
        if tag >= 0:
            if tag_eases(w, task, tag) and not contains(c.lays_aside, tag):
                steps -= 1
            if tag_hinders(w, task, tag):
                steps += 1
    return steps


@rule("SM-78", "SM-109")
def item_steps(w: World, task: Task, i: int) -> int:
    """One step for each thing carried that helps with this."""
    c = w.creatures[i]
    steps = 0
    for k in range(CARRIED):
        if c.items[k] >= 0 and w.items[c.items[k]].eases & task.topics:
            steps -= 1
    return steps


@rule("SM-83", "SM-113")
def spell_steps(w: World, task: Task, i: int) -> int:
    """What the spells upon the one who rolls do to this check."""
    c = w.creatures[i]
    steps = 0
    for k in range(SPELLS_ON):
        if c.under[k] >= 0:
            s = w.spells[c.under[k]]
            if s.eases & task.topics:
                steps -= 1
            if s.hinders & task.topics:
                steps += 1
    return steps


@rule("SM-83")
def spells_on_creature(w: World, j: int) -> int:
    """A creature never rolls: what hinders it eases every check against it, and the reverse."""
    c = w.creatures[j]
    if c.being == Being.CHARACTER:
        return 0
    return sum(
        (1 if w.spells[c.under[k]].eases else 0) - (1 if w.spells[c.under[k]].hinders else 0)
        for k in range(SPELLS_ON)
        if c.under[k] >= 0
    )


@rule("SM-97", "SM-108")
def finds_weakness(task: Task) -> bool:
    return task.weakness & task.materials != 0
