import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** It ends itself before, but a machine may be slow. */
const longestRun = 160_000;

describe('npm run torture', () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'torture-test-'));
    chmodSync(directory, 0o711);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  // What it finds once is a finding: another walk would only walk past it.
  const options = { timeout: longestRun + 10_000, retry: 0 };
  test('finds nothing wrong, and leaves nothing behind', options, async () => {
    const parameters = ['tests/torture/main.ts', '--minutes', '0.15', '--clients', '6', '--kills', '3'];
    const running = promisify(execFile)(process.execPath, parameters, {
      cwd: root,
      env: { ...process.env, TMPDIR: directory },
      timeout: longestRun,
    });
    // Its report says what is wrong and how to see it again.
    const { stdout } = await running.catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${error.stdout ?? ''}\n${error.stderr ?? ''}`);
    });
    expect(stdout).toMatch(/[1-9]\d* accepted/);
    expect(stdout).toMatch(/kills: [1-9]/);
    expect(stdout.match(/^ok /gm)?.length).toBeGreaterThan(15);
    expect(readdirSync(directory)).toEqual([]);
  });
});
