import { expect, test } from 'vitest';
import { department } from '../features/master-data/department.ts';
import { productGroup } from '../features/master-data/product-group.ts';
import { supplier } from '../features/master-data/supplier.ts';
import { alikeWarning } from './alike.ts';
import type { Row } from './entity.ts';

const warning = { field: 'name', code: 'unique_violation', values: { rule: 'alike' } };

const mueller: Row = { name: 'Müller GmbH', city: 'Köln', active: true };

test.each([
  ['the same town', { city: 'Koeln' }],
  ['another spelling', { name: 'MUELLER  GmbH' }],
  ['no town', { city: null }],
])('VAL-29 warns of a supplier of the same name: %s', (_, change) => {
  expect(alikeWarning(supplier, { ...mueller, ...change }, [mueller])).toEqual(warning);
});

test.each([
  ['another town', { city: 'Bonn' }],
  ['another name', { name: 'Müller AG' }],
  ['deactivated', { active: false }],
  ['no name yet', { name: null }],
])('VAL-29 does not warn: %s', (_, change) => {
  expect(alikeWarning(supplier, { ...mueller, ...change }, [mueller])).toBeUndefined();
});

test('VAL-29 a deactivated supplier causes no warning', () => {
  expect(alikeWarning(supplier, mueller, [{ ...mueller, active: false }])).toBeUndefined();
});

test('VAL-29 departments differ by their company, product groups by their names alone', () => {
  const department1 = { name: 'Einkauf', client_id: 1, active: true };
  expect(alikeWarning(department, department1, [{ ...department1, client_id: 2 }])).toBeUndefined();
  expect(alikeWarning(department, { ...department1 }, [department1])).toEqual(warning);
  expect(alikeWarning(productGroup, { name: 'Büro' }, [{ name: 'büro', description: 'Papier' }])).toEqual(
    warning,
  );
});
