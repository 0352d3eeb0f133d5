/** Runs before every test file: the next file in the same process does not see its changes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configureGlobal } from 'fast-check';
import { afterAll, beforeEach, expect, inject, vi } from 'vitest';
import { isDeep } from './depth.ts';
import { reportOpenHandles } from './hanging.ts';

// The short form is the same in each run; the deep one finds what no one thought of.
configureGlobal(isDeep ? { numRuns: 5_000 } : { seed: 19 });

// Lets an observer find out which process runs which file: scripts/setup/hang-watch.mjs.
const { KONTOR_WORKERS: workers } = process.env;
if (workers) writeFileSync(join(workers, String(process.pid)), expect.getState().testPath ?? '');

beforeEach(({ signal, task }) => {
  signal.addEventListener('abort', () => void reportOpenHandles(task.name, inject('postgres')?.adminUrl), {
    once: true,
  });
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
