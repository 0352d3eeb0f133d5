import type { Amount } from '../../../base/money.ts';
import { decimalOf } from './decimal.ts';
import type { DiscountTerms, Text } from './model.ts';

/** A discount for early payment or interest for late payment; values not stated are null. */
export interface PaymentTier {
  /** Days after the basis date, which defaults to the invoice date. */
  readonly days: number | null;
  readonly basisDate: Text;
  readonly dueDate: Text;
  /** Percent. */
  readonly percentage: Amount | null;
  /** The base of the percentage; null means the total with tax. */
  readonly base: Amount | null;
  /** The discount amount, when stated instead of or beside the percentage. */
  readonly amount: Amount | null;
}

/** A tier in the notation of XRechnung, with its place in the text. */
export interface NotedTier {
  readonly kind: NotationKind;
  readonly tier: PaymentTier;
  readonly start: number;
  readonly end: number;
}

/** `SKONTO` is a discount, `VERZUG` is interest. */
type NotationKind = 'SKONTO' | 'VERZUG';

/**
 * Reads all tiers in the XRechnung notation for payment terms (BT-20, BR-DE-18):
 * `#SKONTO#TAGE=10#PROZENT=3.00#BASISBETRAG=1190.00#` for discounts, `#VERZUG#...` for interest.
 */
export function notationIn(terms: string): readonly NotedTier[] {
  const found = terms.matchAll(/#(SKONTO|VERZUG)#([^\n#]+(?:#[^\n#=]+=[^\n#]+)*)#?/gi);
  return [...found].flatMap(({ 0: whole, 1: word = '', 2: words = '', index }) => {
    const values = new Map(
      words.split('#').map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return [name.trim().toUpperCase(), value.trim()];
      }),
    );
    const percentage = decimalOf(values.get('PROZENT')?.replace(',', '.') ?? null);
    if (percentage === null) return [];
    const base = decimalOf(values.get('BASISBETRAG')?.replace(',', '.') ?? null);
    const tier = { ...none, days: wholeDays(values.get('TAGE') ?? null), percentage, base };
    const kind = word.toUpperCase() === 'SKONTO' ? 'SKONTO' : 'VERZUG';
    return [{ kind, tier, start: index, end: index + whole.length }];
  });
}

/** The tiers of one kind in the notation of XRechnung. */
export function tiersInNotation(terms: Text, kind: NotationKind): readonly PaymentTier[] {
  return notationIn(terms ?? '').flatMap((noted) => (noted.kind === kind ? [noted.tier] : []));
}

const none = { days: null, basisDate: null, dueDate: null, percentage: null, base: null, amount: null };

/** The tiers of the payment discount terms of CII; terms without percentage and amount are left out. */
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

/** The longest plausible discount period; larger numbers are mistakes. */
const maxDays = 9999;

function wholeDays(text: Text): number | null {
  const days = decimalOf(text);
  return days !== null && /^\d+$/.test(days) && Number(days) <= maxDays ? Number(days) : null;
}
