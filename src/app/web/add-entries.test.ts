import { describe, expect, it } from 'vitest';
import type { Module } from '../../platform/modules.ts';
import { addEntries } from './add-entries.ts';

describe('NAV-13 what the add button offers', () => {
  it.each<[readonly Module[], readonly string[]]>([
    [
      ['procurement', 'invoice'],
      ['order', 'invoice'],
    ],
    [
      ['procurement', 'contract'],
      ['order', 'order_from_contract'],
    ],
    [['contract'], []],
    [[], []],
  ])('with %j: %j', (modules, keys) => {
    expect(addEntries(modules).map(({ key }) => key)).toEqual(keys);
  });
});
