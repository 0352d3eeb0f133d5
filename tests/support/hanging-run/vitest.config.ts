import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Hanging tests with short limits, run by scripts/setup/hang-watch.test.ts. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.case.ts'],
    setupFiles: ['../setup-file.ts'],
    testTimeout: 1_000,
    execArgv: [`--inspect-port=127.0.0.1:${process.env.KONTOR_INSPECT_PORT}`],
    reporters: [
      'default',
      [join(import.meta.dirname, '../../../scripts/setup/hang-watch.mjs'), { grace: 2_000 }],
    ],
  },
});
