import type { Day } from '../../../base/day.ts';
import { plainNumber } from './amounts.ts';
import { type Evidence, foundAt } from './evidence.ts';
import type { Cell } from './layout.ts';
import type { DiscountTier, Found } from './page-reading.ts';

/** What is said about paying. */
export interface Terms {
  readonly paymentTermsText: Found<string> | null;
  readonly discounts: readonly Found<DiscountTier>[];
}

const aboutPaying =
  /zahlbar|skonto|zahlungs(?:bedingung|ziel|kondition)|payment terms|terms of payment|payable|conditions? de paiement|escompte|innerhalb von \d+ tagen|within \d+ days|tage netto|days net|bitte überweisen|rein netto|ohne abzug|betalingstermijn|payment due/iu;
const discountPattern =
  /(\d{1,2}(?:[.,]\d{1,3})?)\s?%\s?(?:\p{L}+\s){0,2}?(?:skonto|discount|escompte|nachlass|cash discount)|(?:skonto|discount|escompte)(?:\s(?:von|of|de))?\s(\d{1,2}(?:[.,]\d{1,3})?)\s?%/giu;
/** The term of a payment: "14 Tage", "30 days". */
const daysPattern = /(\d{1,3})\s?(?:kalender|werk)?-?(?:tage?n?|days?|jours?|dagen)(?!\p{L})/iu;

/** Finds the sentences about paying, and the discounts that they grant. */
export function termsOf(evidence: Evidence): Terms {
  const cells = evidence.layout.rows.flatMap((row) => row.cells);
  const first = cells.find(({ text }) => aboutPaying.test(text) && text.length > 12);
  if (!first) return { paymentTermsText: null, discounts: [] };
  const block = continued(first, evidence);
  const text = block.map((cell) => cell.text).join(' ');
  const places = block.map((cell) => ({ cell, start: 0, end: cell.text.length }));
  return { paymentTermsText: foundAt(text, places, false), discounts: discountsOf(cells, evidence) };
}

/** The sentence goes on in the rows below that begin at the same place. */
function continued(first: Cell, { layout }: Evidence): Cell[] {
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

function discountsOf(cells: readonly Cell[], evidence: Evidence): Found<DiscountTier>[] {
  return cells.flatMap((cell) => {
    const matches = [...cell.text.matchAll(discountPattern)];
    return matches.flatMap((match, place) => {
      const number = plainNumber(match[1] ?? match[2] ?? '', evidence.mark);
      if (number === null || Number(number) <= 0 || Number(number) > 10) return [];
      const [from, to] = clauseAround(cell.text, match.index, match[0].length, matches[place + 1]?.index);
      const until = untilOf(cell, from, to, evidence);
      const after = daysPattern.exec(cell.text.slice(match.index, to));
      const before = daysPattern.exec(cell.text.slice(from, match.index));
      const days = Number((after ?? before)?.[1] ?? Number.NaN);
      const tier: DiscountTier = { percent: number, days: Number.isNaN(days) ? null : days, until };
      if (tier.days === null && tier.until === null) return [];
      const isSure = matches.length === 1 && (before === null) !== (after === null);
      return foundAt(tier, [{ cell, start: match.index, end: match.index + match[0].length }], isSure) ?? [];
    });
  });
}

/** How many days the document grants for paying, discounts among them. */
export function grantedDays({ layout }: Evidence): ReadonlySet<number> {
  const cells = layout.rows.flatMap((row) => row.cells).filter(({ text }) => aboutPaying.test(text));
  const all = new RegExp(daysPattern, 'giu');
  return new Set(cells.flatMap(({ text }) => [...text.matchAll(all)].map((match) => Number(match[1]))));
}

/** A discount and its term stand between the same commas. */
export function clauseAround(
  text: string,
  at: number,
  length: number,
  next: number | undefined,
): [number, number] {
  const before = Math.max(
    0,
    ...[', ', '; ', ': ', '. ', ' oder ', ' or ', ' ou '].map((mark) => text.lastIndexOf(mark, at)),
  );
  const ends = [', ', '; ', '. ', ' oder ', ' or ', ' ou ']
    .map((mark) => text.indexOf(mark, at + length))
    .filter((end) => end >= 0);
  return [before, Math.min(...ends, next ?? text.length, text.length)];
}

function untilOf(cell: Cell, from: number, to: number, { days }: Evidence): Day | null {
  return days.find((day) => day.cell === cell && day.start >= from && day.start < to)?.value ?? null;
}
