import { seenTwice } from './both-looks.ts';
import { boxOf, type Evidence, found } from './evidence.ts';
import type { Label, LabelName } from './labels.ts';
import { type Cell, type Layout, plainHeading, wordsOfSpan } from './layout.ts';
import { byPlace, inRow, isAligned, type Labelled, type Placed, valuesNear } from './near.ts';
import type { Found } from './page-reading.ts';

/** The numbers by which documents refer to each other. */
export interface Numbers {
  readonly invoiceNumber: Found<string> | null;
  readonly orderReference: Found<string> | null;
  readonly buyerReference: Found<string> | null;
}

/** A text with a digit that could be the number of a document. */
interface PrintedNumber extends Placed {
  readonly text: string;
}

interface Candidate {
  readonly number: PrintedNumber;
  readonly score: number;
}

/** "RE 2026 / 00 815" (letters, a year and a count with separators), one word, or groups of digits. */
const numberPattern =
  /(?<![\p{L}\d])[A-Z]{1,4}[\s-]?(?:19|20)\d{2}\s[/-]\s\d{1,6}(?:\s\d{2,6})*(?![\d.,/:%])|(?<![\p{L}\d])(?:[A-Z]{1,4}\s(?=\d{3}))?[\p{L}\d#][\p{L}\d\-/._#+]*(?:(?<=\d)\s\d{2,6}(?![\d.,/:%]))*/gu;
/** Text allowed between a label and its number. */
const filler = /^[\s:#.\-–=]*(?:(?:nr|no|nummer|number|n°|lautet|:|id|ist)[\s:.#]*)?$/iu;
const titleHead =
  /^(?:[\p{L}-]{0,14}rechnung|(?:tax\s|commercial\s|sales\s)?invoice|facture|avoir|gutschrift|factuur|credit[\s-]?(?:note|memo)|rechnungskorrektur|storno(?:rechnung)?)(?!\p{L})(?:\s?\([^()]{1,40}\))*\s?(?:nr\.?|no\.?|nummer|number|n°|#|:)?\s?/iu;
/** The largest distance between labels of one block, as a fraction of the page height. */
const blockHeight = 0.07;
/** Titles are larger than this many usual row heights. */
const leastTitle = 1.3;
/** Numbers need more OCR confidence than other words: no check digits reveal an error. */
const leastConfidence = 0.9;

/** Finds the number of the document and the numbers it refers to. */
export function numbersOf(evidence: Evidence): Numbers {
  const printed = evidence.layout.rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => numbersIn(cell, evidence)),
  );
  const buyerReference = reference('buyerReference', evidence, printed);
  // "Ihre Referenz" usually is the order number, but nothing confirms it.
  const likely = buyerReference ? { ...buyerReference, sure: false } : weakOrder(evidence, printed);
  return {
    invoiceNumber: invoiceNumber(evidence, printed),
    orderReference: reference('orderReference', evidence, printed) ?? likely,
    buyerReference,
  };
}

function numbersIn(cell: Cell, { days, labels }: Evidence): PrintedNumber[] {
  return [...withoutLabels(cell, labels).matchAll(numberPattern)].flatMap((match) => {
    const text = match[0].replace(/[.\-/,_]+$/, '').replace(/^#/, '');
    const start = match.index + (match[0].startsWith('#') ? 1 : 0);
    const place = { cell, start, end: start + text.length, text };
    const isDay = inRow(days, cell.row).some(
      (day) =>
        day.cell === cell && day.start < place.end && day.end > start && day.end - day.start >= text.length,
    );
    const isLabel = inRow(labels, cell.row).some(
      (label) => label.cell === cell && label.start <= start && label.end >= place.end,
    );
    const isAmount = /^[\s]?(?:%|€|\$)/.test(cell.text.slice(place.end)) || /^\d+,\d{2}$/.test(text);
    return /\d/.test(text) && !isDay && !isLabel && !isAmount ? [place] : [];
  });
}

/**
 * The text of a cell with its labels blanked by colons, so that no number starts within a label. "RE" of "RE-17" is
 * part of the number, "Nr." of "Nr.17" is not.
 */
function withoutLabels({ text, row, ...cell }: Cell, labels: readonly Label[]): string {
  const isApart = ({ end }: Label) =>
    /[.:]$/.test(text.slice(0, end)) || !/^[\p{L}\d\-/_+]/u.test(text.slice(end));
  return inRow(labels, row)
    .filter((label) => label.cell.place === cell.place && isApart(label))
    .reduce((rest, { start, end }) => rest.slice(0, start) + ':'.repeat(end - start) + rest.slice(end), text);
}

function invoiceNumber(evidence: Evidence, printed: readonly PrintedNumber[]): Found<string> | null {
  const referred = new Set(near('precedingNumber', evidence, printed).map(({ value }) => value.text));
  const labelled = near('number', evidence, printed).map(
    (candidate): Candidate => ({
      number: candidate.value,
      score: (isBeside(candidate) ? 5 : 4) - (isReferred(candidate.label) ? 4 : 0),
    }),
  );
  const plain = near('plainNumber', evidence, printed)
    .filter(({ label }) => isByDate(label, evidence))
    .map((candidate): Candidate => ({ number: candidate.value, score: isBeside(candidate) ? 3.5 : 3 }));
  const titled = evidence.layout.rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => titledNumber(cell, evidence, printed)),
  );
  const candidates = [...labelled, ...plain, ...titled]
    .map((candidate) => ({ ...candidate, score: weighed(candidate, printed, referred) }))
    .toSorted((left, right) => right.score - left.score);
  const [best] = candidates;
  if (!best || best.score <= 0) return null;
  const others = candidates.filter(
    ({ number, score }) => number.text !== best.number.text && score > best.score - 2,
  );
  const occurrences = printed.filter(({ text }) => text === best.number.text).length;
  const isSafe = evidence.layout.isRecognised
    ? isLegibleNumber(best.number) &&
      (occurrences > 1 || isSeenTwice(best.number) || /^\d{3,}$/.test(best.number.text))
    : best.number.text.length >= 3 && (occurrences > 1 || !/\s/.test(best.number.text));
  const isConfirmed = best.score >= 5 || (best.score >= 4 && occurrences > 1);
  const isClear = others.length === 0 && !hasFurtherWords(best.number);
  return found(best.number.text, best.number, isClear && isConfirmed && isSafe);
}

