"""What a plan takes to be open, told to who cannot take it now."""

TAKES = {
    "strike": "a hostile creature within a weapon's reach, and the action points (DS-60)",
    "power-strike": "a hostile creature within a weapon's reach, and the action points (DS-70)",
    "close": "somebody farther off than the next tile, and a way on foot (DS-52)",
    "cast": "a spell of an equipped tome or a cantrip, its cost, and a target (DS-71)",
    "push": "a creature you threaten, and the action points (DS-57)",
    "grapple": "a creature you threaten, a free hand, and the action points (DS-54)",
    "travel": "a tile to go to, and the action points (DS-53)",
    "sprint": "a tile to go to, and the action points (DS-52)",
    "climb": "a wall or an edge beside you, and support underfoot (DS-52)",
    "climb-up": "hanging, and a floor above to climb to (DS-52)",
    "climb-down": "hanging, and a floor below to climb to (DS-52)",
    "drop": "something in hand (DS-11)",
    "release": "somebody in your hold (DS-11)",
    "let-go": "hanging from an edge (DS-11)",
}
