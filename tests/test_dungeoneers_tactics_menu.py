"""What people are offered in Dungeoneers Tactics, and what is said before they choose."""

from __future__ import annotations

import re
from unittest.mock import Mock

import pytest
from tactics_stage import PAIR, menu_of, told_of

from affray.book.encounter import encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.rulesets.dungeoneers_tactics.gear import MOST_DICE
from affray.rulesets.dungeoneers_tactics.magic import dice_for_nothing, extra_magica


def test_a_face_no_die_has_is_refused_with_the_roll_in_words() -> None:
    said = "found a 5 on a d4, expected 1 to 4 (to hit Grim)"
    with pytest.raises(BadInput, match=re.escape(said)):
        menu_of(
            'start = "Ada"\ndo = ["Ada: action attack, target Grim, weapon improvised, stress 0",'
            ' "Ada rolls hit: d4 5 against d4 1"]'
        )


def test_a_step_out_of_reach_is_told_beforehand() -> None:
    menu = menu_of('start = "Ada"\ndo = []')
    assert menu["Move west"] == ("Grim may strike first | Grim may strike at you first. [DT-36]")
    assert menu["Move north"] == ""
    assert menu["Attack Grim"] == "improvised"


def test_an_entry_takes_a_basic_action_away() -> None:
    menu = menu_of('start = "Ada"\nset.Ada = { lacks = ["attack", "sprint"] }\ndo = []')
    assert "Grapple Grim" in menu
    assert not {"Attack Grim", "Sprint"} & set(menu)
    said = "Ada lacks move, expected some of the seven basic actions (DT-35)"
    with pytest.raises(BadInput, match=re.escape(said)):
        menu_of('start = "Ada"\nset.Ada = { lacks = ["move"] }\ndo = []')


def test_what_comes_to_nothing_is_told_beforehand() -> None:
    menu = menu_of(
        'start = "Ada"\nset.Ada = { grappled_by = ["Grim"], defensive = 1 }\n'
        'set.Grim = { grapples = "Ada", natural_av = 5 }\ndo = ["Ada: action defend"]'
    )
    assert menu["Sprint"] == "Held by another, you gain no movement points by a sprint. [DT-51]"
    assert menu["Defend"] == "You are defensive already: no more dice. [DT-43]"
    assert menu["Attack Grim"] == "improvised, cannot pierce armor 5"


def test_what_would_heal_nobody_is_told_beforehand() -> None:
    has = 'carried = ["healing-potion"], mind = 2, cantrips = ["quiet-heart"]'
    whole = menu_of(f'start = "Ada"\nset.Ada = {{ {has} }}\ndo = []')
    assert whole["Drink healing potion"].endswith(
        "You have nothing that it would take away. [DT-6, DT-20]"
    )
    assert whole["Cast quiet heart"].endswith(
        "None of you has what it would take away. [DT-6, DT-20]"
    )
    hurt = menu_of(f'start = "Ada"\nset.Ada = {{ {has}, wounds = 1, stress = 1 }}\ndo = []')
    assert "take away" not in hurt["Drink healing potion"] + hurt["Cast quiet heart"]


def test_what_a_sprint_brings_istold_of() -> None:
    told = told_of(PAIR + 'start = "Ada"\ndo = ["Ada: action sprint"]')
    assert "Ada sprints: 2 movement points more, 3 in all." in told


def test_what_a_shot_or_another_weapon_costs_is_told_beforehand() -> None:
    armed = 'set.Ada = { equipped = ["mace", "kite-shield"], carried = ["hunting-bow"] }'
    menu = menu_of(f'start = "Ada"\n{armed}\ndo = []')
    assert menu["Take hunting bow in hand"] == (
        "puts away mace and kite shield | Your armor falls from 2 to 0. [DT-140]"
    )


def test_extra_magica_is_on_themenu_of() -> None:
    menu = menu_of('start = "Ada"\nset.Ada = { mind = 4, cantrips = ["ember-lance"] }\ndo = []')
    assert menu["Cast ember lance"] == "1 magica, extra=1 to 3 for more pierce dice"


def test_no_magica_is_offered_for_dice_that_no_hand_holds() -> None:
    """With a focus and the die that comes for nothing 61 points bought 59 dice."""
    data = dict(find_encounter("dungeoneers-tactics/hexers-tower").top.data)
    data["creature"] = [{**one} for one in data["creature"]]
    data["creature"][0]["set"] = {"mind": 60, "magica": 99, "spell": 9}
    encounter = encounter_from(TomlTable(data, "mine"), "mine")
    w = encounter.world()
    lance = encounter.names["spells"].index("ember-lance")
    spare = MOST_DICE - dice_for_nothing(w, 0, lance)
    asked = Mock()
    asked.choose.return_value = 0
    extra_magica(asked, w, 0, lance, 0)
    mask = asked.choose.call_args.args[3]
    assert spare < 61
    assert mask.bit_length() - 1 == spare
