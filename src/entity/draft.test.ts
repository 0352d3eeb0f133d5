import { expect, test } from 'vitest';
import { client } from '../features/master-data/client.ts';
import { supplier } from '../features/master-data/supplier.ts';
import { companiesOfChanges, type Draft, newDraft } from './draft.ts';
import type { Entity, Row } from './entity.ts';

function draftWith(entity: Entity, name: string, rows: readonly Row[]): Draft {
  const draft = newDraft(entity);
  const children = rows.map((values, place) => ({ key: `${place}`, id: place + 1, stamp: null, values }));
  return { ...draft, children: { ...draft.children, [name]: children } };
}

const numbers = (...rows: readonly Row[]) => draftWith(supplier, 'supplier_clients', rows);
const external = 'supplier_client.external_id';

test.each([
  [
    'a changed number',
    numbers({ client_id: 1, external_id: '7' }),
    numbers({ client_id: 1, external_id: '8' }),
    [1],
  ],
  ['an added one', numbers(), numbers({ client_id: 2, external_id: '8' }), [2]],
  ['a removed one', numbers({ client_id: 3, external_id: '8' }), numbers(), [3]],
  [
    'one of two',
    numbers({ client_id: 1, external_id: '7' }, { client_id: 2, external_id: '8' }),
    numbers({ client_id: 1, external_id: '7' }, { client_id: 2, external_id: '9' }),
    [2],
  ],
])('PROC-43 %s affects its company', (_, before, after, companies) => {
  expect(companiesOfChanges(supplier, [external], before, after)).toEqual(companies);
});

test('PROC-43 a number that moves from one company to another affects both', () => {
  const [before, after] = [
    numbers({ client_id: 1, external_id: '7' }),
    numbers({ client_id: 2, external_id: '7' }),
  ];
  expect(companiesOfChanges(supplier, ['supplier_client.client_id'], before, after)).toEqual([1, 2]);
});

test('PROC-43 a change of the record, or of rows without a company, affects all companies', () => {
  const [before, after] = [
    numbers({ client_id: 1, external_id: '7' }),
    numbers({ client_id: 1, external_id: '8' }),
  ];
  expect(companiesOfChanges(supplier, [external, 'country'], before, after)).toBeNull();
  const keys = (rate: string) => draftWith(client, 'tax_keys', [{ tax_category: 'S', tax_percentage: rate }]);
  expect(companiesOfChanges(client, ['client_tax_key.tax_percentage'], keys('7'), keys('19'))).toBeNull();
});
