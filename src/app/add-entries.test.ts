import { describe, expect, it } from 'vitest';
import { addEntries, firstSteps } from '../document/add-entries.ts';
import type { Module } from '../platform/modules.ts';
import { listed } from './kinds.ts';

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
    const entries = addEntries(listed.kinds, { modules, hasRole: (role) => roles.includes(role) });
    expect(entries.map(({ key }) => key)).toEqual(keys);
  });

  it('NAV-14 a single entry for contracts opens their form directly', () => {
    const [entry] = addEntries(listed.kinds, { modules: ['contract'], hasRole: () => true });
    expect(entry?.to).toBe('/contract/form');
  });
});

describe('NAV-13 an empty list offers first steps to people with the right for them', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['invoice', [], ['invoice']],
    ['invoice', ['user-admin'], ['invoice', 'mailbox']],
    ['contract', [], []],
    ['contract', mayInsert, ['contract', 'contract_import']],
    ['procurement', [], ['order', 'order_from_contract']],
  ])('%s with the rights %j: %j', (name, roles, keys) => {
    const kind = listed.kinds.find((each) => each.name === name);
    const modules: readonly Module[] = ['procurement', 'invoice', 'contract'];
    const steps = kind ? firstSteps(kind, { modules, hasRole: (role) => roles.includes(role) }) : [];
    expect(steps.map(({ key }) => key)).toEqual(keys);
  });
});
