import type { Amount } from '../../../base/money.ts';
import { decimalOf } from './decimal.ts';
import type { DiscountTerms, Text } from './model.ts';

/** A discount for early payment, or interest for late payment; what is not stated is null. */
export interface PaymentTier {
  /** Days after the basis date, which is the day of the invoice unless stated. */
  readonly days: number | null;
  readonly basisDate: Text;
  readonly dueDate: Text;
  /** Percent. */
  readonly percentage: Amount | null;
  /** What the percentage applies to; null is the total with tax. */
  readonly base: Amount | null;
  /** The discount itself, where it is stated instead of or beside the percentage. */
  readonly amount: Amount | null;
}

/**
 * The tiers that stand in payment terms as XRechnung writes them (BT-20, BR-DE-18), several after each other:
 * `#SKONTO#TAGE=10#PROZENT=3.00#BASISBETRAG=1190.00#` for discounts, `#VERZUG#...` for interest.
 */
export function tiersInNotation(terms: Text, kind: 'SKONTO' | 'VERZUG'): readonly PaymentTier[] {
  const found = (terms ?? '').matchAll(/#(SKONTO|VERZUG)#([^\n#]+(?:#[^\n#=]+=[^\n#]+)*)#?/gi);
  return [...found].flatMap(([, word = '', words = '']) => {
    if (word.toUpperCase() !== kind) return [];
    const values = new Map(
      words.split('#').map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return [name.trim().toUpperCase(), value.trim()];
      }),
    );
    const percentage = decimalOf(values.get('PROZENT')?.replace(',', '.') ?? null);
    if (percentage === null) return [];
    const base = decimalOf(values.get('BASISBETRAG')?.replace(',', '.') ?? null);
    return [{ ...none, days: wholeDays(values.get('TAGE') ?? null), percentage, base }];
  });
}

const none = { days: null, basisDate: null, dueDate: null, percentage: null, base: null, amount: null };

/** The tiers of the payment discount terms of CII; those without a percentage and an amount give nothing. */
export function tiersOfTerms(terms: readonly DiscountTerms[]): readonly PaymentTier[] {
  return terms
    .map((each) => ({
      days: wholeDays(each.days),
      basisDate: each.basisDate,
      dueDate: each.dueDate,
      percentage: decimalOf(each.percentage),
      base: decimalOf(each.base?.value ?? null),
      amount: decimalOf(each.amount?.value ?? null),
    }))
    .filter(({ percentage, amount }) => percentage !== null || amount !== null);
}

/** Nobody grants a discount for more days than this; larger numbers are mistakes. */
const mostDays = 9999;

function wholeDays(text: Text): number | null {
  const days = decimalOf(text);
  return days !== null && /^\d+$/.test(days) && Number(days) <= mostDays ? Number(days) : null;
}