/** Whether words end its cell that may belong to the number, as in "210111 mit LV". */
function hasFurtherWords({ cell, end }: PrintedNumber): boolean {
  return /^\s+(?!(?:vom|von|dated|of|du|le|kopie|original|duplikat|copy|seite|page)(?!\p{L}))\p{L}[\p{L}\s]{0,20}$/iu.test(
    cell.text.slice(end),
  );
}

/** Whether the value is on the right of its label or aligned below it. */
function isBeside({ relation, label, value }: Labelled<PrintedNumber>): boolean {
  return relation === 'right' || isAligned(boxOf(label), boxOf(value));
}

/** Whether the date of the document is in the same row or labelled within a few rows, so that both form one block. */
function isByDate({ cell }: Label, { labels, days }: Evidence): boolean {
  const isDated = inRow(days, cell.row).some((day) => day.cell.page === 1 && day.cell.box[1] < 0.5);
  return (
    isDated ||
    labels.some(
      ({ name, cell: other }) =>
        (name === 'invoiceDate' || name === 'plainDate') &&
        other.page === cell.page &&
        Math.abs(other.box[1] - cell.box[1]) < blockHeight,
    )
  );
}

function weighed(
  candidate: Candidate,
  printed: readonly PrintedNumber[],
  referred: ReadonlySet<string>,
): number {
  const { text, cell } = candidate.number;
  const repeated = printed.filter((other) => other.text === text).length > 1 ? 0.5 : 0;
  const isShort = text.length < 3 ? -2 : 0;
  const isHigh = cell.page === 1 && cell.box[1] < 0.5 ? 0.5 : 0;
  return candidate.score + repeated + isShort + isHigh - (referred.has(text) ? 3 : 0);
}

/** Whether a label refers to another document: "zur Rechnung Nr. 12". */
function isReferred({ cell, start }: Label): boolean {
  return /(?:zu(?:r)?|bezug auf|storno|korrektur zu|korrigiert|ersetzt|ursprüngliche|betreff|betrifft|angabe der|geben sie|unter|bitte)\s(?:\p{L}+\s){0,2}$/iu.test(
    cell.text.slice(0, start),
  );
}

