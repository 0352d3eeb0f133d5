import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { inDepth } from './depth.ts';

/**
 * The frame of a machine that plays with documents of a kind: people take random steps, and the invariants are
 * checked after each.
 */

/** One act of a person as plain data, so that a failing sequence can be stored as printed. */
export type MoveData = Readonly<Record<string, unknown>>;

/** The result of a move: `done`, `nothing` where there was nothing to do, or the code of the refusal. */
export type Answer = string;

/**
 * A kind of document to play with. `Fixture` holds the state of a game: the document, its people, earlier observations.
 */
export interface Game<Fixture, Move extends MoveData> {
  /** Creates a document and the settings of a new game. */
  begin(): Promise<Fixture>;
  /** Random moves; their results may depend only on the document. */
  readonly move: fc.Arbitrary<Move>;
  take(fixture: Fixture, move: Move): Promise<Answer>;
  /** By name: objections after a move; none while the invariant holds. */
  readonly invariants: Readonly<
    Record<string, (fixture: Fixture, move: Move, answer: Answer) => Promise<readonly string[]>>
  >;
}

/** The amount of play. */
export interface Extent {
  readonly games: number;
  /** Maximum per game; the average is half of it. */
  readonly moves: number;
  readonly seed?: number;
}

const maxMoves = 80;

/**
 * The share of one company in the deep form: 20 games, or its part of `KONTOR_MOVES` moves of a kind, with the seed
 * `KONTOR_SEED` (`npm run play`).
 *
 * @param companies the number of companies with different settings
 */
export function deepExtent(companies: number): Extent {
  const { KONTOR_MOVES: wanted, KONTOR_SEED: seed } = process.env;
  const games = wanted === undefined ? 20 : Math.ceil(Number(wanted) / companies / (maxMoves / 2));
  return { games, moves: maxMoves, ...(seed !== undefined && { seed: Number(seed) }) };
}

/** The number of parallel games, so that neither the database nor the product idles. */
const lanes = inDepth(1, 3);

/** Opens the resources of each parallel game. */
export function inLanes<Room>(open: () => Promise<Room>): Promise<readonly Room[]> {
  return Promise.all(Array.from({ length: lanes }, open));
}

/** States that a walk must reach to prove anything: `rare` ones only in a long walk. */
export function toReach(
  { games }: Extent,
  few: readonly string[],
  rare: readonly string[],
): readonly string[] {
  return games < 100 ? few : [...few, ...rare];
}

/** The number of each answer per command; shows whether a walk made progress. */
export type Tally = Map<string, number>;

/**
 * Plays the moves one after the other on a new document. Throws with the broken invariant and the number of moves.
 */
export async function replay<Fixture, Move extends MoveData>(
  game: Game<Fixture, Move>,
  moves: readonly Move[],
  tally: Tally = new Map(),
): Promise<void> {
  const fixture = await game.begin();
  for (const [place, move] of moves.entries()) await step(game, fixture, move, place, tally);
}

async function step<Fixture, Move extends MoveData>(
  game: Game<Fixture, Move>,
  fixture: Fixture,
  move: Move,
  place: number,
  tally: Tally,
): Promise<void> {
  const answer = await game.take(fixture, move);
  const key = `${move.kind} ${answer}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
  for (const [name, holds] of Object.entries(game.invariants)) {
    const broken = await holds(fixture, move, answer);
    if (broken.length > 0)
      throw new Error(`${name}: ${broken.join('; ')} (after move ${place + 1}, ${answer})`);
  }
}

/**
 * Plays that many games with at most that many moves, in parallel lanes, with this seed or a random one, which is
 * printed with the number of clean moves and the rate. A sequence that breaks an invariant is shrunk and printed for
 * `replay`. Returns the number of moves and their results.
 */
export async function play<Fixture, Move extends MoveData>(
  atOnce: readonly Game<Fixture, Move>[],
  { games, moves, seed = randomInt(2 ** 31) }: Extent,
): Promise<{ readonly steps: number; readonly tally: Tally }> {
  const tally: Tally = new Map();
  const begun = Date.now();
  const played = await Promise.allSettled(
    atOnce.map((game, lane) =>
      playAlone(game, { games: Math.ceil(games / atOnce.length), moves, seed: seed + lane }, tally),
    ),
  );
  const steps = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const aSecond = Math.round((steps * 1000) / (Date.now() - begun));
  console.info(`${steps} moves, ${aSecond} a second, with seed ${seed}`);
  for (const one of played) if (one.status === 'rejected') throw one.reason;
  return { steps, tally };
}

async function playAlone<Fixture, Move extends MoveData>(
  game: Game<Fixture, Move>,
  { games, moves, seed }: Required<Extent>,
  tally: Tally,
): Promise<void> {
  const command = game.move.map((move) => new Played(game, move, tally));
  await fc.assert(
    fc.asyncProperty(fc.commands([command], { maxCommands: moves, size: 'max' }), async (commands) => {
      const real = { fixture: await game.begin(), place: 0 };
      await fc.asyncModelRun(() => ({ model: {}, real }), commands);
    }),
    { numRuns: games, endOnFailure: false, seed },
  );
}

class Played<Fixture, Move extends MoveData>
  implements fc.AsyncCommand<object, { readonly fixture: Fixture; place: number }>
{
  readonly #game: Game<Fixture, Move>;
  readonly #move: Move;
  readonly #tally: Tally;

  constructor(game: Game<Fixture, Move>, move: Move, tally: Tally) {
    this.#game = game;
    this.#move = move;
    this.#tally = tally;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, real: { readonly fixture: Fixture; place: number }): Promise<void> {
    await step(this.#game, real.fixture, this.#move, real.place, this.#tally);
    real.place += 1;
  }

  toString(): string {
    return JSON.stringify(this.#move);
  }
}
