import type { ChildProcess } from 'node:child_process';

/** What crosses over to a page and back. */
type Told = string | number | boolean | null | readonly string[];

/** An input device of the W3C protocols and what it does, in order. */
export interface ActionSource {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly object[];
}

/** A window of a browser that is driven by a protocol of the W3C, the same for each engine (TECH-23). */
export interface EngineWindow {
  /** Goes there and waits until the page is loaded. */
  goto(address: string): Promise<void>;
  /** Runs a function in the page, which sees nothing of its surroundings, and answers what it answers. */
  ask<Answer, Given extends readonly Told[]>(
    question: (...given: Given) => Answer | Promise<Answer>,
    ...given: Given
  ): Promise<Answer>;
  perform(sources: readonly ActionSource[]): Promise<void>;
  /** The size of what the page has for itself, in pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Gives files of this machine to the field that the selector finds. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Calls `question` in a page with what `given`, as JSON, tells; both protocols wait for the promise. */
export function pageFunction(question: (...given: never) => unknown): string {
  return `async (given) => JSON.stringify((await (${question})(...JSON.parse(given))) ?? null)`;
}

/** Ends a program and waits until it is gone. */
export async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const isGone = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  const killing = setTimeout(() => program.kill('SIGKILL'), 5_000);
  await isGone;
  clearTimeout(killing);
}

/** What a program prints before it can be used: the first match of the pattern. Throws with all it said when it ends before. */
export function printed(program: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk;
      const [, found] = pattern.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    program.stdout?.on('data', hear);
    program.stderr?.on('data', hear);
    program.once('error', reject);
    program.once('exit', () => reject(new Error(`${program.spawnfile} ended:\n${output}`)));
  });
}
