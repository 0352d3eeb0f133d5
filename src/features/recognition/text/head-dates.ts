import { addDays, type Day } from '../../../base/day.ts';
import { dayOfTerm, type Term } from '../payment-term.ts';
import type { PrintedDay } from './dates.ts';
import { boxOf, type Evidence, found } from './evidence.ts';
import type { LabelName } from './labels.ts';
import type { Cell, Layout } from './layout.ts';
import { byPlace, inRow, isAligned, valuesNear } from './near.ts';
import type { Found } from './page-reading.ts';
import type { Terms } from './terms.ts';

/** The dates of the document head. */
export interface HeadDates {
  readonly invoiceDate: Found<Day> | null;
  readonly dueDate: Found<Day> | null;
  readonly deliveryDate: Found<Day> | null;
  readonly billingPeriodStart: Found<Day> | null;
  readonly billingPeriodEnd: Found<Day> | null;
}

interface Candidate {
  readonly day: PrintedDay;
  readonly score: number;
}

/** The longest plausible payment term, in days. */
const longestTerm = 200;
/** The longest plausible time between delivery and invoice, in days. */
const longestDelay = 400;
const takenBy: readonly LabelName[] = ['dueDate', 'deliveryDate', 'period', 'otherDate'];

/** Finds the dates of the head by their labels and drops implausible combinations. */
export function headDatesOf(
  evidence: Evidence,
  terms: Terms,
  lineRows: ReadonlySet<number> = new Set(),
): HeadDates {
  const issued = invoiceDateOf(evidence, lineRows);
  const due = dueDateOf(evidence, terms, issued?.value ?? null);
  const period = periodOf(evidence);
  return {
    invoiceDate: issued && due && due.value < issued.value ? { ...issued, sure: false } : issued,
    dueDate: due,
    deliveryDate: deliveryDateOf(evidence, issued?.value ?? null),
    billingPeriodStart: period?.[0] ?? null,
    billingPeriodEnd: period?.[1] ?? null,
  };
}

function labelled(
  name: LabelName,
  evidence: Evidence,
  longestBetween: number,
): { day: PrintedDay; isRight: boolean; isBelow: boolean }[] {
  return evidence.labels
    .filter((label) => label.name === name)
    .flatMap((label) => valuesNear(evidence.layout, label, evidence.labels, evidence.days).slice(0, 1))
    .filter(({ between, relation, label, value }) =>
      relation === 'below'
        ? true
        : between.length <= longestBetween && boxOf(value)[0] - boxOf(label)[2] < 0.45,
    )
    .map(({ value, relation, label }) => ({
      day: value,
      isRight: relation === 'right',
      isBelow: relation === 'below' && isAligned(boxOf(label), boxOf(value)),
    }));
}

function invoiceDateOf(evidence: Evidence, lineRows: ReadonlySet<number>): Found<Day> | null {
  const taken = new Set(takenBy.flatMap((name) => labelled(name, evidence, 30).map(({ day }) => day)));
  const strong = labelled('invoiceDate', evidence, 24)
    .filter(({ day }) => !isOfOther(day, evidence))
    .map(({ day, isRight, isBelow }) => ({
      day,
      score: isRight ? 6 : isBelow ? 5 : 4,
    }));
  const weak = labelled('plainDate', evidence, 12)
    .filter(({ day }) => day.cell.page === 1)
    .map(({ day, isRight }) => ({
      day,
      score: (isRight ? 3.5 : 3) + (day.cell.box[1] < 0.5 ? 0.5 : -1) + (isByNumber(day, evidence) ? 1 : 0),
    }));
  const candidates: Candidate[] = [...strong, ...weak, ...besideNumber(evidence)].filter(
    ({ day, score }) => score >= 5 || !taken.has(day),
  );
  const lone = evidence.days
    .filter((day) => !taken.has(day) && day.cell.page === 1 && day.cell.box[1] < 0.45)
    .map((day) => ({ day, score: isAloneByNumber(day, evidence) ? 5 : 1 }));
  // The days of services stand in a column of the table that may be named "Datum".
  const outside = [...candidates, ...lone].filter(({ day }) => !lineRows.has(day.cell.row));
  const all = outside.toSorted((left, right) => right.score - left.score);
  const [best] = all;
  if (!best) return null;
  const isRivaled = all.some(({ day, score }) => day.value !== best.day.value && score > best.score - 1);
  const agreeing = all.filter(({ day }) => day.value === best.day.value && day !== best.day).length;
  const isConfirmed = best.score >= 5 || (best.score >= 4 && agreeing > 0);
  return found(best.day.value, best.day, isConfirmed && !isRivaled && !best.day.isAmbiguous);
}

