import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../entity/problems.ts';
import { columnProblems, contractOfRow, importedContract } from './imported-rows.ts';

const row = {
  name: 'Wartung Aufzüge',
  supplier_id: 7,
  client_id: 1,
  department_id: 2,
  cost_center_id: 3,
  term_type: 'fixed',
  start_date: '2026-01-01',
  duration: '12',
  duration_unit_type: 'month',
} as const;

describe('ADM-20 CON-05 a line of the table as a contract', () => {
  it('has one line that costs what the table says, called like the contract', () => {
    const { head, lines } = contractOfRow({ ...row, total: '1200.00', tax: '19' });
    expect(head).toMatchObject(row);
    expect(head).not.toHaveProperty('total');
    expect(lines).toEqual([expect.objectContaining({ name: row.name, total: '1200.00', tax: '19' })]);
  });
  it('has none where nothing is said of its costs', () => {
    expect(contractOfRow(row).lines).toEqual([]);
  });
  it('PRICE-04 is in the currency that the table says, and leaves it to the server where it says none', () => {
    expect(contractOfRow({ ...row, currency: 'USD' }).head.currency).toBe('USD');
    expect(contractOfRow(row).head).not.toHaveProperty('currency');
    expect(problemsOf(importedContract, { ...row, currency: 'Dollar' })).toMatchObject([
      { field: 'currency' },
    ]);
  });
  it('PRICE-07 has the rate and its day that the table says, judged as those of a contract', () => {
    const rated = {
      ...row,
      currency: 'USD',
      exchange_rate: '0.9123',
      rate_date: '2026-01-02',
      total: '100.00',
    };
    expect(contractOfRow(rated).head).toMatchObject({ exchange_rate: '0.9123', rate_date: '2026-01-02' });
    expect(contractOfRow(row).head).toMatchObject({ exchange_rate: null, rate_date: null });
    expect(problemsOf(importedContract, rated)).toEqual([]);
    for (const exchange_rate of ['0', '0.1234567', '99999999999'])
      expect(problemsOf(importedContract, { ...rated, exchange_rate })).toMatchObject([
        { field: 'exchange_rate' },
      ]);
  });
  it('is right when name, partner, company, department and cost center are there', () => {
    expect(problemsOf(importedContract, row)).toEqual([]);
    expect(problemsOf(importedContract, {}).map(({ field }) => field)).toEqual([
      'name',
      'supplier_id',
      'client_id',
      'department_id',
      'cost_center_id',
    ]);
  });
  it('CON-22 is judged by the rules of contracts', () => {
    expect(problemsOf(importedContract, { ...row, duration: '1000' })).toMatchObject([{ field: 'duration' }]);
    const ended = { ...row, duration: null, end_date: '2025-01-01' };
    expect(problemsOf(importedContract, ended)).toMatchObject([{ field: 'end_date' }]);
  });
  it('shows what the server refuses at its column', () => {
    const problem = { code: 'validation_failed' as const };
    const fields = ['head.client_id', 'lines.0.total', 'lines.0.quantity'];
    expect(columnProblems(fields.map((field) => ({ field, ...problem }))).map(({ field }) => field)).toEqual([
      'client_id',
      'total',
      'name',
    ]);
  });
});
