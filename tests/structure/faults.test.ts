import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planted } from '../faults/code-fault.ts';
import { generatedFaults } from '../faults/generated.ts';
import { codeFaults } from '../faults/list.ts';

const root = join(import.meta.dirname, '../..');

test('every fault planted for the isolation tests matches a place in the code', () => {
  const faults = [...codeFaults, ...generatedFaults()];
  expect(faults.length).toBeGreaterThanOrEqual(50);
  for (const fault of faults) {
    const text = readFileSync(join(root, fault.file), 'utf8');
    expect(planted(fault, text), fault.name).not.toBe(text);
  }
});
