/** Runs before every test file: what it changes for itself, the next file in the same process does not find. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, inject, vi } from 'vitest';
import { isDeep } from './depth.ts';
import { tellWhatIsOpen } from './hanging.ts';

// Random values where a test does not say how many.
if (isDeep) (await import('fast-check')).configureGlobal({ numRuns: 5_000 });

// Whoever watches from outside finds out which process runs what: scripts/setup/hang-watch.mjs.
const { KONTOR_WORKERS: workers } = process.env;
if (workers) writeFileSync(join(workers, String(process.pid)), expect.getState().testPath ?? '');

beforeEach(({ signal, task }) => {
  signal.addEventListener('abort', () => void tellWhatIsOpen(task.name, inject('postgres')?.adminUrl), {
    once: true,
  });
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
