import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

/**
 * In milliseconds: longer than the limit of each step, so a journey without a new step waits for something that never
 * happens.
 */
const longestSilence = 120_000;
const second = 1000;

interface Running {
  readonly title: string;
  readonly open: TestStep[];
  since: number;
}

/**
 * A Playwright reporter: reports and ends (`endWhenStalled`) a journey that has begun and ended no step for two
 * minutes. A long journey on a slow machine continues.
 */
export default class JourneysWatch implements Reporter {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kontor-stalled-'));
  readonly #running = new Map<TestResult, Running>();
  readonly #timer = setInterval(() => this.#look(), second);

  readonly #silence: number;

  /** @param options the milliseconds without a step after which a journey counts as stalled */
  constructor({ silence = longestSilence }: { readonly silence?: number } = {}) {
    this.#silence = silence;
    // Inherited by the processes of the journeys.
    process.env.KONTOR_STALLED = this.#folder;
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#running.set(result, { title: test.title, open: [], since: performance.now() });
  }

  onStepBegin(_test: TestCase, result: TestResult, step: TestStep): void {
    this.#sign(result)?.open.push(step);
  }

  onStepEnd(_test: TestCase, result: TestResult, step: TestStep): void {
    const open = this.#sign(result)?.open;
    const place = open?.indexOf(step) ?? -1;
    if (place >= 0) open?.splice(place, 1);
  }

  onTestEnd(_test: TestCase, result: TestResult): void {
    this.#running.delete(result);
  }

  onEnd(): void {
    clearInterval(this.#timer);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  printsToStdio(): boolean {
    return false;
  }

  #sign(result: TestResult): Running | undefined {
    const running = this.#running.get(result);
    if (running) running.since = performance.now();
    return running;
  }

  #look(): void {
    for (const [result, { title, open, since }] of this.#running) {
      if (performance.now() - since < this.#silence) continue;
      this.#running.delete(result);
      const places = open.map(({ title: step, location }) =>
        location ? `  ${step} (${location.file}:${location.line})` : `  ${step}`,
      );
      console.error(
        `\n"${title}" has done nothing for ${this.#silence / second} s. It is in:\n${places.join('\n')}`,
      );
      writeFileSync(join(this.#folder, String(result.workerIndex)), '');
    }
  }
}

/**
 * Ends the journey of this process, keeping its evidence and running its clean-up of the demo, when the reporter
 * finds it stalled.
 *
 * @returns stops the check
 */
export function endWhenStalled(journey: {
  readonly workerIndex: number;
  setTimeout(milliseconds: number): void;
}): () => void {
  const folder = process.env.KONTOR_STALLED;
  if (folder === undefined) return () => {};
  const mark = join(folder, String(journey.workerIndex));
  rmSync(mark, { force: true });
  const timer = setInterval(() => {
    if (!existsSync(mark)) return;
    clearInterval(timer);
    journey.setTimeout(1);
  }, second);
  return () => clearInterval(timer);
}
