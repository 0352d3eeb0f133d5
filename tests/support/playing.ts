import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { inDepth } from './depth.ts';

/** The frame of a machine that plays with documents of a kind: people take steps, and after each of them the same must hold. */

/** One thing that somebody does, as plain data, so that a sequence that was found can be kept as it is printed. */
export type MoveData = Readonly<Record<string, unknown>>;

/** What came of a move: `done`, `nothing` where there was nothing to do, or the code of the refusal. */
export type Answer = string;

/** A kind of document that is played with. `World` is what a game has at hand: the document, its people, what was seen before. */
export interface Game<World, Move extends MoveData> {
  /** A new document and the settings from which every game starts. */
  begin(): Promise<World>;
  /** What people try; what comes of it may depend on the document, but nothing else. */
  readonly move: fc.Arbitrary<Move>;
  take(world: World, move: Move): Promise<Answer>;
  /** By name: what speaks against it after a move, in words; nothing while it holds. */
  readonly invariants: Readonly<
    Record<string, (world: World, move: Move, answer: Answer) => Promise<readonly string[]>>
  >;
}

/** How much is played. */
export interface Extent {
  readonly games: number;
  /** Of a game at most; it has half as many on average. */
  readonly moves: number;
  readonly seed?: number;
}

const mostMoves = 80;

/**
 * As much as the deep form plays of one company: 400 games, or its part of `KONTOR_MOVES` moves of a kind, with the seed
 * `KONTOR_SEED` (`npm run play`).
 *
 * @param companies with how many different settings the kind is played
 */
export function deepExtent(companies: number): Extent {
  const { KONTOR_MOVES: wanted, KONTOR_SEED: seed } = process.env;
  const games = wanted === undefined ? 400 : Math.ceil(Number(wanted) / companies / (mostMoves / 2));
  return { games, moves: mostMoves, ...(seed !== undefined && { seed: Number(seed) }) };
}

/** So many games are played at once, so that neither the database nor the product waits for the other. */
const lanes = inDepth(1, 3);

/** Makes for each game that is played at once what it needs for itself. */
export function inLanes<Room>(open: () => Promise<Room>): Promise<readonly Room[]> {
  return Promise.all(Array.from({ length: lanes }, open));
}

/** What a walk has to reach, or it proves nothing: `rare` in a long one only. */
export function toReach(
  { games }: Extent,
  few: readonly string[],
  rare: readonly string[],
): readonly string[] {
  return games < 100 ? few : [...few, ...rare];
}

/** How often each answer was given, by what was tried; says whether a walk got anywhere. */
export type Tally = Map<string, number>;

/** Plays the moves one after the other on a new document. Throws with what was broken, and after how many moves. */
export async function replay<World, Move extends MoveData>(
  game: Game<World, Move>,
  moves: readonly Move[],
  tally: Tally = new Map(),
): Promise<void> {
  const world = await game.begin();
  for (const [place, move] of moves.entries()) await step(game, world, move, place, tally);
}

async function step<World, Move extends MoveData>(
  game: Game<World, Move>,
  world: World,
  move: Move,
  place: number,
  tally: Tally,
): Promise<void> {
  const answer = await game.take(world, move);
  const key = `${move.kind} ${answer}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
  for (const [name, holds] of Object.entries(game.invariants)) {
    const broken = await holds(world, move, answer);
    if (broken.length > 0)
      throw new Error(`${name}: ${broken.join('; ')} (after move ${place + 1}, ${answer})`);
  }
}

/**
 * Plays so many games of at most so many moves each, as many at once as there are lanes, of this seed or of another one each time,
 * which is printed with how many moves ran clean and how many a second; a sequence that breaks an invariant is shrunk and printed as
 * well, ready for `replay`. Answers how many moves were taken, and what came of them.
 */
export async function play<World, Move extends MoveData>(
  atOnce: readonly Game<World, Move>[],
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

async function playAlone<World, Move extends MoveData>(
  game: Game<World, Move>,
  { games, moves, seed }: Required<Extent>,
  tally: Tally,
): Promise<void> {
  const command = game.move.map((move) => new Played(game, move, tally));
  await fc.assert(
    fc.asyncProperty(fc.commands([command], { maxCommands: moves, size: 'max' }), async (commands) => {
      const real = { world: await game.begin(), place: 0 };
      await fc.asyncModelRun(() => ({ model: {}, real }), commands);
    }),
    { numRuns: games, endOnFailure: false, seed },
  );
}

class Played<World, Move extends MoveData>
  implements fc.AsyncCommand<object, { readonly world: World; place: number }>
{
  readonly #game: Game<World, Move>;
  readonly #move: Move;
  readonly #tally: Tally;

  constructor(game: Game<World, Move>, move: Move, tally: Tally) {
    this.#game = game;
    this.#move = move;
    this.#tally = tally;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, real: { readonly world: World; place: number }): Promise<void> {
    await step(this.#game, real.world, this.#move, real.place, this.#tally);
    real.place += 1;
  }

  toString(): string {
    return JSON.stringify(this.#move);
  }
}
