import { randomInt } from 'node:crypto';
import fc from 'fast-check';

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

/** As much as the deep form plays of a kind: half an hour is enough for it on a quiet machine; `KONTOR_GAMES` says another number of games. */
export const deepExtent: Extent = { games: Number(process.env.KONTOR_GAMES ?? 400), moves: 80 };

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
 * Plays so many games of at most so many moves each, of this seed or of another one each time, which is printed; a sequence that breaks an
 * invariant is shrunk and printed as well, ready for `replay`. Answers how many moves were taken, how many a second, and what came of them.
 */
export async function play<World, Move extends MoveData>(
  game: Game<World, Move>,
  { games, moves, seed = randomInt(2 ** 31) }: Extent,
): Promise<{ readonly steps: number; readonly tally: Tally }> {
  const tally: Tally = new Map();
  const begun = Date.now();
  const command = game.move.map((move) => new Played(game, move, tally));
  await fc.assert(
    fc.asyncProperty(fc.commands([command], { maxCommands: moves, size: 'max' }), async (commands) => {
      const real = { world: await game.begin(), place: 0 };
      await fc.asyncModelRun(() => ({ model: {}, real }), commands);
    }),
    { numRuns: games, endOnFailure: false, seed },
  );
  const steps = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const aSecond = Math.round((steps * 1000) / (Date.now() - begun));
  console.info(`${steps} moves, ${aSecond} a second, with seed ${seed}`);
  return { steps, tally };
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
