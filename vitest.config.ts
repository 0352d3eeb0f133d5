import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isPlanted, plant } from './tests/faults/plant.ts';
import { longestTest, longestWait } from './tests/support/depth.ts';

/** Where a worker that hangs is asked what it is doing: scripts/setup/hang-watch.mjs. */
const inspectPort = process.env.KONTOR_INSPECT_PORT;

const everywhere = {
  execArgv: inspectPort ? [`--inspect-port=127.0.0.1:${inspectPort}`] : [],
  // One more than there are cores: while one waits for PostgreSQL or for a process, the others work.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  // Files share what they import, which takes longer than most of them; setup-file.ts puts the globals back.
  isolate: false,
  setupFiles: ['tests/support/setup-file.ts'],
  testTimeout: longestTest,
  hookTimeout: longestTest,
  expect: { poll: { timeout: longestWait } },
};

/** One project per layer: `unit` is pure and fast, the others start what they need. */
export default defineConfig({
  test: {
    // What was made of a source with a fault in it is for this run alone.
    fsModuleCache: !isPlanted,
    projects: [
      {
        plugins: plant(),
        test: {
          name: 'unit',
          include: [
            '{src,scripts}/**/*.test.{ts,tsx}',
            'tests/structure/**/*.test.ts',
            // What lies beside the project is only read; without it these skip.
            'tests/support/**/*.test.ts',
            'tests/corpus/**/*.test.ts',
            'tests/reading-cell/**/*.test.ts',
          ],
          exclude: ['**/*.db.test.ts'],
          ...everywhere,
        },
      },
      {
        // What these put in the place of modules, other files must not find there.
        test: { name: 'pages', include: ['tests/**/*.test.tsx'], ...everywhere, isolate: true },
      },
      {
        plugins: plant(),
        test: {
          name: 'database',
          include: ['{src,tests,scripts}/**/*.db.test.ts'],
          ...everywhere,
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
      {
        test: {
          name: 'start',
          include: ['tests/{start,operations}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
          globalSetup: ['tests/support/start-setup.ts'],
          ...everywhere,
        },
      },
    ],
    retry: 0,
    passWithNoTests: true,
  },
});
