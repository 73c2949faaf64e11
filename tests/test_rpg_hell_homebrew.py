"""RPG Hell's content of one's own: what can be said without Python, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from rpg_hell_stage import told

from affray.book.encounter import encounter_from
from affray.book.errors import BadInput
from affray.book.toml_tables import parse_toml
from affray.cli.main import run
from affray.rulesets.rpg_hell import sheet
from affray.rulesets.rpg_hell.state import EffectLine, Trait

# Content of one's own

HOMEBREW = """\
ruleset = "rpg-hell"
title = "Content of one's own"
sides = ["heroes", "foes"]

[map]
size = [8, 6]

[[line]]
id = "shattered"
damage = 1
armor_strip = 2
knockback = 2

[[line]]
id = "frost"
damage = 2
stacks = { slow = 2, wet = 1 }

[[weapon]]
id = "maul"
damage = 3
hands = 2
needs = { body = 2 }
penetrates = true
on_high = "shattered"

[[trait]]
id = "giant-blood"
needs = { body = 3 }
health_by_body = 2
speed = -1
ignores_up_to = 1

[[art]]
id = "frost-grip"
school = "spell"
does = "contest"
dice = 2
strain = 1
range = 6
self_stat = "soul"
target_stat = "body"
on_win = "frost"

[[creature]]
name = "Brenna"
side = "heroes"
at = [0, 0]
set = { level = 3, stats = { body = 3, soul = 1 }, weapons = ["maul"], traits = ["giant-blood"] }

[[creature]]
name = "Kaye"
side = "heroes"
at = [0, 2]
set = { level = 3, stats = { soul = 3 }, weapons = ["dagger"], arts = ["frost-grip"] }

[[creature]]
name = "Bear"
from = "bear"
side = "foes"
at = [6, 1]
"""


def test_a_weapon_a_trait_and_an_art_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No Python is touched: a file holds them, and they fight."""
    file = tmp_path / "own.toml"
    file.write_text(HOMEBREW, "utf-8")
    assert run(["sim", str(file), "-n", "20", "--engine", "python"]) == 0
    assert "Brenna" in capsys.readouterr().out
    encounter = encounter_from(parse_toml(HOMEBREW, file), "own")
    w = encounter.world()
    assert w.creatures[0].max_health == 3 + 4 * 3 + 2 * 1 + 2 * 3
    assert sheet.base_speed(w, 0) == 5
    assert told(w.weapons[encounter.names["weapons"].index("maul")], encounter) == {
        "damage": 3,
        "hands": 2,
        "needs": {"body": 2},
        "penetrates": 1,
        "on_high": "shattered",
    }


@pytest.mark.parametrize(
    ("known", "unknown"),
    [
        ("armor_strip = 2", "summons = 2"),
        ("speed = -1", "charisma = 2"),
        ("self_stat = ", "casts_backwards = 1\nself_stat = "),
        ("penetrates = true", "explodes = true"),
        ("stacks = { slow = 2, wet = 1 }", "stacks = { frozen = 2 }"),
        ('does = "contest"', 'does = "polymorph"'),
        ('on_win = "frost"', 'on_win = "blizzard"'),
    ],
)
def test_what_cannot_be_expressed_is_refused_by_name(known: str, unknown: str) -> None:
    """A field, an effect, a deed or a line that is not there is named in the refusal."""
    assert HOMEBREW.count(known) >= 1
    text = HOMEBREW.replace(known, unknown, 1)
    new = unknown.split("\n")[0]
    named = new.split('"')[1] if '"' in new else "frozen" if "frozen" in new else new.split()[0]
    with pytest.raises(BadInput) as refused:
        encounter_from(parse_toml(text, "own.toml"), "own").world()
    assert repr(named) in str(refused.value)


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        ('[[art]]\nid = "sigh"\ndoes = "give"\n', "art[sigh].on_hit: missing"),
        ('[[art]]\nid = "sigh"\ndoes = "next-attack"\n', "art[sigh].on_hit: missing"),
        ('[[item]]\nid = "dust"\nburst = 1\n', "item[dust].does: missing"),
    ],
)
def test_what_would_do_nothing_is_refused(piece: str, said: str) -> None:
    """It did what the last line of all content does; compiled fights ended with a fault."""
    with pytest.raises(BadInput) as refused:
        encounter_from(parse_toml(HOMEBREW + piece, "own.toml"), "own").world()
    assert said in str(refused.value)


def test_every_field_of_a_line_and_a_trait_has_a_use_in_the_rules() -> None:
    """What a file may say is not silently without effect: some rule reads each field."""
    folder = Path(sheet.__file__).parent
    source = "".join(p.read_text("utf-8") for p in folder.glob("*.py") if p.name != "state.py")
    for record in (EffectLine, Trait):
        for name in record.layout.fields:
            assert f".{name}" in source, f"{record.__name__}.{name}"