/** Whether the invoice number is labelled or titled within a few rows, so that both belong to one block. */
function isByNumber(day: PrintedDay, { labels, layout }: Evidence): boolean {
  const isTitled = layout.rows[day.cell.row]?.cells.some(({ text }) => titleWord.test(text)) ?? false;
  return (
    isTitled ||
    labels.some(
      ({ name, cell }) =>
        (name === 'number' || name === 'plainNumber') &&
        cell.page === day.cell.page &&
        Math.abs(cell.box[1] - day.cell.box[1]) < 0.07,
    )
  );
}

const titleWord = /^(?:\p{L}{0,14}rechnung|(?:tax\s)?invoice|facture|gutschrift|avoir|factuur)(?!\p{L})/iu;

/** Whether a day stands alone in its cell, behind the number of the document or its title in the same row. */
function isAloneByNumber(day: PrintedDay, { labels, layout }: Evidence): boolean {
  const { cell, start, end } = day;
  const before = layout.rows[cell.row]?.cells.slice(0, cell.place) ?? [];
  const isBehind =
    before.some(({ text }) => titleWord.test(text) && /\d/.test(text)) ||
    inRow(labels, cell.row).some(({ name, cell: other }) => name === 'number' && before.includes(other));
  return isBehind && start === 0 && end === cell.text.length;
}

/** Whether the row names a preceding invoice before the day: "Facture associée F-16 du 10/10/2025". */
function isOfOther(day: PrintedDay, { labels }: Evidence): boolean {
  return inRow(labels, day.cell.row).some(
    (label) => label.name === 'precedingNumber' && byPlace(label, day) < 0,
  );
}

/** "Rechnung gemäß Bestellung vom 1.3.2025" names the day of the order. */
const ofOtherDocument =
  /(?:bestellung|auftrag|lieferung|lieferschein|angebot|vertrag|schreiben|order|contract|commande|contrat|devis)[^,;]*$/iu;

/** "Rechnung Nr. 17 vom 5.3.2025" */
function besideNumber(evidence: Evidence): Candidate[] {
  const { labels, days, layout } = evidence;
  const names = labels.filter(({ name }) => name === 'number');
  return days.flatMap((day) => {
    const cells = layout.rows[day.cell.row]?.cells ?? [];
    const inOwnRow = [
      ...cells.slice(0, day.cell.place).map(({ text }) => text),
      day.cell.text.slice(0, day.start),
    ].join(' ');
    const above = inOwnRow === '' ? wrappedTitle(day.cell, layout) : null;
    const before = above?.text ?? inOwnRow;
    const isOfTitle =
      names.some(({ cell }) => cell.row === (above ?? day.cell).row) ||
      /^(?:[\p{L}-]{0,14}rechnung|invoice|facture|gutschrift|credit note|rechnungskorrektur|avoir)(?!\p{L})/iu.test(
        before,
      );
    const isFrom = /(?:vom|von|issued at|dated|of|du|,)\s*$/iu.test(before) && before.length < 90;
    const isReferred =
      /(?:zu(?:r)?|zu unserer|korrektur zu)\s(?:\p{L}+\s)?(?:rechnung|invoice)/iu.test(before) ||
      ofOtherDocument.test(before);
    return isOfTitle && isFrom && !isReferred && !isOfOther(day, evidence) ? [{ day, score: 5 }] : [];
  });
}

/** The title that continues in the row of a day: "Rechnung Nr. 17 vom". */
function wrappedTitle({ row, page, box }: Cell, { rows, rowHeight }: Layout): Cell | null {
  const [above] = rows[row - 1]?.cells ?? [];
  if (above?.page !== page || box[1] - above.box[3] > rowHeight * 1.5) return null;
  return Math.abs(above.box[0] - box[0]) < 0.01 && /(?:vom|dated|du)\s*$/iu.test(above.text) ? above : null;
}

