import { defineConfig } from 'vitest/config';

const postgres = {
  globalSetup: ['tests/support/postgres-setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

/** One project per layer: `unit` is pure and fast, the others start what they need. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{src,scripts}/**/*.test.{ts,tsx}',
            'tests/structure/**/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
          exclude: ['**/*.db.test.ts'],
          testTimeout: 5_000,
        },
      },
      {
        test: {
          name: 'database',
          include: ['{src,tests,scripts}/**/*.db.test.ts'],
          exclude: ['tests/isolation/**'],
          ...postgres,
        },
      },
      { test: { name: 'isolation', include: ['tests/isolation/**/*.test.ts'], ...postgres } },
      {
        test: {
          name: 'start',
          include: ['tests/{start,operations}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          // Processes, ports and clocks of the machine: docs/decisions/0075.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
    retry: 0,
    passWithNoTests: true,
  },
});
