import type { ChildProcess } from 'node:child_process';

/** Values passed to a page and back. */
type Reported = string | number | boolean | null | readonly string[];

/** An input device of the W3C protocols and its actions, in order. */
export interface ActionSource {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly object[];
}

/** A browser window driven by a W3C protocol, the same for each engine (TECH-23). */
export interface EngineWindow {
  /** Opens an address and waits until the page is loaded. */
  goto(address: string): Promise<void>;
  /** Runs a function in the page, without access to its closure, and returns its result. */
  ask<Answer, Given extends readonly Reported[]>(
    question: (...given: Given) => Answer | Promise<Answer>,
    ...given: Given
  ): Promise<Answer>;
  perform(sources: readonly ActionSource[]): Promise<void>;
  /** The size of the page's viewport, in pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Sets files of this machine in the field found by the selector. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The call of `question` in a page with `given` as JSON; both protocols wait for the promise. */
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

/**
 * The first match of the pattern in a program's output, which it prints when usable. Throws with the whole output
 * when it ends before.
 */
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
