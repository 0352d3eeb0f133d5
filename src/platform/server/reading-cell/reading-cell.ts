import { totalmem } from 'node:os';
import { isDiskFull } from '../disk-full.ts';
import type { Log } from '../log.ts';
import { RefusedForNow } from '../refused-for-now.ts';
import { type CellLimits, idleMs, ReaderEnded } from './cell-limits.ts';
import { HadLately } from './had-lately.ts';
import { wallsOfMachine } from './launch.ts';
import { sweepFolders } from './reader-folders.ts';
import { ReaderProcess } from './reader-process.ts';
import { inTheWay, nextTurn, type Rules, type Waiting, type Whose, type Working } from './turns.ts';

/** Reads in the cell for one tenant. Throws `ReaderEnded`, `RefusedForNow`, `DiskFull`, or what the reader threw. */
export type InCell<Task, Answer> = (whose: Whose, task: Task, guessMs?: number) => Promise<Answer>;

/** `documents` take up to minutes for waiting jobs; people or servers wait for `others`. */
export type Lane = 'documents' | 'others';

const gigabyte = 2 ** 30;
/** A machine with four gigabytes gets fewer slots for documents. */
const rules: Readonly<Record<Lane, Rules>> = {
  documents: { places: totalmem() < 6 * gigabyte ? 3 : 4, maxOfOne: 2, patienceMs: 10_000 },
  others: { places: 3, maxOfOne: 1, patienceMs: 5_000 },
};
/** Waiting tasks in total and of one tenant; above that, refused with Retry-After. */
const maxWaiting = 200;
const maxWaitingOfOne = 40;
const retryAfterSeconds = 10;
/** While tasks wait, interval of checks whether a running one blocks them, in milliseconds. */
const lookEveryMs = 500;

interface Work extends Waiting {
  readonly file: string;
  readonly task: unknown;
  readonly limits: CellLimits;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Place extends Working {
  readonly work: Work;
  readonly reader: ReaderProcess;
  isPutBack: boolean;
}

/**
 * One lane: its slots, the waiting tasks, and the processes that run them.
 *
 * @see docs/topics/recognition-and-reading-cell.md
 */
export class Cell {
  readonly #rules: Rules;
  /** Files preloaded by a process that starts in advance. */
  readonly #files = new Set<string>();
  readonly #waiting: Work[] = [];
  readonly #working = new Set<Place>();
  readonly #had = new HadLately();
  readonly #resting = new Map<ReaderProcess, NodeJS.Timeout>();
  #looking: NodeJS.Timeout | undefined;

  constructor(ofLane: Rules) {
    this.#rules = ofLane;
  }

  /** Registers a file for preloading. */
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
    if (this.#waiting.length >= maxWaiting || ofOne >= maxWaitingOfOne)
      throw new RefusedForNow(retryAfterSeconds);
    return await new Promise((resolve, reject) => {
      const since = performance.now();
      this.#waiting.push({ file, task, limits, whose, guessMs, since, wasPutBack: false, resolve, reject });
      this.#goOn();
    });
  }

  /** Starts a process in advance. */
  warm(): void {
    if (this.#working.size + this.#resting.size > 0) return;
    try {
      this.#rest(this.#started([...this.#files]));
    } catch (error) {
      // The next task starts a process, and reports a disk that is still full.
      if (!isDiskFull(error)) throw error;
    }
  }

  #goOn(): void {
    const now = performance.now();
    for (;;) {
      const working = [...this.#working];
      const turn = nextTurn(this.#waiting, working, this.#rules, (whose) => this.#had.of(whose, now), now);
      if (turn === null) break;
      const { work, isKept } = turn;
      this.#waiting.splice(this.#waiting.indexOf(work), 1);
      const { whose, wasPutBack } = work;
      const reader = this.#readerFor(work);
      if (reader) void this.#read({ work, whose, wasPutBack, isKept, begun: now, reader, isPutBack: false });
    }
    const obstacle = inTheWay(this.#waiting, [...this.#working], this.#rules, now);
    if (obstacle && !obstacle.isPutBack) {
      obstacle.isPutBack = true;
      obstacle.reader.end();
    }
    clearTimeout(this.#looking);
    if (this.#waiting.length > 0) this.#looking = setTimeout(() => this.#goOn(), lookEveryMs).unref();
  }

  async #read(place: Place): Promise<void> {
    const { work, reader, whose, begun } = place;
    this.#working.add(place);
    try {
      work.resolve(await reader.run(work.file, work.task, work.limits));
    } catch (error) {
      const isOnlyPutBack = place.isPutBack && error instanceof ReaderEnded && error.reason === 'ended';
      if (isOnlyPutBack) this.#waiting.push({ ...work, wasPutBack: true });
      else work.reject(error);
    }
    this.#working.delete(place);
    const now = performance.now();
    this.#had.add(whose, now - begun, now);
    this.#done(reader);
  }

  #done(reader: ReaderProcess): void {
    if (reader.isSpent) {
      reader.end();
      // Start the next process now, so that the next task need not wait for it.
      this.warm();
    } else this.#rest(reader);
    this.#goOn();
  }

  /** A process for the work; throws if none can be started, for example on a full disk. */
  #readerFor(work: Work): ReaderProcess | null {
    try {
      return this.#awake();
    } catch (error) {
      work.reject(error);
      return null;
    }
  }

  #awake(): ReaderProcess {
    for (const [reader, timer] of this.#resting) {
      clearTimeout(timer);
      this.#resting.delete(reader);
      if (!reader.isSpent) return reader;
    }
    // A waiting task should not wait for other files to load.
    return this.#started([]);
  }

  #started(files: readonly string[]): ReaderProcess {
    const reader: ReaderProcess = new ReaderProcess(files, () => {
      clearTimeout(this.#resting.get(reader));
      this.#resting.delete(reader);
    });
    return reader;
  }

  /** Keeps one process for the next task. */
  #rest(reader: ReaderProcess): void {
    const timer = setTimeout(() => {
      if (this.#resting.size > 1) reader.end();
    }, idleMs);
    timer.unref();
    this.#resting.set(reader, timer);
  }
}

const cells: Readonly<Record<Lane, Cell>> = {
  documents: new Cell(rules.documents),
  others: new Cell(rules.others),
};

/**
 * Runs the default function of a file in the reading cell (TECH-20): in its own process, with limited address space,
 * memory, time and answer, without network, foreign files and secrets. Task and answer are plain data. Files from
 * outside are read nowhere else.
 */
export function inCell<Task, Answer>(file: URL, lane: Lane, limits: CellLimits): InCell<Task, Answer> {
  cells[lane].expect(file.href);
  return async (whose, task, guessMs = 0) =>
    (await cells[lane].run(file.href, whose, task, guessMs, limits)) as Answer;
}

/**
 * Starts processes in advance for the first document, removes leftovers of a killed product, and logs which isolation
 * the machine lacks.
 */
export function warmCells(log: Log): void {
  sweepFolders();
  const walls = wallsOfMachine();
  if (Object.values(walls).includes(false))
    log.warn(walls, 'the system does not support all protections of the reading cell');
  for (const cell of Object.values(cells)) cell.warm();
}
