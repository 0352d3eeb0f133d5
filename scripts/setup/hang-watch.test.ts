import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/platform/server/free-port.ts';

const root = join(import.meta.dirname, '../..');

describe('TECH-19 a hanging test ends and reports its position', () => {
  let output = '';
  const workers = mkdtempSync(join(tmpdir(), 'kontor-hanging-'));

  beforeAll(async () => {
    const parameters = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config=tests/support/hanging-run/vitest.config.ts',
    ];
    const { VITEST: _, ...inherited } = process.env;
    const env = {
      ...inherited,
      KONTOR_WORKERS: workers,
      KONTOR_INSPECT_PORT: String(await freePort()),
      NO_COLOR: '1',
    };
    output = await promisify(execFile)(process.execPath, parameters, { cwd: root, env }).then(
      () => 'it did not fail',
      ({ stdout, stderr }: { stdout: string; stderr: string }) =>
        stripVTControlCharacters(`${stdout}\n${stderr}`),
    );
  });
  afterAll(() => rmSync(workers, { recursive: true }));

  test('a waiting test is named, with the open handles of its process, and the next one runs', () => {
    expect(output).toContain('waits.case.ts > waits for what never comes');
    expect(output).toContain('Test timed out in 1000ms');
    expect(output).toMatch(
      /"waits for what never comes" hangs\. Open resources of its process: .*\d Timeout/,
    );
    expect(output).toContain('✓ and the next one runs');
  });

  test('a test that loops forever is named, with its line', () => {
    expect(output).toMatch(/circles\.case\.ts has printed nothing for \d+ s: it hangs /);
    expect(output).toContain('goRoundInCircles');
    expect(output).toMatch(/circles\.case\.ts:\d+/);
  });
});
