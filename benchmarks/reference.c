/* The reference fight, skirmish/bridge, as one would write it in C for that fight alone:
 * everyone headlong, the rulings at their defaults. It plays what the rules of skirmish say
 * with the generator of oracles/dice.py, and so gives the same fights, one by one; and it
 * reports what the engine reports: winner and rounds of each, survivors, events. */

#include <stdbool.h>
#include <stdint.h>

enum { MOST_FIGHTERS = 8, MOST_GROUPS = 7, LAST_ROUND = 30, SIDES = 2, NOBODY = 8 };

enum stance { PRESS = 1, BRACE = 2 };

enum event {
    ROUND, STANCE, STRIKE, MISS, HIT, STEP_IN, HELD, WOUND, DOWN, WITHDRAW, EVENTS
};

struct group {
    int32_t count, sides;
};

struct weapon {
    int32_t groups, bonus, wounds;
    struct group group[MOST_GROUPS];
};

struct fighter {
    int32_t side, might, guard, armor, toughness, place;
    int32_t wounds, stance, stepped_in;
    struct weapon weapon;
};

struct dice {
    uint64_t key, n;
};

struct fight {
    struct dice dice;
    int n;
    int standing[SIDES];
    int round;
    int64_t *events;
    struct fighter fighter[MOST_FIGHTERS];
};

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;
static const uint64_t FIGHT = 0xD1342543DE82EF95u;

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static struct dice dice_of(uint64_t seed, uint64_t fight)
{
    return (struct dice){ .key = mix(mix(seed + GOLDEN) + fight * FIGHT), .n = 0 };
}

static int roll(struct dice *dice, int count, int sides)
{
    int total = 0;
    for (int k = 0; k < count; k++) {
        uint64_t z = mix(dice->key + ++dice->n * GOLDEN);
        total += (int)((z >> 32) * (uint64_t)sides >> 32) + 1;
    }
    return total;
}

static int roll_weapon(struct dice *dice, const struct weapon *weapon)
{
    int total = weapon->bonus;
    for (int k = 0; k < weapon->groups; k++)
        total += roll(dice, weapon->group[k].count, weapon->group[k].sides);
    return total;
}

static int wounds_left(const struct fighter *f)
{
    return f->toughness - f->wounds;
}

static bool is_standing(const struct fighter *f)
{
    return wounds_left(f) > 0;
}

static int cover(const struct fighter *f)
{
    return 2 * f->guard + f->armor;
}

/* The headlong strike whoever is easiest to wound. */
static int choose_target(const struct fight *fight, int i)
{
    int best = -1;
    for (int j = 0; j < fight->n; j++) {
        const struct fighter *f = &fight->fighter[j];
        if (f->side == fight->fighter[i].side || !is_standing(f))
            continue;
        if (best < 0 || cover(f) < cover(&fight->fighter[best]))
            best = j;
    }
    return best;
}

/* The headlong step in unless they are hurt; the first neighbour who does takes the blow. */
static int choose_taker(struct fight *fight, int j)
{
    const struct fighter *target = &fight->fighter[j];
    for (int k = 0; k < fight->n; k++) {
        struct fighter *f = &fight->fighter[k];
        int apart = f->place - target->place;
        if (f->side != target->side || f->stepped_in || (apart != 1 && apart != -1))
            continue;
        if (wounds_left(f) > 1) {
            f->stepped_in = true;
            fight->events[STEP_IN]++;
            return k;
        }
    }
    return j;
}

static void strike(struct fight *fight, int i, int j)
{
    const struct fighter *striker = &fight->fighter[i];
    const struct fighter *target = &fight->fighter[j];
    fight->events[STRIKE]++;
    int might = roll(&fight->dice, striker->might + (striker->stance == PRESS), 6);
    int guard = roll(&fight->dice, target->guard + (target->stance == BRACE), 6);
    if (might < guard) {
        fight->events[MISS]++;
        return;
    }
    fight->events[HIT]++;
    struct fighter *taker = &fight->fighter[choose_taker(fight, j)];
    if (roll_weapon(&fight->dice, &striker->weapon) < taker->armor) {
        fight->events[HELD]++;
        return;
    }
    fight->events[WOUND]++;
    taker->wounds += striker->weapon.wounds;
    if (!is_standing(taker)) {
        fight->events[DOWN]++;
        fight->standing[taker->side]--;
    }
}

static void begin_round(struct fight *fight)
{
    fight->events[ROUND]++;
    for (int i = 0; i < fight->n; i++) {
        struct fighter *f = &fight->fighter[i];
        f->stepped_in = false;
        f->stance = PRESS;
        fight->events[STANCE] += is_standing(f);
    }
}

/* The side that wins, or NOBODY after the last round. */
static int play(struct fight *fight)
{
    for (fight->round = 1; fight->round <= LAST_ROUND; fight->round++) {
        begin_round(fight);
        for (int i = 0; i < fight->n; i++) {
            const struct fighter *f = &fight->fighter[i];
            if (!is_standing(f))
                continue;
            strike(fight, i, choose_target(fight, i));
            if (fight->standing[1 - f->side] == 0)
                return f->side;
        }
    }
    fight->round = LAST_ROUND;
    fight->events[WITHDRAW]++;
    return NOBODY;
}

/* Fights first, first + 1, ...: winner and rounds of each, survivors and events of all. */
void play_fights(const struct fighter *fighters, int32_t n, uint64_t seed, uint64_t first,
                 int64_t count, int8_t *winners, int32_t *rounds, int64_t *survivors,
                 int64_t *events)
{
    struct fight start = { .n = n, .events = events };
    for (int i = 0; i < n; i++) {
        start.fighter[i] = fighters[i];
        start.standing[fighters[i].side] += is_standing(&fighters[i]);
    }
    for (int64_t k = 0; k < count; k++) {
        struct fight fight = start;
        fight.dice = dice_of(seed, first + (uint64_t)k);
        winners[k] = (int8_t)play(&fight);
        rounds[k] = fight.round;
        for (int i = 0; i < n; i++)
            survivors[i] += is_standing(&fight.fighter[i]);
    }
}
