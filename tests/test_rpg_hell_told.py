"""What people are told in RPG Hell: causes by their names, costs before they are paid, warnings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rpg_hell_stage import SCENARIOS

from affray.book.encounter import encounter_from, find_encounter, read_encounter
from affray.book.heads import NO_AIM
from affray.book.toml_tables import TomlTable
from affray.fight.fight import Fight
from affray.fight.following import take
from affray.fight.plans import offers
from affray.fight.players import Seat
from affray.files.saves import SavedFight, new_save
from affray.files.scenario import play_script
from affray.odds.of_plans import odds_of, position_of
from affray.rulesets.rpg_hell.kinds import Act, Answer, Question
from affray.tell.narration import tell, transcript

SLUG = "rpg-hell"


def _fight(hale: dict[str, Any], dog: dict[str, Any], seats: str = "bold") -> SavedFight:
    creatures = [
        {"name": "Hale", "from": "hale", "side": "heroes", "at": [2, 2], "set": hale},
        {"name": "Dog", "from": "dog", "side": "foes", "at": [3, 2], "set": dog},
    ]
    data = {"ruleset": SLUG, "map": {"size": [9, 6]}, "start": "Hale", "creature": creatures}
    yard = encounter_from(TomlTable({**data, "set": {"phase": "action"}}, "yard"), "yard")
    return new_save(yard, [Seat(), Seat(seats)], 1)


def _attack(hale: dict[str, Any], dog: dict[str, Any]) -> str:
    game = _fight({"pool": [0, 0, 0, 2, 0, 0], "weapons": ["long-sword"], **hale}, dog)
    game.fight.run()
    take(game.fight, next(o for o in offers(game.fight) if o.label == "Attack Dog"))
    return transcript(game.fight)


def _scenario(name: str) -> str:
    """What is told of a scenario."""
    encounter = read_encounter(SCENARIOS / f"{name}.toml")
    return "\n".join(line.text for line in tell(play_script(encounter)))


def test_harm_is_a_chain_with_every_cause_by_its_name() -> None:
    told = _attack({"stacks": {"poisoned": 1}, "hiding": "fully-hidden"}, {"dodge": 0, "armor": 2})
    chain = [
        "Hale gives a 4 and a 4.",
        "Hale turns long sword on Dog.",
        "Hale attacks Dog with a sum of 8.",
        "3 more on Dog for hiding.",
        "1 less on Dog for poison.",
        "Dog takes 5 damage (attack).",
        "Dog's Armor takes 2, 0 left.",
        "Dog loses 3 Health",
        "Hale can be seen again.",
    ]
    places = [told.index(line) for line in chain]
    assert places == sorted(places)


def test_a_blow_of_which_nothing_is_left_says_so() -> None:
    """The chain ended after its last cause, and whoever read it did the sum."""
    nothing = "Nothing of it is left for Dog."
    told = _attack({"weapon_bonus": -2, "stacks": {"poisoned": 1}}, {"dodge": 0})
    chain = ["2 less on Dog for its bearer.", "1 less on Dog for poison.", nothing]
    places = [told.index(line) for line in chain]
    assert places == sorted(places)
    assert nothing not in _attack({"weapon_bonus": -2}, {"dodge": 0})
    lost = _attack({"weapon_bonus": -2, "incorporeal": 1}, {"dodge": 0})
    assert "Dog does not feel it." in lost
    assert nothing not in lost


def test_who_is_asked_to_dodge_is_told_of_what() -> None:
    game = _fight({"pool": [0, 0, 0, 2, 0, 0], "weapons": ["long-sword"]}, {}, "person")
    game.fight.run()
    take(game.fight, next(o for o in offers(game.fight) if o.label == "Attack Dog"))
    encounter = game.fight.encounter
    asked = game.fight.pending
    assert asked is not None
    said = encounter.ruleset.words.prompt(Question.DODGE, 1, encounter.names, game.fight.world)
    assert said == "3 damage of Hale's long-sword comes at Dog. Spend a Dodge to halve it?"


def test_a_dodge_that_saves_nothing_is_warned_of() -> None:
    """Half of 1, rounded up, is 1."""
    game = _fight({"pool": [0, 0, 0, 2, 0, 0], "weapons": ["dagger"]}, {}, "person")
    game.fight.run()
    take(game.fight, next(o for o in offers(game.fight) if o.label == "Attack Dog"))
    encounter, w = game.fight.encounter, game.fight.world
    words = encounter.ruleset.words
    assert w.incoming == 1
    told = words.warning(Question.DODGE, w, 1, Answer.YES, encounter.names)
    assert told == "Halved and rounded up 1 is 1 still: the Dodge would be lost"
    assert words.warning(Question.DODGE, w, 1, Answer.NO, encounter.names) == ""
    w.incoming = 3
    assert words.warning(Question.DODGE, w, 1, Answer.YES, encounter.names) == ""


def _shove(hale: dict[str, Any], dog: dict[str, Any]) -> str:
    game = _fight({"pool": [0, 0, 0, 2, 0, 0], **hale}, dog)
    game.fight.run()
    take(game.fight, next(o for o in offers(game.fight) if o.label == "Shove Dog"))
    take(game.fight, next(o for o in offers(game.fight) if o.label.startswith("Roll")))
    return transcript(game.fight, opened=True)


def test_a_contest_says_what_it_is_for_and_by_which_stat() -> None:
    """Two dice were given and "Dog needs 8 to hold out" told, but not whether it was shoved."""
    told = _shove({"stacks": {"poisoned": 1}}, {})
    chain = [
        "Hale shoves Dog.",
        "Hale gives a 4 and a 4.",
        "Hale's body is 2.",
        "1 off Hale's Body for poison.",
        "Hale rolls for the contest: 2d6+1 (",
        "Dog needs ",
        "Dog's body is 1.",
        "Dog rolls to hold out: 2d6+1 (",
    ]
    places = [told.index(line) for line in chain]
    assert places == sorted(places)


def test_who_is_not_awake_loses_a_contest_and_the_log_says_why() -> None:
    told = _shove({}, {"door": 3, "health": -9})
    assert "Dog is not awake, and cannot hold out." in told
    assert "Dog rolls to hold out" not in told


def test_arts_show_their_costs_and_what_they_overstrain() -> None:
    game = _fight({"pool": [0, 0, 0, 4, 0, 0], "strain": 1}, {})
    game.fight.run()
    encounter = game.fight.encounter
    words = encounter.ruleset.words
    card = words.card(game.fight.world, 0, encounter.names)
    shown = next(s.value for s in card.stats if s.label == "arts")
    assert "lunge (2 dice, 1 Strain)" in str(shown)
    assert "parry (the locked die" in str(shown)
    notes = {o.label: o.note for o in offers(game.fight) if o.name == "art"}
    assert notes["Use the art rip and tear"] == "1 die, 2 Strain"
    tear = encounter.names["arts"].index("rip-and-tear")
    told = words.warning(Question.ART, game.fight.world, 0, tear, encounter.names)
    assert told == "Costs 1 Health: too little Strain"


def test_a_move_under_watch_and_a_vain_search_are_warned_of() -> None:
    game = _fight({"pool": [1, 0, 0, 0, 0, 0]}, {"arts": ["overwatch"], "locked": 6})
    game.fight.run()
    encounter = game.fight.encounter

    def warned(act: Act) -> str:
        words = encounter.ruleset.words
        return words.warning(Question.ACTION, game.fight.world, 0, act, encounter.names)

    watched = "Dog watches with a locked die, to strike who comes into range"
    assert warned(Act.MOVE) == watched
    game.fight.edit({"Dog": {"locked": 0, "hiding": "hidden", "x": 8}})
    assert warned(Act.MOVE) == ""
    assert warned(Act.SEARCH) == ""
    game.fight.edit({"Dog": {"x": 8, "y": 5}, "Hale": {"x": 0}})
    assert warned(Act.SEARCH) == "", "who knows?"
    game.fight.edit({"Dog": {"hiding": "obscured"}})
    assert "Nobody unseen" in warned(Act.SEARCH)


def test_the_computer_lets_neutral_people_be() -> None:
    hale = {"name": "Hale", "from": "hale", "side": "heroes", "at": [2, 2]}
    dog = {"name": "Dog", "from": "dog", "side": "foes", "at": [5, 2]}
    miller = {"name": "Miller", "from": "zombie", "side": "others", "at": [1, 2]}
    creatures = [hale, dog, {**miller, "set": {"neutral": True}}]
    data = {"ruleset": SLUG, "sides": ["heroes", "foes", "others"], "map": {"size": [9, 6]}}
    mill = encounter_from(TomlTable({**data, "creature": creatures}, "mill"), "mill")
    game = new_save(mill, [Seat("bold")] * 3, 3)
    game.fight.run()
    told = transcript(game.fight)
    assert game.fight.is_over
    assert "Miller's turn." in told
    assert "attacks Miller" not in told
    assert "Miller attacks" not in told


def test_the_odds_of_a_way_to_roll_are_those_of_the_contest(tmp_path: Path) -> None:
    """The contest is rolled in steps of its own; at the question they were '100 % nothing'."""
    game = new_save(
        find_encounter("rpg-hell/gate-duel"),
        [Seat(), Seat("bold"), Seat("bold")],
        3,
        tmp_path / "s",
    )
    game.fight.run()
    for wanted in ("close", "grapple"):
        take(game.fight, next(o for o in offers(game.fight) if o.name == wanted))
    assert [offer.name for offer in offers(game.fight)] == ["roll", "faces"]
    found = [
        {o.text for o in odds_of(position_of(game.fight, 0), offer, [1, 1, 1]).outcomes}
        for offer in offers(game.fight)
    ]
    assert found == [{"won, held", "lost"}] * 2


def test_each_trait_that_uses_a_mark_is_told_by_its_name() -> None:
    bow = {"weapons": ["longbow"], "pool": [0, 0, 1, 1, 0, 0], "stats": {"mind": 2, "nature": 2}}
    told = _attack(
        {**bow, "traits": ["weak-spot", "marked-as-prey"], "strain": 2},
        {"stacks": {"marked": 2}, "dodge": 0},
    )
    chain = [
        "7 on Hale's dice and 1 for the mark.",
        "1 more on Hale's sum for weak spot.",
        "Hale attacks Dog with a sum of 9.",
        "1 more on Dog for marked as prey.",
        "weak spot gives Hale Strain back.",
    ]
    places = [told.index(line) for line in chain]
    assert places == sorted(places)
    assert "for the mark" not in told[places[0] + len(chain[0]) :]


def test_what_is_thrown_says_so_before_it_leaves_the_hand() -> None:
    told = _attack({"weapons": ["dagger"], "pool": [0, 0, 0, 2, 0, 0]}, {"x": 6, "dodge": 0})
    assert told.index("Hale throws dagger at Dog.") < told.index("dagger has left Hale's hand.")


def test_speed_towards_prey_and_a_carts_tiles_are_told() -> None:
    road = _scenario("rh-156-a-vehicle-meets-all-it-passes")
    assert road.index("Cart goes to [2, 1].") < road.index("Ada is moved 2 tiles east.")
    game = _fight({"pool": [1, 0, 0, 0, 0, 0], "traits": ["bloodhound"]}, {"stacks": {"bleed": 1}})
    game.fight.run()
    asked: dict[int, int] = {Question.DIE: 0, Question.COLUMN: 2, Question.ROW: 1}
    take(game.fight, next(o for o in offers(game.fight) if o.label.startswith("Move ...")), asked)
    assert "Hale has 2 more Speed on the way to its prey: bloodhound." in transcript(game.fight)


def test_a_parry_gives_the_kept_die() -> None:
    told = _scenario("rh-76-parry-takes-the-face-off")
    kept = re.search(r"(\w+) gives the kept die, a (\d)\.", told)
    assert kept is not None
    assert f"{kept[1]} parries {kept[2]}." in told[kept.end() :]


def test_what_heals_nobody_is_warned_of() -> None:
    game = _fight({"pool": [1, 0, 0, 0, 0, 0], "items": ["bandage"]}, {}, "person")
    game.fight.run()
    encounter, w = game.fight.encounter, game.fight.world
    bandage = encounter.names["items"].index("bandage")
    words = game.fight.ruleset.words
    told = words.warning(Question.ITEM, w, 0, bandage, encounter.names)
    assert told == "Nobody near has lost what it gives back"
    w.creatures[0].health -= 1
    assert words.warning(Question.ITEM, w, 0, bandage, encounter.names) == ""


def _what_for(fight: Fight) -> dict[str, str]:
    """The plans of an action that no dice decide, with what each says it is for."""
    fight.run()
    return {o.label: o.note for o in offers(fight) if o.plan is not None and o.aim == NO_AIM}


def test_a_plan_without_a_number_says_what_it_is_for() -> None:
    """What a kept die is good for, in the list and where one says yes."""
    hale = {"pool": [1, 1, 1, 1, 1, 1], "weapons": ["long-sword"], "stacks": {"burn": 1}}
    hale |= {"items": ["bandage", "antidote", "frag-grenade"], "locked": 3}
    away = {"x": 8, "hiding": "hidden"}
    found = _what_for(_fight(hale, away).fight)
    assert found.pop("Move up to Dog", "") == "", "that says it all"
    assert {"Keep a three", "Take the kept die back", "Hold", "Drop prone", "Move ..."} <= set(
        found
    )
    assert {"Put out the fire", "Use bandage", "Use antidote", "Search"} <= set(found)
    assert all(found.values()), found
    assert found["Use bandage"] == "to you or somebody beside you: gives Health back and ends bleed"
    assert found["Use antidote"] == "to you: ends poisoned"
