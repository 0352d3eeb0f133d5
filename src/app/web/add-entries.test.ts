import { describe, expect, it } from 'vitest';
import type { Module } from '../../platform/modules.ts';
import { addEntries } from './add-entries.ts';

const mayInsert = ['user-insert-contract'];

describe('NAV-13 entries of the add button', () => {
  it.each<[readonly Module[], readonly string[], readonly string[]]>([
    [['procurement', 'invoice'], mayInsert, ['order', 'invoice']],
    [['procurement', 'contract'], [], ['order', 'order_from_contract']],
    [['procurement', 'contract'], mayInsert, ['order', 'order_from_contract', 'contract']],
    [['contract'], [], []],
    [['contract'], mayInsert, ['contract']],
    [[], mayInsert, []],
  ])('with %j and the rights %j: %j', (modules, roles, keys) => {
    const entries = addEntries({ modules, hasRole: (role) => roles.includes(role) });
    expect(entries.map(({ key }) => key)).toEqual(keys);
  });

  it('NAV-14 a single entry for contracts opens their form directly', () => {
    const [entry] = addEntries({ modules: ['contract'], hasRole: () => true });
    expect(entry?.to).toBe('/contract/form');
  });
});
