"""What a plan takes to be open, told to who cannot take it now."""

TAKES = {
    "attack": "an action, and an enemy within reach of a weapon or attack (SM-4)",
    "charge": "an action, a move, and an enemy in the same zone to close with (SM-4, SM-5)",
    "quick-attack": "a turn not quickened, no check rolled in it, and an enemy in reach (SM-6)",
    "quick-attacks": "a turn not quickened, no check rolled in it, and an enemy in reach (SM-6)",
    "cast": "an action, and a spell you know with somebody or something to cast it on (SM-80)",
    "quicken": "a turn that is not quickened yet, and no check rolled in it (SM-6)",
    "join": "a move, and somebody in the same zone who is not close to you yet (SM-5)",
    "step-away": "a move, and somebody close to you (SM-5)",
    "go": "a move, and a zone that is linked to yours (SM-5)",
    "treat": "an action, and somebody in touch with a wound that can be treated (SM-43)",
    "parley": "an action, and a creature in the same zone (SM-103)",
    "hide": "an action (SM-4)",
    "try": "an action (SM-4)",
    "deed": "an action (SM-4)",
    "pick-up": "an action, and something that lies here (SM-4)",
    "load": "an action, and other ammunition for the weapon in hand (SM-4)",
    "treat-wounds": "nobody fighting, and a wound that can be treated (SM-43)",
    "tend": "nobody fighting, a wound, and somebody who knows how to tend it (SM-43)",
    "heal": "nobody fighting, a wound, and somebody with a spell that heals (SM-80)",
}
