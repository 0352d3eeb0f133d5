import { describe, expect, it } from 'vitest';
import { emptyStored } from '../../../document/fields.ts';
import { invoiceFields, invoiceLineFields } from '../fields.ts';
import type { KnownRecord } from '../model.ts';
import {
  bookedBy,
  dimensionTypes,
  headParticulars,
  lineParticulars,
  particularProblems,
} from './particulars.ts';

const head = { ...emptyStored(invoiceFields), client_id: 1 };
const line = emptyStored(invoiceLineFields);
const project: KnownRecord = {
  table: 'financial_dimension',
  id: 7,
  active: true,
  companies: [1],
  sort: 'project',
  number: null,
  tax: null,
};
const found = (record: Partial<KnownRecord>, target: 'datev' | 'ms365' = 'ms365') =>
  particularProblems({ ...head, d365_project_id: 7 }, [{ ...line, d365_project_id: 7 }], {
    target,
    records: [{ ...project, ...record }],
  }).map(({ field, code }) => `${field} ${code}`);

describe('INV-16 the form follows the export target', () => {
  it('shows dimensions only for Dynamics 365, the posting key only for DATEV', () => {
    const dimensions = Object.keys(dimensionTypes);
    expect(headParticulars('ms365')).toEqual(['profit_center_id', ...dimensions]);
    for (const target of ['datev', 'datev-csv'] as const) {
      expect(headParticulars(target)).toEqual(['profit_center_id', 'posting_key_id']);
      expect(lineParticulars(target)).toEqual(['profit_center_id', 'posting_key_id']);
    }
    expect(lineParticulars('ms365')).toEqual(expect.arrayContaining([...dimensions, 'tax_group_id']));
  });
});

describe('VAL-21 booking records exist, are active, and belong to the company', () => {
  it.each([
    ['fits', {}, []],
    ['is unknown', { id: 8 }, 'foreign_key_violation'],
    ['is of another sort', { sort: 'branch' }, 'foreign_key_violation'],
    ['is no longer used', { active: false }, 'record_inactive'],
    ['is of another company', { companies: [2, 3] }, 'record_of_other_company'],
    ['is of all companies', { companies: null }, []],
  ] as const)('a project that %s', (_, record, code) =>
    expect(found(record)).toEqual(
      typeof code === 'string' ? [`d365_project_id ${code}`, `lines.0.d365_project_id ${code}`] : [],
    ),
  );

  it('ignores fields that the target does not show', () =>
    expect(found({ active: false }, 'datev')).toEqual([]));
});

it.each([
  ['supplier', 'supplier_id'],
  ['client', 'client_id'],
  ['department', 'department_id'],
] as const)('PROC-43 an invoice is blocked while its %s is deactivated', (table, column) => {
  const named = { ...head, [column]: 7 };
  const held = (active: boolean) =>
    particularProblems(named, [], { target: 'datev', records: [{ ...project, table, active }] });
  expect(held(true)).toEqual([]);
  expect(held(false)).toEqual([{ field: column, code: 'record_inactive' }]);
});

it('DATA-35 a line without its own value takes that of the head', () => {
  const preset = { ...head, cost_center_id: 3, d365_project_id: 7, branch_id: 9 };
  const booked = bookedBy(preset, { ...line, d365_project_id: 8 });
  expect(booked).toMatchObject({ cost_center_id: 3, d365_project_id: 8, branch_id: 9, employee_id: null });
});
