import type { Day } from '../../../base/day.ts';
import { passagesOf } from '../contract/passages.ts';
import { dayOfTerm, type Said, type Term, type Tier } from '../payment-term.ts';
import { termsIn } from '../payment-terms/read-terms.ts';
import { type Evidence, foundAt } from './evidence.ts';
import type { Cell } from './layout.ts';
import type { Found } from './page-reading.ts';

/** The payment terms of a document. */
export interface Terms {
  readonly paymentTermsText: Found<string> | null;
  readonly discounts: readonly Found<Tier>[];
  /** Every printed payment term without discount, as a day or as a number of days. */
  readonly dues: readonly Found<Term>[];
}

const aboutPaying =
  /zahlbar|skonto|zahlungs(?:bedingung|ziel|kondition)|payment terms|terms of payment|payable|conditions? de paiement|escompte|innerhalb von \d+ tagen|within \d+ days|tage netto|days net|bitte überweisen|rein netto|ohne abzug|betalingstermijn|payment due/iu;
/** A passage without any of these words is not about paying. */
const worthReading =
  /zahl|skont|netto|net\b|f(?:ä|ae?)llig|ziel|(?:ü|ue?)berweis|begleich|ausgleich|entricht|valuta|lastschrift|abbuch|abgebucht|einzieh|eingezogen|einzug|konditionen|pay|due|terms|discount|remit|settle|debit|paiement|payer|comptant|r[eé]gl|[eé]ch[eé]ance|escompte|pr[eé]l[eè]v|betal|n\/\d/iu;
/** Longer passages are legal texts, which cover hypothetical cases. */
const longest = 600;

/** Finds the sentences about paying and their terms (INV-27). */
export function termsOf(evidence: Evidence): Terms {
  const read = passagesOf(evidence.layout)
    .filter(({ text }) => text.length <= longest && worthReading.test(text))
    .map((passage) => ({ passage, ...termsIn(passage.text, { order: evidence.order }) }));
  const at = <Value>({ value, sure, start, end }: Said<Value>, cell: Cell): Found<Value>[] =>
    [foundAt(value, [{ cell, start, end }], sure)].filter((one) => one !== null);
  return {
    paymentTermsText: textOfTerms(evidence),
    discounts: distinct(read.flatMap(({ passage, tiers }) => tiers.flatMap((tier) => at(tier, passage)))),
    dues: read.flatMap(({ passage, due }) => (due === null ? [] : at(due, passage))),
  };
}

/** Merges discounts printed twice; when two places give different terms for one discount, neither is sure. */
function distinct(found: readonly Found<Tier>[]): readonly Found<Tier>[] {
  const firsts = found.filter(
    ({ value }, place) => found.findIndex((other) => isSameTier(other.value, value)) === place,
  );
  return firsts.map((one) => {
    const rivals = firsts.filter(
      ({ value }) => value.percentage === one.value.percentage && value.amount === one.value.amount,
    );
    return rivals.length > 1 ? { ...one, sure: false } : one;
  });
}

function isSameTier(one: Tier, other: Tier): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The payment term when no due date is printed; of several the longest, which is the one without a discount.
 */
export function dueTermOf(dues: readonly Found<Term>[], invoiceDate: Day | null): Found<Term> | null {
  const counted = dues.filter(({ value }) => value.kind === 'after');
  // Any start day serves to compare the terms.
  const start = { invoiceDate: invoiceDate ?? '2024-01-01' };
  const ends = counted.map((found) => ({ found, end: dayOfTerm(found.value, start) ?? '' }));
  const [last] = ends.toSorted((one, other) => (one.end < other.end ? 1 : -1));
  if (last === undefined) return null;
  const isOnly = ends.every(({ end }) => end === last.end);
  return isOnly
    ? (ends.find(({ end, found }) => end === last.end && found.sure) ?? last).found
    : { ...last.found, sure: false };
}

/** The first sentence about paying, as printed. */
function textOfTerms({ layout }: Evidence): Found<string> | null {
  const first = layout.rows
    .flatMap((row) => row.cells)
    .find(({ text }) => aboutPaying.test(text) && text.length > 12);
  if (!first) return null;
  const block = continued(first, layout);
  const text = block.map((cell) => cell.text).join(' ');
  return foundAt(
    text,
    block.map((cell) => ({ cell, start: 0, end: cell.text.length })),
    false,
  );
}

/** The sentence continues in the rows below with the same left edge. */
function continued(first: Cell, layout: Evidence['layout']): Cell[] {
  const block = [first];
  for (const row of layout.rows.slice(first.row + 1, first.row + 4)) {
    const last = block.at(-1) ?? first;
    const next = row.cells.find(({ box }) => Math.abs(box[0] - first.box[0]) < 0.01);
    const isNear = row.page === first.page && row.box[1] - last.box[3] < layout.rowHeight;
    if (!next || !isNear || last.text.length < 30) break;
    block.push(next);
  }
  return block;
}
