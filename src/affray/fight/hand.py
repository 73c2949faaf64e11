"""What the game master does to a fight by hand: change somebody, bring one in, let one go."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from affray.book.content import no_field
from affray.book.errors import BadInput, meant, unknown
from affray.book.latecomers import join_somewhere, stay
from affray.book.names import free_name
from affray.fight.beside import Undo
from affray.fight.between import by_hand
from affray.oracles.tape import ByHand, Enter, Leave, Pending, TapeOracle, stop
from affray.rules.ask import ONGOING, Illegal

if TYPE_CHECKING:
    from affray.book.encounter import Encounter
    from affray.fight.fight import Fight
    from affray.rules.layout import Field


def put_in(fight: Fight, entry: ByHand, by: str = "") -> None:
    """Do it at the start of the step that is under way, whose answers are asked again."""
    start = fight.snapshots[-1]
    try:
        require_answerable(fight, by_hand(fight.encounter, start, entry).world)
    finally:
        stay(fight.encounter, int(start.world.n))
    if len(fight.live) > start.at:
        undo = Undo(start.at, by=by, people=fight.people)
        fight.record(undo)
        fight.forget(undo)
    fight.record(entry)
    fight.live.append(entry)
    fight.run()


def fields_of_the_fight(fight: Fight) -> list[Field]:
    """What may be changed of the fight itself: what its scene is told by."""
    fields, told = type(fight.world).layout.fields, fight.ruleset.words.scene
    return [f for name in told if (f := fields[name]).storage is not None and not f.fixed]


def edit_the_fight(fight: Fight, changes: dict[str, Any], by: str = "") -> None:
    """Change the scene, which is nobody's: its level, its weather, the round."""
    known = [field.name for field in fields_of_the_fight(fight)]
    for name in changes:
        if name not in known:
            raise BadInput(no_field(name, known), field="edit")
    fight.edit(changes, by)


def kinds(encounter: Encounter) -> dict[str, str]:
    """Who may come: creatures of the book and of the encounter, and what each is called."""
    found = encounter.library.everything()["creature"]
    return {key: one.text("name", called(key)) for key, one in found.items()}


def called(kind: str) -> str:
    """What a creature of the book is called where it says nothing else."""
    return kind.replace("-", " ").capitalize()


def newcomer(
    encounter: Encounter,
    kind: str,
    side: str,
    name: str = "",
    changes: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """One more of a kind, or just like somebody who is there, as a file would write it."""
    here, known = encounter.names["creatures"], kinds(encounter)
    wanted = meant(kind, [*known, *here])
    if wanted in known:
        one: dict[str, Any] = {"name": known[wanted], "from": wanted}
    elif wanted in here:
        model = encounter.entrants[here.index(wanted)].table.data
        one = {key: value for key, value in model.items() if key not in ("at", "stays", "picture")}
    else:
        raise BadInput(unknown("creature", kind, [*known, *here]), field="from")
    told = {**one.get("set", {}), **changes}
    found = name or free_name(one["name"], here)
    return {**one, "name": found, "side": side, **({"set": told} if told else {})}


def bring_in(
    fight: Fight, creature: dict[str, Any], player: str, by: str = "", beside: int = -1
) -> None:
    """One more comes into the fight: to the place it names, or the nearest to somebody, or to
    its own side."""
    _require_a_fight(fight)
    placed = join_somewhere(fight.encounter, fight.step_start[1], creature, beside)
    put_in(fight, Enter(placed, player), by)


def let_go(fight: Fight, name: str, by: str = "") -> None:
    """Somebody leaves the fight: no longer there, neither won over nor killed."""
    _require_a_fight(fight)
    if name in fight.names and fight.names.index(name) in fight.left:
        raise BadInput(f"{name} has left already", field="leave")
    put_in(fight, Leave(name), by)


def _require_a_fight(fight: Fight) -> None:
    if fight.is_resting or fight.encounter.is_between or fight.is_rested:
        raise BadInput("no fight is on: whoever comes now comes with the next one")


def require_answerable(fight: Fight, world: Any) -> None:
    """Refuse a change after which the rules would ask what nobody can answer."""
    if fight.has_begun and not fight.is_resting and fight.ruleset.outcome(world) != ONGOING:
        return  # it is over by that
    try:
        fight.part()(TapeOracle([], 0, stop), world)
    except Pending as pending:
        if pending.question.is_chance or pending.question.mask:
            return
    except Illegal:
        pass
    else:
        return
    raise BadInput("This leaves the rules with a question nobody can answer")
