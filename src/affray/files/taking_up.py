"""A save of another version: watched as it was told, or taken up from the position it had."""

from __future__ import annotations

from pathlib import Path

from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.fight.hand import require_answerable
from affray.files.account import Account, account_beside
from affray.files.saves import Keeper, SavedFight, load_save, read_fight, whole_text
from affray.files.tapefile import entry_text, taken_up_table
from affray.files.versions import OtherVersion, require_account, taken_up
from affray.rules.ask import Illegal
from affray.rules.world import clone


def account_of(other: OtherVersion, path: Path) -> Account:
    """What was kept beside a save that its tape can no longer tell."""
    return require_account(other, account_beside(path))


def take_up_save(path: Path, other: OtherVersion, account: Account) -> SavedFight:
    """Go on under these rules; the file keeps all it had and grows by one entry."""
    fight, entry = taken_up_fight(whole_text(path), path, other, account)
    Keeper(path, fight.encounter, path.stat().st_size).append(entry)
    return load_save(path)


def taken_up_fight(
    text: str, file: Path | str, other: OtherVersion, account: Account
) -> tuple[Fight, str]:
    """The fight as these rules go on with it, and the entry that says so; or why they cannot."""
    entry = taken_up(other, account)
    written = entry_text("tape", taken_up_table(entry))
    try:
        fight, _ = read_fight(text + written, file)
        if not fight.is_over:
            require_answerable(fight, clone(fight.step_start[1]))
    except Illegal as bad:
        raise BadInput(str(bad), file=file, field="position") from None
    return fight, written
