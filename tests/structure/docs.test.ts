import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');

test('every decision stands in the index by subject, once', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^- \[\d{4}\]\(([^)]+)\)/gm)].map(([, file]) => file);
  const decisions = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));
  expect(listed.toSorted()).toEqual(decisions.toSorted());
});
