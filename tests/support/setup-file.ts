/** Runs before every test file: what it changes for itself, the next file in the same process does not find. */
import { afterAll, vi } from 'vitest';
import { isDeep } from './depth.ts';

// Random values where a test does not say how many.
if (isDeep) (await import('fast-check')).configureGlobal({ numRuns: 5_000 });

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
