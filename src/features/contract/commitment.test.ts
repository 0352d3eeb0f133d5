import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acted,
  approvedByA,
  contract,
  contractFacts,
  contractLine,
  contractSituation,
} from '../../../tests/support/contract-situation.ts';
import { inDepth } from '../../../tests/support/depth.ts';
import { approver } from '../../../tests/support/procurement-situation.ts';
import { approvalValue } from '../../document/facts.ts';
import { commitmentOf } from './commitment.ts';
import { contractFlow } from './steps.ts';

/** An independent calculation with JavaScript dates; it uses no product code. */
const monthsLater = (day: Date, count: number) =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + count, day.getUTCDate()));
const asText = (day: Date) =>
  [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
const dayBefore = (day: Date) => new Date(day.getTime() - 86_400_000);
const lengths = { monthly: 1, quarterly: 3, semiannually: 6, yearly: 12 } as const;
type Usage = keyof typeof lengths | 'usage_based';

interface Sample {
  readonly start: Date;
  readonly today: Date;
  readonly duration: number;
  readonly renewal: number | null;
  readonly notice: number;
  readonly isAmendment: boolean;
  readonly lines: readonly { readonly cents: number; readonly usage: Usage }[];
}

/** The day after the first end that a notice given today can reach; without renewal, the day after the end. */
function endReached({ start, today, duration, renewal, notice }: Sample): Date {
  let after = monthsLater(start, duration);
  if (renewal === null) return after;
  while (dayBefore(monthsLater(after, -notice)) < today) after = monthsLater(after, renewal);
  return after;
}

function cents(sample: Sample): number {
  const after = endReached(sample);
  const { start, today, isAmendment } = sample;
  const from = isAmendment && start < today ? today : start;
  const begun = (months: number): number => {
    let count = 0;
    while (count === 0 || monthsLater(from, count * months) < after) count += 1;
    return count;
  };
  const amounts = sample.lines.map(({ cents: one, usage }) =>
    usage === 'usage_based' ? one : one * begun(lengths[usage]),
  );
  return amounts.reduce((all, one) => all + one, 0);
}

/** Days that exist in every month. */
const day = fc
  .tuple(
    fc.integer({ min: 2020, max: 2030 }),
    fc.integer({ min: 0, max: 11 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, dayOfMonth]) => new Date(Date.UTC(year, month, dayOfMonth)));
const usage = fc.constantFrom<Usage>('monthly', 'quarterly', 'semiannually', 'yearly', 'usage_based');
const samples: fc.Arbitrary<Sample> = fc.record({
  start: day,
  today: day,
  duration: fc.integer({ min: 1, max: 60 }),
  renewal: fc.option(fc.integer({ min: 1, max: 24 })),
  notice: fc.integer({ min: 1, max: 12 }),
  isAmendment: fc.boolean(),
  lines: fc.array(fc.record({ cents: fc.integer({ min: 0, max: 9_999_999 }), usage }), {
    minLength: 1,
    maxLength: 4,
  }),
});

function committing(sample: Sample) {
  const { start, duration, renewal, notice, isAmendment } = sample;
  const lines = sample.lines.map(({ cents: one, usage: usage_type }) =>
    contractLine({ total: (one / 100).toFixed(2), tax: '0', usage_type }),
  );
  return contract(
    {
      term_type: 'fixed',
      start_date: asText(start),
      duration: String(duration),
      duration_unit_type: 'month',
      renewal_type: renewal === null ? 'none' : 'auto',
      renewal_duration: renewal === null ? null : String(renewal),
      renewal_duration_unit_type: 'month',
      notice_period: String(notice),
      notice_period_unit_type: 'month',
      amends_id: isAmendment ? 12 : null,
    },
    lines,
  );
}

const yearly = {
  term_type: 'fixed',
  start_date: '2025-06-01',
  duration: '36',
  duration_unit_type: 'month',
  usage_type: 'monthly',
} as const;

describe('CON-39 commitment of a contract', () => {
  it('matches an independent calculation on random terms, days and lines', () => {
    fc.assert(
      fc.property(samples, (sample) => {
        const { total_netto, total_brutto } = commitmentOf(committing(sample), asText(sample.today), null);
        const expected = (cents(sample) / 100).toFixed(2);
        expect([Number(total_netto), Number(total_brutto)]).toEqual([Number(expected), Number(expected)]);
      }),
      { numRuns: inDepth(300, 20_000) },
    );
  });

  it('counts one year if no end is known, with the tax of each line', () => {
    const lines = [contractLine({ total: '100.00', tax: '19', usage_type: 'quarterly' })];
    expect(commitmentOf(contract({ term_type: 'none' }, lines), '2026-01-01', null)).toEqual({
      total_netto: '400.00',
      total_brutto: '476.00',
      until: null,
    });
  });

  it('is compared with approval limits: 900 a month for three years exceeds a limit of 1,000', () => {
    const lines = [contractLine({ total: '900.00' })];
    const limited = contractFacts({
      company: approvedByA.company,
      approval: { ...approvedByA.approval, pool: [approver('A', '1000', { is_required: true })] },
    });
    const checked = acted(contractSituation('U', contract(yearly, lines), limited), 'to_check', {});
    const situation = contractSituation('R', checked, limited);
    expect(approvalValue(situation)).toBe('32400.00');
    expect(contractFlow.decide('to_approval', situation, {})).toMatchObject({
      confirm: expect.anything(),
      values: { value: '32400.00' },
    });
  });

  it('APPR-18 outgrows its approval with a longer term, but not with passing time', () => {
    const terms = {
      ...yearly,
      duration: '12',
      renewal_type: 'auto',
      renewal_duration: '12',
      renewal_duration_unit_type: 'month',
      notice_period: '3',
      notice_period_unit_type: 'month',
    } as const;
    const waiting = acted(
      contractSituation(
        'R',
        acted(contractSituation('U', contract(terms), approvedByA), 'to_check', {}),
        approvedByA,
      ),
      'to_approval',
      { confirmations: 'all' },
    );
    const later = { ...approvedByA, today: '2029-03-15' };
    expect(contractFlow.may('approve', contractSituation('A', waiting, later))).toBe(true);
    const longer = { ...waiting, head: { ...waiting.head, duration: '24' } };
    expect(contractFlow.may('approve', contractSituation('A', longer, later))).toMatchObject({
      code: 'approval_outgrown',
    });
  });
});
