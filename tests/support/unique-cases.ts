import type { EntityCase } from './entity-cases.ts';

/** Rows with values that another row already has, in any case. */
export const uniqueCases: readonly EntityCase[] = [
  {
    rule: 'VAL-28',
    table: 'cost_center',
    row: { number: 'k 77 ä' },
    beside: { number: 'K 77 Ä' },
    problems: { number: 'unique_violation' },
  },
  {
    rule: 'VAL-28',
    table: 'cost_center',
    row: { number: 'K 778' },
    beside: { number: 'K 77 8' },
    problems: {},
  },
  {
    rule: 'VAL-30',
    table: 'lb_user',
    row: { email: 'Paula@Example.test' },
    beside: { email: 'paula@example.test' },
    problems: { email: 'unique_violation' },
  },
  {
    rule: 'VAL-30',
    table: 'lb_user',
    row: { name: 'Paul Doppelt', email: 'paul.zwei@example.test' },
    beside: { name: 'Paul Doppelt', email: 'paul.eins@example.test' },
    problems: {},
  },
  {
    rule: 'VAL-30',
    table: 'task_group',
    row: { name: 'einkauf süd' },
    beside: { name: 'Einkauf Süd' },
    problems: { name: 'unique_violation' },
  },
  {
    rule: 'ADM-16',
    table: 'permission',
    row: { name: 'WERK SÜD' },
    beside: { name: 'Werk Süd' },
    problems: { name: 'unique_violation' },
  },
  ...['ledger_account', 'posting_key', 'profit_center'].map(
    (table): EntityCase => ({
      rule: 'VAL-31',
      table,
      row: { number: '98765' },
      beside: { number: '98765' },
      problems: { number: 'unique_violation' },
    }),
  ),
  ...['tax_group', 'tax_item_group', 'financial_dimension'].map(
    (table): EntityCase => ({
      rule: 'VAL-32',
      table,
      row: { code: 'ab_1' },
      beside: { code: 'AB_1' },
      problems: { code: 'unique_violation' },
    }),
  ),
  {
    rule: 'REC-11',
    table: 'buyer_reference',
    row: { code: '04011000-werk-34' },
    beside: { code: '04011000-WERK-34' },
    problems: { code: 'unique_violation' },
  },
  {
    rule: 'VAL-32',
    table: 'financial_dimension',
    row: { code: 'ab_2', dimension_type: 'branch' },
    beside: { code: 'AB_2', dimension_type: 'project' },
    problems: {},
  },
];