/** The due date beside its label or within a sentence; of several the last, which is the one without a discount. */
function dueDateOf(evidence: Evidence, { discounts, dues }: Terms, issued: Day | null): Found<Day> | null {
  const ofDiscounts = new Set(discounts.map(({ value }) => printedDay(value.term, issued)));
  const named = labelled('dueDate', evidence, 40).map(({ day, isRight, isBelow }) =>
    found(day.value, day, isRight || isBelow),
  );
  const spoken = dues.flatMap((one): Found<Day>[] => {
    const value = printedDay(one.value, issued);
    return value === null ? [] : [{ ...one, value }];
  });
  const possible = [...spoken, ...named].filter(
    ({ value }) => !ofDiscounts.has(value) && (issued === null || value >= issued),
  );
  const likely = possible.filter(({ value }) => issued === null || value <= addDays(issued, longestTerm));
  const candidates = likely.length > 0 ? likely : possible;
  const [last] = candidates.toSorted((left, right) =>
    left.value === right.value ? Number(right.sure) - Number(left.sure) : left.value < right.value ? 1 : -1,
  );
  if (!last) return null;
  const isOnly = candidates.every(({ value }) => value === last.value);
  const isAmbiguous = evidence.days.some((day) => day.value === last.value && day.isAmbiguous);
  return { ...last, sure: last.sure && issued !== null && likely.length > 0 && isOnly && !isAmbiguous };
}

/** The day that a term names; null for a number of days. */
function printedDay(term: Term, invoiceDate: Day | null): Day | null {
  return term.kind === 'after' ? null : dayOfTerm(term, { invoiceDate });
}

function deliveryDateOf(evidence: Evidence, issued: Day | null): Found<Day> | null {
  const both = evidence.labels.filter(
    ({ name, cell, start, end }) =>
      name === 'invoiceDate' && /liefer|leistung/iu.test(cell.text.slice(start, end)),
  );
  const shared = both.flatMap((label) =>
    valuesNear(evidence.layout, label, evidence.labels, evidence.days).slice(0, 1),
  );
  const candidates = [
    ...labelled('deliveryDate', evidence, 24),
    ...shared.map(({ value }) => ({ day: value, isRight: true })),
  ].filter(({ day }) => !isRange(day, evidence));
  const [best] = candidates;
  if (!best) return null;
  const isOnly = new Set(candidates.map(({ day }) => day.value)).size === 1;
  const isLikely =
    issued !== null &&
    best.day.value <= addDays(issued, 60) &&
    best.day.value >= addDays(issued, -longestDelay);
  return found(best.day.value, best.day, isOnly && isLikely && best.isRight && !best.day.isAmbiguous);
}

function periodOf(evidence: Evidence): readonly [Found<Day>, Found<Day>] | null {
  const named = evidence.labels.filter(({ name }) => name === 'period' || name === 'deliveryDate');
  for (const label of named) {
    const [first] = valuesNear(evidence.layout, label, evidence.labels, evidence.days);
    const second = first && nextOfRange(first.value, evidence);
    if (first && second) {
      const isSure = label.name === 'period' && !first.value.isAmbiguous;
      return [found(first.value.value, first.value, isSure), found(second.value, second, isSure)];
    }
  }
  return onlyRange(evidence);
}

/** Without a label, the only printed range of days is the period; it is never sure. */
function onlyRange(evidence: Evidence): readonly [Found<Day>, Found<Day>] | null {
  const ranges = evidence.days.flatMap((first) => {
    const second = nextOfRange(first, evidence);
    return second ? [{ first, second }] : [];
  });
  const [range] = ranges;
  const isOnly = new Set(ranges.map(({ first, second }) => `${first.value} ${second.value}`)).size === 1;
  if (!range || !isOnly) return null;
  return [found(range.first.value, range.first, false), found(range.second.value, range.second, false)];
}

/** Whether a day starts a range such as "1.9.2025 - 30.9.2025". */
export function isRange(day: PrintedDay, evidence: Evidence): boolean {
  return nextOfRange(day, evidence) !== null;
}

/** The second day of "1.9.2025 - 30.9.2025". */
function nextOfRange(day: PrintedDay, { days, layout }: Evidence): PrintedDay | null {
  const next = days.find(
    (other) =>
      other.cell.row === day.cell.row &&
      other.value > day.value &&
      (other.cell === day.cell
        ? other.start > day.end
        : other.cell.place === day.cell.place + 1 && other.start <= 4),
  );
  if (!next) return null;
  const cells = layout.rows[day.cell.row]?.cells ?? [];
  const between =
    next.cell === day.cell
      ? day.cell.text.slice(day.end, next.start)
      : `${day.cell.text.slice(day.end)} ${cells[next.cell.place]?.text.slice(0, next.start) ?? ''}`;
  return /^\s*(?:-|–|bis(?: zum)?|to|until|through|au|t\/m|\/)\s*(?:zum\s)?$/iu.test(between) ? next : null;
}
