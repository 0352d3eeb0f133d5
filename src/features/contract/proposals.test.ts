import { describe, expect, it, test } from 'vitest';
import { amountOf } from '../../base/money.ts';
import type { ContractFieldsRead, ReadPeriod } from '../recognition/contract-reading.ts';
import type { ReadValue } from '../recognition/reading.ts';
import { partnerOf } from './partner.ts';
import {
  fittedValues,
  isPriceOffered,
  type Proposal,
  proposalsOf,
  proposedTogether,
  stateOf,
} from './proposals.ts';

const nothing: ContractFieldsRead = {
  contractNumber: null,
  contractDate: null,
  startDate: null,
  endDate: null,
  indefinite: null,
  term: null,
  minimumTerm: null,
  renewal: null,
  notice: null,
  noticeTo: null,
};

const read = <Value>(value: Value, sure = true): ReadValue<Value> => ({
  value,
  sure,
  page: 1,
  box: [0.1, 0.1, 0.2, 0.12],
});
const months = (count: number): ReadPeriod => ({ count, unit: 'month' });

const proposed = (fields: Partial<ContractFieldsRead>) =>
  Object.fromEntries(
    proposalsOf({ fields: { ...nothing, ...fields }, partner: null }, null).map(({ name, values, sure }) => [
      name,
      { ...values, sure },
    ]),
  );

describe('CON-01 proposals of a document', () => {
  it('a minimum term followed by renewals is proposed as the duration', () => {
    const renewal = read({ type: 'auto', period: months(12) } as const);
    expect(proposed({ minimumTerm: read(months(24)), renewal })).toEqual({
      term_type: { term_type: 'fixed', sure: true },
      duration: { duration: '24', duration_unit_type: 'month', sure: true },
      renewal_type: {
        renewal_type: 'auto',
        renewal_duration: '12',
        renewal_duration_unit_type: 'month',
        sure: true,
      },
    });
  });

  it('a minimum term of an indefinite contract stays a minimum term', () => {
    expect(proposed({ minimumTerm: read(months(24)), indefinite: read(true as const) })).toEqual({
      term_type: { term_type: 'indefinite', sure: true },
      min_duration: { min_duration: '24', duration_unit_type: 'month', sure: true },
    });
  });

  it('a minimum term alone proposes no term type', () => {
    expect(Object.keys(proposed({ minimumTerm: read(months(24)) }))).toEqual(['min_duration']);
  });

  it('contradictory clauses propose no term type and only unsure values', () => {
    const both = proposed({ indefinite: read(true as const), term: read(months(24)) });
    expect(both).toEqual({ duration: { duration: '24', duration_unit_type: 'month', sure: false } });
  });

  it('an end that follows from the term is omitted; another end makes both unsure', () => {
    const from = { startDate: read('2025-03-15'), term: read(months(36)) };
    expect(Object.keys(proposed({ ...from, endDate: read('2028-03-14') }))).not.toContain('end_date');
    expect(proposed({ ...from, endDate: read('2028-04-30') })).toMatchObject({
      end_date: { end_date: '2028-04-30', sure: false },
      duration: { sure: false },
    });
  });

  test('days are proposed as days (ENUM-15)', () => {
    expect(proposed({ notice: read({ count: 14, unit: 'day' } as const) }).notice_period).toEqual({
      notice_period: '14',
      notice_period_unit_type: 'day',
      sure: true,
    });
  });

  it('name, category, working days of the notice and a price with its interval are proposed', () => {
    const price = read({ amount: amountOf('1245.5'), interval: 'month' } as const);
    const fields = {
      ...nothing,
      title: read('Mietvertrag'),
      category: read('rental' as const),
      noticeWorkdays: read(3),
    };
    expect(proposalsOf({ fields, partner: null, price }, null)).toMatchObject([
      { name: 'name', values: { name: 'Mietvertrag' } },
      { name: 'category', values: { category: 'rental' } },
      { name: 'notice_workdays', values: { notice_workdays: '3' } },
      { name: 'usage_type', values: { usage_type: 'monthly' }, total: '1245.5' },
    ]);
  });

  it('a price is free while there are no lines, the same as an equal only line, and not offered beside others', () => {
    const [price] = proposalsOf(
      { fields: nothing, partner: null, price: read({ amount: amountOf('99'), interval: 'month' } as const) },
      null,
    ) as [Proposal];
    const line = (total: string) => ({ total: amountOf(total) });
    expect(stateOf(price, { usage_type: 'yearly' }, [])).toBe('free');
    expect(isPriceOffered(price, [])).toBe(true);
    expect(stateOf(price, { usage_type: 'monthly' }, [line('99.00')])).toBe('same');
    expect(isPriceOffered(price, [line('99.00')])).toBe(true);
    expect(isPriceOffered(price, [line('98.00')])).toBe(false);
    expect(isPriceOffered(price, [line('99.00'), line('1.00')])).toBe(false);
  });

  it('a printed partner without a record is reported and fills nothing', () => {
    const fields = { ...nothing, partnerName: read('Nordlicht Software GmbH') };
    expect(proposalsOf({ fields, partner: null }, null)).toMatchObject([
      { name: 'supplier_id', values: null, printed: 'Nordlicht Software GmbH' },
    ]);
    expect(proposalsOf({ fields, partner: read('Nordlicht Software GmbH') }, 7)).toMatchObject([
      { name: 'supplier_id', values: { supplier_id: 7 } },
    ]);
  });

  it('proposes the partner only if it is a stored supplier', () => {
    const partner = read('Nordlicht Software GmbH');
    expect(proposalsOf({ fields: nothing, partner }, null)).toEqual([]);
    expect(proposalsOf({ fields: nothing, partner }, 7)).toMatchObject([
      { name: 'supplier_id', values: { supplier_id: 7 } },
    ]);
  });
});

