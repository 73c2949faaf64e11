"""What eases and hinders a check: tags, items, spells, and what the creature it is about brings."""

from affray.rules.among import first
from affray.rules.ask import rule
from affray.rules.masks import contains

from .kinds import Being, Material, Roll
from .state import KNOWN_TAGS, SPELLS_ON, Task, World


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
    """One step a tag, of all that one has now."""
    steps = 0
    for k in range(tag_places(w, i)):
        tag = tag_at(w, i, k)
        if tag >= 0:
            steps += tag_step(w, task, i, tag)
    return steps


@rule("SM-113")
def spells_upon(w: World, i: int) -> int:
    """How many spells are upon somebody; they stand in the first places."""
    free = first(k for k in range(SPELLS_ON) if w.creatures[i].under[k] < 0)
    return free if free >= 0 else SPELLS_ON


@rule("SM-75", "SM-83")
def tag_places(w: World, i: int) -> int:
    """Places for a tag: those of the sheet, and one for every spell upon somebody."""
    return KNOWN_TAGS + spells_upon(w, i)


@rule("SM-75", "SM-83")
def tag_at(w: World, i: int, k: int) -> int:
    """The tags of the sheet that no spell suppresses, then those that spells give; -1 is none."""
    c = w.creatures[i]
    if k < KNOWN_TAGS:
        tag = c.tags[k]
        return tag if tag >= 0 and not is_suppressed(w, i, tag) else -1
    spell = c.under[k - KNOWN_TAGS]
    given = w.spells[spell].gives if spell >= 0 else -1
    return given if given >= 0 and not any(c.tags[m] == given for m in range(KNOWN_TAGS)) else -1


@rule("SM-83")
def is_suppressed(w: World, i: int, tag: int) -> bool:
    c = w.creatures[i]
    return any(w.spells[c.under[k]].suppresses == tag for k in range(spells_upon(w, i)))


@rule("SM-83")
def cover_steps(w: World, task: Task, i: int) -> int:
    """What the spell over the zone does to a check of one who stands there."""
    spell = w.covers[w.creatures[i].zone].spell
    return spell_step(w, task, spell) if spell >= 0 else 0


@rule("SM-69", "SM-70", "SM-109")
def tag_step(w: World, task: Task, i: int, tag: int) -> int:
    """One that fits both ways moves nothing; one laid aside eases nothing."""
    step = 1 if tag_hinders(w, task, tag) else 0
    if tag_eases(w, task, tag) and not contains(w.creatures[i].lays_aside, tag):
        step -= 1
    return step


@rule("SM-78", "SM-109")
def item_steps(w: World, task: Task, i: int) -> int:
    """One step for each thing carried that helps with this."""
    c = w.creatures[i]
    return -sum(1 for g in c.items if g >= 0 and item_eases(w, task, g))


@rule("SM-78", "SM-109")
def item_eases(w: World, task: Task, item: int) -> bool:
    return w.items[item].eases & task.topics != 0


@rule("SM-83", "SM-113")
def spell_steps(w: World, task: Task, i: int) -> int:
    """What the spells upon the one who rolls do to this check."""
    c = w.creatures[i]
    return sum(spell_step(w, task, c.under[k]) for k in range(spells_upon(w, i)))


@rule("SM-83")
def spell_step(w: World, task: Task, spell: int) -> int:
    """What this spell does to a check of whoever is under it."""
    s = w.spells[spell]
    return (1 if s.hinders & task.topics else 0) - (1 if s.eases & task.topics else 0)


@rule("SM-83")
def spells_on_creature(w: World, j: int) -> int:
    """A creature never rolls: what hinders it eases every check against it, and the reverse."""
    c = w.creatures[j]
    return sum(spell_on_creature(w, j, c.under[k]) for k in range(spells_upon(w, j)))


@rule("SM-83")
def spell_on_creature(w: World, j: int, spell: int) -> int:
    if w.creatures[j].being == Being.CHARACTER:
        return 0
    s = w.spells[spell]
    return (1 if s.eases else 0) - (1 if s.hinders else 0)


@rule("SM-97", "SM-108")
def finds_weakness(task: Task) -> bool:
    return task.weakness & task.materials != 0
