import { addDays, type Day } from '../../../base/day.ts';
import { type Hint, type TaughtField, taughtFields } from '../hint.ts';
import type { PrintedAmount } from '../text/amounts.ts';
import { type Evidence, found } from '../text/evidence.ts';
import { wordsOfSpan } from '../text/layout.ts';
import type { Placed } from '../text/near.ts';
import type { Found, PageFields } from '../text/page-reading.ts';
import type { Favoured } from '../text/total-candidates.ts';
import type { Totals } from '../text/totals.ts';
import { anchorKey } from './anchor.ts';
import type { Hit } from './places.ts';
import { isSame } from './printed.ts';
import { wordsAt, wordsBy } from './read-at.ts';

type Hits = ReadonlyMap<TaughtField, Hit>;

/** Numbers need more OCR confidence: no check digits reveal a wrong letter. */
const leastConfidence = 0.9;
/** The longest plausible payment term, in days. */
const longestTerm = 200;

/** The supplier's order of day and month, if a correction revealed it. */
export function usualOrder(hints: readonly Hint[]): Hint['slashOrder'] {
  return hints.find(({ slashOrder }) => slashOrder !== null)?.slashOrder ?? null;
}

/** The head fields, with numbers and days found by hints. */
export function withTaught(fields: PageFields, hits: Hits, evidence: Evidence): PageFields {
  const decided = [...hits.values()]
    .filter(({ hint }) => taughtFields[hint.field] !== 'amount')
    .map((hit) => [hit.hint.field, decidedBy(hit, fields[hit.hint.field], evidence)] as const);
  return decided.length === 0 ? fields : sensible({ ...fields, ...Object.fromEntries(decided) });
}

/**
 * The learnt value wins. A sure value read at another place than the one that misled before indicates another layout:
 * it stays, but no longer sure.
 */
function decidedBy(hit: Hit, read: Found<string> | null, evidence: Evidence): Found<string> {
  const { hint, printed, isOnly } = hit;
  const isClear = isOnly && !printed.isAmbiguous && isLegible(printed, evidence);
  if (read === null) return found(printed.value, printed, isClear);
  if (isSame(hint.field, read.value, printed.value)) return { ...read, sure: read.sure || isClear };
  const isAsTaught = misled(hint, wordsAt(hint.field, read, evidence));
  if (read.sure && !isAsTaught) return { ...read, sure: false };
  return found(printed.value, printed, isClear && isAsTaught);
}

/** Whether a value is beside the same words as the wrong value that led to the hint. */
function misled({ against }: Hint, words: string): boolean {
  return against !== null && anchorKey(against) === anchorKey(words);
}

function isLegible({ cell, start, end }: Placed, { layout }: Evidence): boolean {
  return (
    !layout.isRecognised ||
    wordsOfSpan(cell, start, end).every(({ confidence }) => confidence >= leastConfidence)
  );
}

/** Contradicting days are not sure, even when both were learnt. */
function sensible(fields: PageFields): PageFields {
  const { invoiceDate, dueDate } = fields;
  if (!invoiceDate || !dueDate) return fields;
  const [issued, due]: [Day, Day] = [invoiceDate.value, dueDate.value];
  if (due >= issued && due <= addDays(issued, longestTerm)) return fields;
  return { ...fields, invoiceDate: { ...invoiceDate, sure: false }, dueDate: { ...dueDate, sure: false } };
}

const totalOf = { totalNet: 'net', totalTax: 'tax', totalGross: 'gross' } as const;

/**
 * The totals with learnt amounts, which weigh more than any label but must still add up. Other amounts that add up,
 * at words other than those that misled before, stay but are not sure.
 */
export function taughtTotals(
  hits: Hits,
  evidence: Evidence,
  totalsWith: (favoured: Favoured) => Totals,
): Totals {
  const plain = totalsWith({});
  const taught = Object.entries(totalOf).flatMap(([field, role]) => {
    const hit = hits.get(field as TaughtField);
    const amount = evidence.amounts.find((printed) => printed === hit?.printed);
    return hit && amount ? [{ role, hit, amount }] : [];
  });
  if (taught.length === 0) return plain;
  const contradicting = (totals: Totals) =>
    taught.filter(({ role, hit, amount }) => {
      const value = totals[role]?.value;
      return value === undefined || !isSame(hit.hint.field, value, amount.value);
    });
  const against = contradicting(plain);
  if (plain.isConfirmed && against.length === 0) return plain;
  const isAsTaught = against.every(({ role, hit }) => {
    const place = placeOf(plain, role);
    return place !== undefined && misled(hit.hint, wordsBy(place, evidence));
  });
  if (plain.isConfirmed && !isAsTaught) return { ...plain, isConfirmed: false };
  const totals = totalsWith(Object.fromEntries(taught.map(({ role, amount }) => [role, amount])));
  const isClear = contradicting(totals).length === 0 && taught.every(({ hit }) => hit.isOnly);
  return isClear ? totals : { ...totals, isConfirmed: false };
}

/** The place of a total; a sum has the place of its first part. */
function placeOf(totals: Totals, role: keyof Favoured): PrintedAmount | undefined {
  return role === 'gross' ? (totals.gross ?? undefined) : totals[role]?.places[0];
}