describe('CON-01 proposals never overwrite typed values', () => {
  const duration = proposalsOf(
    { fields: { ...nothing, term: read(months(24)), noticeTo: read('term' as const) }, partner: null },
    null,
  );
  const named = (name: string) => duration.find((one) => one.name === name) as Proposal;

  test.each([
    ['an empty field is free', {}, 'free'],
    ['a unit alone counts as empty', { duration_unit_type: 'year' }, 'free'],
    ['the same value is present', { duration: '24', duration_unit_type: 'month' }, 'same'],
    ['another number is present', { duration: '36', duration_unit_type: 'month' }, 'other'],
  ] as const)('%s', (_, held, state) => {
    expect(stateOf(named('duration'), held)).toBe(state);
  });

  it('a default value is free, a chosen one is not', () => {
    const indefinite: Proposal = { ...named('term_type'), values: { term_type: 'indefinite' } };
    expect(stateOf(indefinite, { term_type: 'fixed' })).toBe('free');
    expect(stateOf(indefinite, { term_type: 'none' })).toBe('other');
    expect(stateOf(named('termination_to'), {})).toBe('same');
  });

  it('a duration is converted to the unit of the other duration', () => {
    const held = { min_duration: '1', duration_unit_type: 'year' } as const;
    expect(fittedValues(named('duration'), held)).toEqual({ duration: '2', duration_unit_type: 'year' });
    expect(fittedValues({ ...named('duration'), period: months(18) }, held)).toBeNull();
    const inWeeks = { min_duration: '1', duration_unit_type: 'week' } as const;
    const inDays = (count: number) => ({ ...named('duration'), period: { count, unit: 'day' as const } });
    expect(fittedValues(inDays(28), inWeeks)).toEqual({ duration: '4', duration_unit_type: 'week' });
    expect(fittedValues(inDays(30), inWeeks)).toBeNull();
    expect(fittedValues(inDays(28), held)).toBeNull();
  });
});

it('CON-01 of several documents the newest counts, unsure if another one differs', () => {
  const of = (count: number) =>
    proposalsOf({ fields: { ...nothing, notice: read(months(count)) }, partner: null }, null);
  expect(proposedTogether([of(3), of(3)])).toMatchObject([{ values: { notice_period: '3' }, sure: true }]);
  expect(proposedTogether([of(3), of(6)])).toMatchObject([{ values: { notice_period: '3' }, sure: false }]);
});

describe('REC-05 the partner of a contract', () => {
  const known = [
    { id: 1, name: 'Nordlicht Software GmbH', vat_number: 'DE136695976', iban: null },
    { id: 2, name: 'Software GmbH', vat_number: null, iban: 'DE89370400440532013000' },
    { id: 3, name: 'Zwilling AG', vat_number: null, iban: null },
    { id: 4, name: 'Zwilling AG', vat_number: null, iban: null },
  ];
  const parties = (vatIds: string[], ibans: string[], names: string[]) => ({
    vatIds: vatIds.map((value) => read(value)),
    ibans: ibans.map((value) => read(value)),
    names: names.map((value) => read(value, false)),
  });
  const found = (...given: Parameters<typeof parties>) => {
    const partner = partnerOf(known, parties(...given));
    return partner && [partner.id, partner.read.sure];
  };

  test('is found by VAT ID, IBAN and name, but not if two suppliers match', () => {
    expect(found(['DE136695976'], [], [])).toEqual([1, true]);
    expect(found([], ['DE89370400440532013000'], [])).toEqual([2, true]);
    expect(found([], [], ['Nordlicht Software GmbH', 'Software GmbH'])).toEqual([1, false]);
    expect(found(['DE136695976'], ['DE89370400440532013000'], [])).toEqual([1, false]);
    expect(found([], [], ['Zwilling AG'])).toBeNull();
    expect(found([], [], ['Niemand GmbH'])).toBeNull();
  });
});
