import { describe, expect, it } from 'vitest';
import { contract } from '../../../tests/support/contract-situation.ts';
import { copiedFields, withCopiedLines } from './copied-data.ts';
import { contractFields } from './fields.ts';
import type { ContractFields } from './model.ts';

/** A new contract with only its default values. */
const nothing: ContractFields = {
  ...contract({ name: null, supplier_id: null, client_id: null, responsible_id: null }).head,
  department_id: null,
  cost_center_id: null,
  term_type: 'fixed',
  usage_type: 'yearly',
  payment_direction: 'outgoing',
};

const source: ContractFields = {
  ...contract().head,
  name: 'Wartung Aufzüge',
  supplier_id: 9,
  client_id: 2,
  department_id: 20,
  cost_center_id: 200,
  external_contract_number: 'W-17',
  contract_date: '2020-01-01',
  usage_type: 'monthly',
  payment_direction: 'outgoing',
  recurring_invoice: true,
  term_type: 'indefinite',
  start_date: '2020-02-01',
  min_duration: '2',
  duration_unit_type: 'year',
  notice_period: '3',
  notice_period_unit_type: 'month',
  termination_to: 'quarter_end',
  end_date: '2099-12-31',
  termination_deadline: '2099-09-30',
  reminder_date: '2099-09-01',
};

const copied = (present: Partial<ContractFields>, choice = {}, from: Partial<ContractFields> = {}) =>
  copiedFields(
    { ...nothing, ...present },
    { ...source, ...from },
    { isOverwriting: false, hasLines: false, ...choice },
  );

describe('CON-03 without overwrite', () => {
  it('an empty contract gets all fields except individual ones and computed days', () => {
    expect(copied({})).toEqual([
      'name',
      'supplier_id',
      'client_id',
      'department_id',
      'cost_center_id',
      'responsible_id',
      'usage_type',
      'recurring_invoice',
      'term_type',
      'start_date',
      'duration_unit_type',
      'min_duration',
      'notice_period',
      'notice_period_unit_type',
      'termination_to',
    ]);
  });
  it('filled fields stay unchanged', () => {
    const taken = copied({ name: 'Wartung Krane', supplier_id: 7, start_date: '2026-01-01', notes: 'x' });
    expect(taken).not.toContain('name');
    expect(taken).not.toContain('supplier_id');
    expect(taken).not.toContain('start_date');
  });
  it('the default term type is replaced only while no other term field is filled', () => {
    expect(copied({ start_date: '2026-01-01' })).toContain('term_type');
    expect(copied({ duration: '12', duration_unit_type: 'month' })).not.toContain('term_type');
  });
  it('the default interval is replaced only without lines, because their totals refer to it', () => {
    expect(copied({}, { hasLines: true })).not.toContain('usage_type');
    expect(copied({ usage_type: 'quarterly' })).not.toContain('usage_type');
  });
  it('a count is copied only together with its unit or into the same unit', () => {
    expect(copied({ duration: '12', duration_unit_type: 'month' })).not.toContain('min_duration');
    expect(copied({ duration: '3', duration_unit_type: 'year' })).toContain('min_duration');
    expect(copied({ notice_period: '6', notice_period_unit_type: 'week' })).not.toContain(
      'notice_period_unit_type',
    );
    expect(copied({ notice_period_unit_type: 'week' })).toEqual(
      expect.arrayContaining(['notice_period', 'notice_period_unit_type']),
    );
  });
  it('CON-15 a duration does not replace a typed end', () => {
    const fixed = { term_type: 'fixed', duration: '2' } as const;
    expect(copied({ end_date: '2030-06-30' }, {}, fixed)).not.toContain('duration');
    expect(copied({}, {}, fixed)).toContain('duration');
  });
  it('PROC-05 a department of another company or a cost center of another department is not copied', () => {
    expect(copied({ client_id: 1 })).not.toContain('department_id');
    expect(copied({ client_id: 1 })).not.toContain('cost_center_id');
    expect(copied({ client_id: 2, department_id: 21 })).not.toContain('cost_center_id');
    expect(copied({ client_id: 2, department_id: 20 })).toContain('cost_center_id');
  });
});

describe('CON-03 with overwrite', () => {
  const own = {
    name: 'Wartung Krane',
    supplier_id: 7,
    client_id: 1,
    department_id: 10,
    external_contract_number: 'K-1',
    duration: '12',
    notes: 'mit Zusatz',
  };
  it('fields are replaced, also by empty ones', () => {
    const taken = copied(own, { isOverwriting: true, hasLines: true });
    expect(taken).toEqual(
      expect.arrayContaining(['name', 'supplier_id', 'client_id', 'department_id', 'duration', 'notes']),
    );
    expect(taken).toContain('usage_type');
    expect(taken).not.toContain('external_contract_number');
  });
  it('CON-13 typed days are copied, computed days are not', () => {
    const overwriting = { isOverwriting: true };
    expect(copied(own, overwriting)).not.toContain('end_date');
    expect(copied(own, overwriting)).not.toContain('termination_deadline');
    expect(copied(own, overwriting, { term_type: 'none' })).toEqual(
      expect.arrayContaining(['end_date', 'termination_deadline']),
    );
  });
  it('ROLE-11 a record the person cannot see does not empty a field', () => {
    const unseen = { supplier_id: null, client_id: null, department_id: null };
    const taken = copied(own, { isOverwriting: true }, unseen);
    expect(taken).not.toContain('supplier_id');
    expect(taken).not.toContain('client_id');
    expect(taken).not.toContain('department_id');
  });
  it('every copied field is a contract field', () => {
    expect(copied({}, { isOverwriting: true }).every((name) => name in contractFields)).toBe(true);
  });
});

it('CON-03 lines are added, or replace the present lines with overwrite', () => {
  expect(withCopiedLines(['a'], ['b', 'c'], { isOverwriting: false })).toEqual(['a', 'b', 'c']);
  expect(withCopiedLines(['a'], ['b', 'c'], { isOverwriting: true })).toEqual(['b', 'c']);
});
