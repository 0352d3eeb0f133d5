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

/** Recognised numbers have no check digits that would show a wrong letter. */
const leastConfidence = 0.9;
/** Nobody grants more time than this, in days. */
const longestTerm = 200;

/** How the supplier writes days, as far as a correction told. */
export function usualOrder(hints: readonly Hint[]): Hint['slashOrder'] {
  return hints.find(({ slashOrder }) => slashOrder !== null)?.slashOrder ?? null;
}

/** The fields of the head with what was learnt of numbers and days. */
export function withTaught(fields: PageFields, hits: Hits, evidence: Evidence): PageFields {
  const decided = [...hits.values()]
    .filter(({ hint }) => taughtFields[hint.field] !== 'amount')
    .map((hit) => [hit.hint.field, decidedBy(hit, fields[hit.hint.field], evidence)] as const);
  return decided.length === 0 ? fields : sensible({ ...fields, ...Object.fromEntries(decided) });
}

/**
 * The learnt value counts. What was read surely from another place than the one that misled before speaks for another
 * layout: it stays, and nothing is sure any more.
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

/** Whether a value stands by the same words as the one that was read wrongly when the hint was learnt. */
function misled({ against }: Hint, words: string): boolean {
  return against !== null && anchorKey(against) === anchorKey(words);
}

function isLegible({ cell, start, end }: Placed, { layout }: Evidence): boolean {
  return (
    !layout.isRecognised ||
    wordsOfSpan(cell, start, end).every(({ confidence }) => confidence >= leastConfidence)
  );
}

/** Days that contradict each other are not sure, whoever taught them. */
function sensible(fields: PageFields): PageFields {
  const { invoiceDate, dueDate } = fields;
  if (!invoiceDate || !dueDate) return fields;
  const [issued, due]: [Day, Day] = [invoiceDate.value, dueDate.value];
  if (due >= issued && due <= addDays(issued, longestTerm)) return fields;
  return { ...fields, invoiceDate: { ...invoiceDate, sure: false }, dueDate: { ...dueDate, sure: false } };
}

const totalOf = { totalNet: 'net', totalTax: 'tax', totalGross: 'gross' } as const;

/**
 * The totals with what was learnt of them: learnt amounts weigh more than any label, and still have to add up. Other
 * amounts that add up by other words than those that misled before stay, and are not sure.
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

/** Where a total stands; one that is only the sum of its parts stands with the first of them. */
function placeOf(totals: Totals, role: keyof Favoured): PrintedAmount | undefined {
  return role === 'gross' ? (totals.gross ?? undefined) : totals[role]?.places[0];
}
