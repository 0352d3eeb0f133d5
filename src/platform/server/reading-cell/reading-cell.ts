import { totalmem } from 'node:os';
import type { Log } from '../log.ts';
import { RefusedForNow } from '../refused-for-now.ts';
import { type CellLimits, idleMs } from './cell-limits.ts';
import { wallsOfMachine } from './launch.ts';
import { ReaderProcess } from './reader-process.ts';
import { nextTurn, type Waiting, type Whose } from './turns.ts';

/** Reads in the cell for one tenant. Throws `ReaderEnded`, `RefusedForNow`, or what the reader threw. */
export type InCell<Task, Answer> = (whose: Whose, task: Task, guessMs?: number) => Promise<Answer>;

/** `documents` take up to minutes, and jobs wait for them; for the others people or servers wait. */
export type Lane = 'documents' | 'others';

const gigabyte = 2 ** 30;
/** Processes at once; a machine of four gigabytes has fewer for documents. */
const places: Readonly<Record<Lane, number>> = { documents: totalmem() < 6 * gigabyte ? 3 : 4, others: 2 };
/** Of these, so many for the documents of one tenant. */
const mostOfOne: Readonly<Record<Lane, number>> = { documents: 2, others: 1 };
/** Works that wait in all, and those of one tenant; the next one is asked to come again. */
const mostWaiting = 200;
const mostWaitingOfOne = 40;
const retryAfterSeconds = 10;

interface Turn extends Waiting {
  readonly start: (reader: ReaderProcess) => Promise<void>;
}

class Cell {
  readonly #lane: Lane;
  /** What may be asked is loaded by a process that is started before anybody asks. */
  readonly #files = new Set<string>();
  readonly #waiting: Turn[] = [];
  readonly #working = new Map<ReaderProcess, Whose>();
  readonly #resting = new Map<ReaderProcess, NodeJS.Timeout>();

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  /** Somebody is going to have this done. */
  expect(file: string): void {
    this.#files.add(file);
  }

  async run(
    file: string,
    whose: Whose,
    task: unknown,
    guessMs: number,
    limits: CellLimits,
  ): Promise<unknown> {
    const ofOne = this.#waiting.filter((each) => each.whose === whose).length;
    if (this.#waiting.length >= mostWaiting || ofOne >= mostWaitingOfOne)
      throw new RefusedForNow(retryAfterSeconds);
    return await new Promise((resolve, reject) => {
      this.#waiting.push({
        whose,
        guessMs,
        since: performance.now(),
        start: async (reader) => await reader.run(file, task, limits).then(resolve, reject),
      });
      this.#goOn();
    });
  }

  /** Has a process ready before anybody asks. */
  warm(): void {
    if (this.#working.size + this.#resting.size === 0) this.#rest(this.#started([...this.#files]));
  }

  #goOn(): void {
    const lane = this.#lane;
    while (this.#working.size < places[lane]) {
      const turn = nextTurn(this.#waiting, [...this.#working.values()], mostOfOne[lane], performance.now());
      if (turn === null) return;
      this.#waiting.splice(this.#waiting.indexOf(turn), 1);
      const reader = this.#awake();
      this.#working.set(reader, turn.whose);
      void turn.start(reader).finally(() => this.#done(reader));
    }
  }

  #done(reader: ReaderProcess): void {
    this.#working.delete(reader);
    if (reader.isSpent) {
      reader.end();
      // The next one shall not wait for a process to begin.
      this.warm();
    } else this.#rest(reader);
    this.#goOn();
  }

  #awake(): ReaderProcess {
    for (const [reader, timer] of this.#resting) {
      clearTimeout(timer);
      this.#resting.delete(reader);
      if (!reader.isSpent) return reader;
    }
    // What is asked already waits for nothing else to be loaded.
    return this.#started([]);
  }

  #started(files: readonly string[]): ReaderProcess {
    const reader: ReaderProcess = new ReaderProcess(files, () => {
      clearTimeout(this.#resting.get(reader));
      this.#resting.delete(reader);
    });
    return reader;
  }

  /** One stays for whoever comes next. */
  #rest(reader: ReaderProcess): void {
    const timer = setTimeout(() => {
      if (this.#resting.size > 1) reader.end();
    }, idleMs);
    timer.unref();
    this.#resting.set(reader, timer);
  }
}

const cells: Readonly<Record<Lane, Cell>> = { documents: new Cell('documents'), others: new Cell('others') };

/**
 * Has the default function of a file done in the reading cell (TECH-20): in a process of its own, with bounded addresses, memory,
 * time and answer, without network, files of others and secrets. Task and answer are plain data. What came from outside is read
 * nowhere else.
 */
export function inCell<Task, Answer>(file: URL, lane: Lane, limits: CellLimits): InCell<Task, Answer> {
  cells[lane].expect(file.href);
  return async (whose, task, guessMs = 0) =>
    (await cells[lane].run(file.href, whose, task, guessMs, limits)) as Answer;
}

/** Has processes ready, so that the first document waits for none, and tells the log which walls the machine does not give. */
export function warmCells(log: Log): void {
  const walls = wallsOfMachine();
  if (!walls.limitsMemory || !walls.hasNoNetwork)
    log.warn(walls, 'the system does not give the reading cell all of its walls');
  for (const cell of Object.values(cells)) cell.warm();
}
