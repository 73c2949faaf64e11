"""Beside a table: other programs write to its file, bells ring, several look at one moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

from table_players import go_on
from waiting import apart

from affray.table.bells import Bell
from affray.table.keeping import KeptGame
from affray.table.lobby import Lobby
from affray.table.scenery import once, shown_world
from affray.table.store import Store
from affray.table.views import mine_in


def begun(lobby: Lobby, name: str) -> KeptGame:
    kept = lobby.kept(lobby.begin(name, seed=8))
    for n in range(1, len(kept.chairs)):
        kept.take(n)
    return kept


def test_what_another_program_writes_is_noticed_and_nothing_else(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    kept, other = begun(lobby, "skirmish/bridge"), begun(lobby, "skirmish/duel")
    with lobby.housed.listening(kept.id), lobby.housed.listening(other.id):
        lobby.pass_by()
        go_on(kept)
        assert lobby.pass_by() == set(), "our own answers are told of already"
        elsewhere = Store(tmp_path)
        go_on(KeptGame(elsewhere, kept.id))
        before = kept.seq
        assert lobby.pass_by() == {kept.id}
        assert kept.seq == before + 1
        assert lobby.pass_by() == set()
        ended = lobby.ended(other.id)
        elsewhere.add_link(other.id, 1, "a link of another program")
        lobby.pass_by()
        assert lobby.ended(other.id) == ended, "one more link ends none"
        elsewhere.drop_links(other.id, 1)
        assert other.id in lobby.pass_by(), "whoever listens looks whether theirs was one"
        assert lobby.ended(other.id) == ended + 1
        elsewhere.close()
    lobby.close()


def test_a_bell_wakes_everybody_who_waits_and_nobody_for_ever() -> None:
    async def ring() -> list[bool]:
        bell = Bell()
        waiting = [asyncio.create_task(bell.wait(60)) for _ in range(3)]
        late = asyncio.create_task(bell.wait(0.0))
        assert not await late
        bell.ring()
        given_up = asyncio.create_task(bell.wait(60))
        await asyncio.sleep(0)
        given_up.cancel()
        bell.ring()
        return await asyncio.gather(*waiting)

    assert apart(asyncio.run, ring()) == [True, True, True]


def test_who_is_shown_the_same_is_shown_one_world(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    kept = begun(lobby, "skirmish/bridge")
    game = kept.game
    worlds = [shown_world(game, set(mine_in(game, chair))) for chair in game.chairs]
    assert len({id(world) for world in worlds}) == 1, "nothing is sealed yet"
    drawn: list[int] = []
    for _ in range(2):
        once(game, worlds[0], "once", lambda: drawn.append(1))
    assert drawn == [1]
    go_on(kept)
    assert shown_world(game, set()) is not worlds[0], "another moment"
    once(game, worlds[0], "once", lambda: drawn.append(1))
    assert drawn == [1, 1], "whoever still has a world of before draws it for themselves"
    lobby.close()
