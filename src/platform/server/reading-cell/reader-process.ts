import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { DiskFull } from '../disk-full.ts';
import {
  type CellLimits,
  lookEveryMs,
  maxKeptBytes,
  maxTaskBytes,
  maxWorks,
  ReaderEnded,
  residentBytes,
} from './cell-limits.ts';
import { frameHead, frameReader } from './frames.ts';
import type { CellAnswer, CellRequest } from './inside.ts';
import { launchOf } from './launch.ts';
import { makeFolder, removeFolder } from './reader-folders.ts';
import { isShortOfMemory } from './short-of-memory.ts';

/** Maximum characters kept of a process's error output. */
const maxErrorOutput = 4_000;

interface Work {
  readonly resolve: (answer: CellAnswer | ReaderEnded) => void;
  readonly answerBytes: number;
}

/** One process of the cell, which reads one document at a time. */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #streams: readonly { unref?: () => void; ref?: () => void }[];
  #work: Work | null = null;
  #works = 0;
  #errorOutput = '';
  #isOver = false;
  #ranShort = false;
  #memory = 0;

  /** @param onEnd called once, when the process has ended */
  constructor(files: readonly string[], onEnd: () => void) {
    this.#folder = makeFolder();
    const { command, args, env } = launchOf(files, this.#folder);
    const child = spawn(command, args, { env, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
    this.#child = child;
    const [input, , errors, answers] = child.stdio as unknown as [Writable, null, Readable, Readable];
    this.#streams = [input, errors, answers] as unknown as { unref?: () => void; ref?: () => void }[];
    // Write errors of an ending process are reported by its end.
    input.on('error', () => {});
    errors.on('data', (piece: Buffer) => {
      this.#errorOutput = (this.#errorOutput + piece.toString('latin1')).slice(-maxErrorOutput);
    });
    const take = frameReader(
      () => this.#work?.answerBytes ?? 0,
      (frame) => this.#work?.resolve(deserialize(frame) as CellAnswer),
    );
    answers.on('data', (piece: Buffer) => {
      try {
        take(piece);
      } catch (error) {
        this.#endWith(new ReaderEnded('too_large', String(error)));
      }
    });
    child.once('error', (error) => this.#over(new ReaderEnded('ended', error.message), onEnd));
    child.once('close', (code, signal) => this.#over(this.#reasonOf(code, signal), onEnd));
    this.#rest();
  }

  /** Runs one task and returns its answer. Throws `ReaderEnded`, `DiskFull`, or what the reader threw. */
  async run(file: string, task: unknown, { seconds, answerBytes }: CellLimits): Promise<unknown> {
    const request: CellRequest = { file, task, answerBytes };
    const bytes = serialize(request);
    if (bytes.length > maxTaskBytes) throw new ReaderEnded('too_large', `a task of ${bytes.length} bytes`);
    if (this.#isOver) throw new ReaderEnded('ended', this.#errorOutput);
    this.#errorOutput = '';
    const late = setTimeout(() => this.#endWith(new ReaderEnded('too_slow', `${seconds} s`)), seconds * 1000);
    const looking = setInterval(() => void this.#look(), lookEveryMs);
    try {
      const answer = await new Promise<CellAnswer | ReaderEnded>((resolve) => {
        this.#work = { resolve, answerBytes: answerBytes + maxErrorOutput };
        for (const stream of this.#streams) stream.ref?.();
        this.#child.ref();
        const input = this.#child.stdin;
        input?.write(frameHead(bytes.length));
        input?.write(bytes);
      });
      if (answer instanceof ReaderEnded) throw answer;
      if (answer.ok) return answer.answer;
      if (answer.reason === 'too_large') {
        this.#ranShort = true;
        throw new ReaderEnded('too_large', answer.detail);
      }
      if (answer.reason === 'no_room') throw new DiskFull(answer.detail);
      throw new Error(`a reader failed: ${answer.detail}`);
    } finally {
      clearTimeout(late);
      clearInterval(looking);
      this.#work = null;
      this.#works += 1;
      await this.#look();
      this.#rest();
    }
  }

  /**
   * Whether the process must be replaced. One that ran short of memory may still hold it, at the expense of the next
   * document.
   */
  get isSpent(): boolean {
    return this.#isOver || this.#ranShort || this.#works >= maxWorks || this.#memory > maxKeptBytes;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  /** An idle process does not keep this one alive. */
  #rest(): void {
    for (const stream of this.#streams) stream.unref?.();
    this.#child.unref();
  }

  async #look(): Promise<void> {
    if (this.#isOver || this.#child.pid === undefined) return;
    this.#memory = (await memoryInUse(this.#child.pid)) ?? 0;
    if (this.#memory > residentBytes)
      this.#endWith(new ReaderEnded('too_large', `${this.#memory} bytes in use`));
  }

  #endWith(reason: ReaderEnded): void {
    const work = this.#work;
    this.#isOver = true;
    this.end();
    work?.resolve(reason);
  }

  #reasonOf(code: number | null, signal: NodeJS.Signals | null): ReaderEnded {
    const detail = `code ${code}, signal ${signal}: ${this.#errorOutput}`;
    return new ReaderEnded(isShortOfMemory(this.#errorOutput) ? 'too_large' : 'ended', detail);
  }

  #over(reason: ReaderEnded, onEnd: () => void): void {
    this.#isOver = true;
    removeFolder(this.#folder);
    this.#work?.resolve(reason);
    onEnd();
  }
}

const run = promisify(execFile);
const pageBytes = 4096;

/** Resident memory of a process in bytes; null if it is gone. */
async function memoryInUse(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return await memoryByPs(pid);
  const pages = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => null);
  return pages === null ? null : Number(pages.split(' ')[1]) * pageBytes;
}

async function memoryByPs(pid: number): Promise<number | null> {
  const found = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => null);
  return found === null ? null : Number(found.stdout.trim()) * 1024;
}