/** The number of a title such as "Rechnung RE-17": in its own cell, in the next one or below it. */
function titledNumber(cell: Cell, evidence: Evidence, printed: readonly PrintedNumber[]): Candidate[] {
  const { layout, days } = evidence;
  const heading = plainHeading(cell);
  const head = titleHead.exec(heading);
  if (!head || cell.box[1] > 0.6) return [];
  const length = head[0].length;
  const inside = printed.find((number) => number.cell === cell && Math.abs(number.start - length) <= 1);
  if (inside) {
    const isDated = days.some((day) => day.cell.row === cell.row && byPlace(inside, day) < 0);
    return [{ number: inside, score: isDated || isProminent(inside, layout) ? 5 : 4 }];
  }
  if (head[0].trim() !== heading) return [];
  const next = layout.rows[cell.row]?.cells[cell.place + 1];
  const beside = printed.find((number) => number.cell === next && number.start <= 2);
  if (next && beside && next.box[0] - cell.box[2] < 0.2) return [{ number: beside, score: 3.5 }];
  const below = printed.find((number) => isBelowTitle(number, cell, layout));
  return below ? [{ number: below, score: 3 }] : [];
}

/** Whether a title in large letters ends with a number that is no year or month: "Facture FA-2017-0010". */
function isProminent({ cell, start, end, text }: PrintedNumber, { rowHeight }: Layout): boolean {
  const [word] = wordsOfSpan(cell, start, end);
  const isLarge = word !== undefined && word.box[3] - word.box[1] > rowHeight * leastTitle;
  const isPeriod = /^(?:\d{1,2}[./-])?(?:19|20)\d{2}(?:[./-]\d{1,2})?$/.test(text);
  return isLarge && !isPeriod && /\d{3}/.test(text) && end >= cell.text.length - 1;
}

/** Whether the number appears alone, or behind "Nr.", directly below the title. */
function isBelowTitle({ cell, start, end }: PrintedNumber, title: Cell, layout: Layout): boolean {
  const isNear =
    cell.page === title.page && cell.row > title.row && cell.box[1] - title.box[3] < layout.rowHeight * 4;
  const [first] = layout.rows[cell.row]?.cells ?? [];
  if (!isNear || !first || Math.abs(first.box[0] - title.box[0]) > 0.02 || cell.place > 1) return false;
  const label = cell === first ? '' : first.text;
  const rest = `${label} ${cell.text.slice(0, start)} ${cell.text.slice(end)}`.trim();
  return /^(?:nr|no|nummer|number|n°|#)?[\s.:]*$/iu.test(rest);
}

function isLegibleNumber({ cell, start, end }: PrintedNumber): boolean {
  return wordsOfSpan(cell, start, end).every(({ confidence }) => confidence >= leastConfidence);
}

/** Both passes of OCR may take the same letter for a digit. */
const alike = /\d[OoIlSBZ]|[OoIlSBZ]\d/;

function isSeenTwice({ cell, start, end, text }: PrintedNumber): boolean {
  if (alike.test(text)) return false;
  return wordsOfSpan(cell, start, end).every(({ confidence }) => confidence >= seenTwice);
}

function near(
  name: LabelName,
  evidence: Evidence,
  printed: readonly PrintedNumber[],
): Labelled<PrintedNumber>[] {
  return evidence.labels
    .filter((label) => label.name === name)
    .flatMap((label) => valuesNear(evidence.layout, label, evidence.labels, printed).slice(0, 1))
    .filter(({ relation, between, value, label }) =>
      relation === 'right'
        ? filler.test(between) && boxOf(value)[0] - boxOf(label)[2] < 0.4
        : value.start <= 1,
    );
}

function reference(
  name: 'orderReference' | 'buyerReference',
  evidence: Evidence,
  printed: readonly PrintedNumber[],
): Found<string> | null {
  const candidates = near(name, evidence, printed);
  const [best] = candidates;
  if (!best) return null;
  const isOnly = new Set(candidates.map(({ value }) => value.text)).size === 1;
  const isSafe = !evidence.layout.isRecognised || isLegibleNumber(best.value);
  return found(
    best.value.text,
    best.value,
    isOnly && isSafe && best.relation === 'right' && best.value.text.length > 2,
  );
}

/** The sender's own order number replaces a missing order number of the recipient; it is never sure. */
function weakOrder(evidence: Evidence, printed: readonly PrintedNumber[]): Found<string> | null {
  const [best] = near('sellerOrder', evidence, printed);
  return best ? found(best.value.text, best.value, false) : null;
}
