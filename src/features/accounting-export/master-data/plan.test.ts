import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileRow, MasterDataPlan, PresentRow, Values } from './model.ts';
import { masterDataPlan } from './plan.ts';

const empty = { name: null, city: null, vat_number: null, iban: null, bic: null, address: null };

function present(
  id: number,
  account: string | null,
  values: Values,
  more: Partial<PresentRow> = {},
): PresentRow {
  return {
    id,
    account,
    isOwnAccount: account !== null,
    active: true,
    stamp: '2026-01-01T00:00:00+00:00',
    values: { ...empty, ...values },
    waiting: null,
    ...more,
  };
}

const row = (account: string, values: Values): FileRow => ({ line: 3, account, values });

describe('EXP-25 the plan of an import', () => {
  test('lists new rows, changes with both values, and rows missing in the file', () => {
    const plan = masterDataPlan(
      [row('70001', { name: 'Meyer AG', city: 'Köln' }), row('70003', { name: 'Neu' })],
      [
        present(1, '70001', { name: 'Meyer GmbH', city: 'Köln', vat_number: 'DE136695976' }),
        present(2, '70002', { name: 'Alt' }),
        present(4, '70004', { name: 'Ruht' }, { active: false }),
        present(5, null, { name: 'Ohne Nummer' }),
      ],
    );
    expect(plan.added).toMatchObject([{ key: '70003', name: 'Neu' }]);
    expect(plan.changed).toMatchObject([
      { id: 1, changes: [{ field: 'name', before: 'Meyer GmbH', after: 'Meyer AG' }] },
    ]);
    expect(plan.missing).toMatchObject([{ key: '#2', account: '70002', name: 'Alt' }]);
    expect(plan.agreeing).toEqual([]);
  });

  test('matches a supplier without an account of the company by VAT id, else by name and town', () => {
    const { changed, added } = masterDataPlan(
      [
        row('70001', { name: 'Anders', vat_number: 'DE136695976' }),
        row('70002', { name: 'meyer gmbh', city: 'Köln' }),
        row('70003', { name: 'Doppelt', city: 'Bonn' }),
      ],
      [
        present(1, null, { name: 'Eins', vat_number: 'DE136695976' }),
        present(2, '90000', { name: 'Meyer GmbH', city: 'köln' }, { isOwnAccount: false }),
        present(3, null, { name: 'Doppelt', city: 'Bonn' }),
        present(4, null, { name: 'Doppelt', city: 'Bonn' }),
      ],
    );
    expect(changed.map(({ id, changes }) => [id, changes[0]])).toEqual([
      [1, { field: 'external_id', before: null, after: '70001' }],
      [2, { field: 'external_id', before: '90000', after: '70002' }],
    ]);
    expect(added).toMatchObject([{ account: '70003' }]);
  });

  test('INV-21 does not propose waiting bank data again, and drops the BIC of another IBAN', () => {
    const stored = { name: 'A', iban: 'DE1', bic: 'OLDBIC' };
    const file = [row('70001', { name: 'A', iban: 'DE2' })];
    const changes = [
      { field: 'iban', before: 'DE1', after: 'DE2' },
      { field: 'bic', before: 'OLDBIC', after: null },
    ];
    expect(masterDataPlan(file, [present(1, '70001', stored)]).changed).toMatchObject([{ changes }]);
    const waiting = { iban: 'DE2', bic: null };
    expect(masterDataPlan(file, [present(1, '70001', stored, { waiting })])).toMatchObject({
      changed: [],
      agreeing: [1],
    });
    const other = { iban: 'DE3', bic: null };
    expect(masterDataPlan(file, [present(1, '70001', stored, { waiting: other })]).changed).toHaveLength(1);
  });

  test('ignores a text that the file had to cut', () => {
    const address = 'Gewerbegebiet an der langen Allee 123 b';
    const plan = masterDataPlan(
      [row('70001', { name: 'A', address: address.slice(0, 36).trimEnd() })],
      [present(1, '70001', { name: 'A', address })],
    );
    expect(plan.changed).toEqual([]);
  });
});

/** The stored rows after a plan, by the rules of the database. */
function applied(
  rows: readonly PresentRow[],
  plan: MasterDataPlan,
  isGuarded: boolean,
): readonly PresentRow[] {
  const changes = new Map(plan.changed.map((entry) => [entry.id, entry]));
  const gone = new Set(plan.missing.map(({ id }) => id));
  const known = rows.map((one): PresentRow => {
    const entry = changes.get(one.id);
    if (entry === undefined) return gone.has(one.id) ? { ...one, active: false } : one;
    const reported = Object.fromEntries(
      entry.changes.filter(({ field }) => field !== 'external_id').map(({ field, after }) => [field, after]),
    );
    const values = { ...one.values, ...reported };
    const isOtherBank = values.iban !== one.values.iban || values.bic !== one.values.bic;
    const isHeld = isGuarded && isOtherBank;
    return {
      ...one,
      account: entry.account,
      isOwnAccount: one.isOwnAccount || one.account !== entry.account,
      values: isHeld ? { ...values, iban: one.values.iban ?? null, bic: one.values.bic ?? null } : values,
      waiting: isHeld ? { iban: values.iban ?? null, bic: values.bic ?? null } : one.waiting,
    };
  });
  return [...known, ...plan.added.map((entry, place) => present(1000 + place, entry.account, entry.values))];
}

const some = <Item>(...items: readonly Item[]) => fc.constantFrom(...items);
const values = fc.record(
  {
    name: some('A', 'B', 'C'),
    city: some('Köln', 'Bonn'),
    vat_number: some('DE1', 'DE2', 'DE3'),
    iban: some('DE11', 'DE22'),
    bic: some('AAA', 'BBB'),
  },
  { requiredKeys: ['name'] },
);
const files = fc.uniqueArray(
  fc.record({ line: fc.nat(), account: some('70001', '70002', '70003', '70004'), values }),
  { selector: ({ account }) => account },
);
const stored = fc
  .array(
    fc.record({
      account: some(null, '70001', '70002', '70005'),
      isOwn: fc.boolean(),
      active: fc.boolean(),
      values,
      waiting: some(null, { iban: 'DE11', bic: null }, { iban: 'DE22', bic: 'AAA' }),
    }),
    { maxLength: 6 },
  )
  .map((rows) =>
    rows.map(({ account, isOwn, ...one }, place) =>
      present(place + 1, account, one.values, {
        isOwnAccount: account !== null && isOwn,
        active: one.active,
        waiting: one.waiting,
      }),
    ),
  );

test('EXP-25 after any plan was executed, a second one is empty', () => {
  fc.assert(
    fc.property(files, stored, fc.boolean(), (rows, here, isGuarded) => {
      const after = applied(here, masterDataPlan(rows, here), isGuarded);
      expect(masterDataPlan(rows, after)).toMatchObject({ added: [], changed: [], missing: [] });
    }),
  );
});
