import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isPlanted, plant } from './tests/faults/plant.ts';
import DemoLater from './tests/support/demo-later.ts';
import { longestTest, longestWait } from './tests/support/depth.ts';

/** The debugger port for hanging workers: scripts/setup/hang-watch.mjs. */
const inspectPort = process.env.KONTOR_INSPECT_PORT;

const everywhere = {
  execArgv: inspectPort ? [`--inspect-port=127.0.0.1:${inspectPort}`] : [],
  // One more than cores, because workers often wait for PostgreSQL or a process.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  // Files share their imports, which take longer than most tests; setup-file.ts restores the globals.
  isolate: false,
  setupFiles: ['tests/support/setup-file.ts'],
  testTimeout: longestTest,
  hookTimeout: longestTest,
  expect: { poll: { timeout: longestWait } },
};

/** One project per layer: `unit` is pure and fast, the others start what they need. */
export default defineConfig({
  test: {
    // Sources with planted faults must not be cached for other runs.
    fsModuleCache: !isPlanted,
    sequence: { sequencer: DemoLater },
    projects: [
      {
        // The copy that packages load as well: two copies refuse each other's schemas.
        resolve: {
          alias: [
            { find: /^graphql$/, replacement: join(import.meta.dirname, 'node_modules/graphql/index.js') },
          ],
        },
        plugins: plant(),
        test: {
          name: 'unit',
          include: [
            '{src,scripts}/**/*.test.{ts,tsx}',
            'tests/structure/**/*.test.ts',
            // These read files outside of the project, and skip without them.
            'tests/support/**/*.test.ts',
            'tests/corpus/**/*.test.ts',
            'tests/reading-cell/**/*.test.ts',
          ],
          exclude: ['**/*.db.test.ts'],
          ...everywhere,
        },
      },
      {
        // Isolated, because these files mock modules.
        test: {
          name: 'pages',
          include: ['tests/**/*.test.tsx'],
          ...everywhere,
          setupFiles: [...everywhere.setupFiles, 'tests/support/without-browser.ts'],
          isolate: true,
        },
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
