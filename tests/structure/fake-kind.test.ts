import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../document');

test('a kind with two fields and one approval needs few files and lines, including tests', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder });
  const lines = files.map((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length);
  expect(files.length).toBeGreaterThan(2);
  expect(files.length).toBeLessThanOrEqual(6);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(400);
});
