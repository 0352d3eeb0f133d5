import { isVatNumber, normalVatNumber } from '../../../base/vat-number.ts';
import { boxOf, type Evidence, found } from './evidence.ts';
import type { Label } from './labels.ts';
import type { Cell } from './layout.ts';
import { byPlace, inRow, type Placed, valuesNear } from './near.ts';
import type { Found, KnownParties } from './page-reading.ts';
import { type Section, sideOf } from './sections.ts';

/** VAT IDs and tax numbers of the parties. */
export interface TaxIds {
  readonly sellerVatId: Found<string> | null;
  readonly sellerTaxNumber: Found<string> | null;
  readonly buyerVatId: Found<string> | null;
}

interface PrintedId extends Placed {
  readonly id: string;
  readonly isValid: boolean;
  readonly label: Label | null;
  /** Whether its label, section or place means the seller; "VAT: " alone may stand beside the buyer's id. */
  readonly isOfSeller: boolean;
  readonly score: number;
}

const countries =
  'AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI|CHE';
const idPattern = new RegExp(
  String.raw`(?<![A-Za-z0-9])(?:${countries})[\s.-]{0,2}U?[\s.]?[0-9A-Z](?:[\s.-]?[0-9]){6,11}(?:[\s.-]?(?:B[\s.]?\d{2}|MWST|TVA|IVA|[A-Z]))?(?![A-Za-z0-9])`,
  'g',
);
const taxNumberPattern =
  /(?<![\p{L}\d])(?:\d{2,3}[\s/]\s?\d{3,4}[\s/]\s?\d{3,5}(?:[\s/]\d{1,2})?|\d{10,13}|\d{5}\/\d{5})(?![\p{L}\d])/gu;

/** All VAT IDs except those of the tenant's own companies, the sender's likeliest one first. */
export function vatIdsOf(
  evidence: Evidence,
  sections: readonly Section[],
  known: KnownParties,
): readonly Found<string>[] {
  const own = new Set((known.own ?? []).flatMap(({ vatIds }) => vatIds.map(normalVatNumber)));
  const printed = evidence.layout.rows
    .flatMap(({ cells }) => cells.flatMap((cell) => idsIn(cell, evidence, sections)))
    .filter(({ id }) => !own.has(id))
    .toSorted((left, right) => right.score - left.score);
  return printed
    .filter(({ id }, place) => printed.findIndex((other) => other.id === id) === place)
    .map((id) => ({ ...found(id.id, id, id.isValid), ...(id.isValid ? {} : { isInvalid: true as const }) }));
}

/** Finds VAT IDs and the tax number, and assigns them to seller and buyer. */
export function taxIdsOf(evidence: Evidence, sections: readonly Section[], known: KnownParties): TaxIds {
  const own = new Set((known.own ?? []).flatMap(({ vatIds }) => vatIds.map(normalVatNumber)));
  const suppliers = new Set(
    (known.suppliers ?? []).flatMap(({ vatId }) => (vatId === null ? [] : [normalVatNumber(vatId)])),
  );
  const printed = evidence.layout.rows
    .flatMap(({ cells }) => cells.flatMap((cell) => idsIn(cell, evidence, sections)))
    .map((id) => ({ ...id, score: own.has(id.id) ? -10 : suppliers.has(id.id) ? id.score + 6 : id.score }))
    .toSorted((left, right) => right.score - left.score);
  const seller = printed.find(({ score }) => score > 0) ?? null;
  const buyer = printed.find(({ id, score }) => score < 0 && id !== seller?.id) ?? null;
  const rival = printed.find(({ id, score }) => score > 0 && id !== seller?.id);
  const isClear = seller !== null && (!rival || seller.score - rival.score >= 2);
  const isLabelled = seller !== null && seller.label !== null && (seller.isOfSeller || buyer !== null);
  const read = (id: PrintedId, isSure: boolean): Found<string> => ({
    ...found(id.id, id, isSure && id.isValid),
    ...(id.isValid ? {} : { isInvalid: true as const }),
  });
  return {
    sellerVatId: seller ? read(seller, isClear && (isLabelled || suppliers.has(seller.id))) : null,
    sellerTaxNumber: taxNumberOf(evidence, sections),
    buyerVatId: buyer ? read(buyer, own.has(buyer.id)) : null,
  };
}

function idsIn(cell: Cell, evidence: Evidence, sections: readonly Section[]): PrintedId[] {
  return [...cell.text.matchAll(idPattern)].flatMap((match) => {
    const place = { cell, start: match.index, end: match.index + match[0].length };
    const label = labelOf(place, evidence);
    const id = normalVatNumber(match[0]);
    const isValid = isVatNumber(id);
    // IBANs begin with a country code, too.
    const isAccount =
      /iban[\s:.]{0,4}$/iu.test(cell.text.slice(0, match.index)) ||
      /^[A-Z]{2}(?:\s?\d){14,}/.test(cell.text.slice(match.index));
    if (isAccount || (label === null && !isValid)) return [];
    const side = sideOf(cell, sections, evidence.layout);
    const score =
      (label === null ? 0.5 : label.isOfBuyer ? -4 : 2) +
      (side === 'seller' ? 3 : side === 'buyer' ? -6 : 0) +
      (isAtEdge(boxOf(place)) ? 1.5 : 0.5) +
      (isValid ? 0.5 : 0);
    const isOfSeller = label?.name !== 'tax' || side === 'seller' || isAtEdge(boxOf(place));
    return [{ ...place, id, isValid, label, isOfSeller, score }];
  });
}

/** Whether a box is in the letterhead or footer, which belong to the sender. */
function isAtEdge(box: readonly number[]): boolean {
  return (box[1] ?? 0) > 0.82 || (box[3] ?? 1) < 0.16;
}

/** The label on the left of an ID, or directly above it. "VAT: " alone counts where the ID follows at once. */
function labelOf(place: Placed, { labels, layout }: Evidence): Label | null {
  const ofIds = labels.filter(({ name }) => name === 'vatId' || name === 'taxNumber');
  const direct = inRow(labels, place.cell.row).find(
    ({ name, cell, end }) =>
      name === 'tax' && cell === place.cell && /^[\s:.]{1,3}$/.test(cell.text.slice(end, place.start)),
  );
  if (direct) return direct;
  const left = ofIds
    .filter((label) => label.cell.row === place.cell.row && byPlace(label, place) < 0)
    .toSorted(byPlace)
    .at(-1);
  if (left && boxOf(place)[0] - boxOf(left)[2] < 0.45) return left;
  const box = boxOf(place);
  const above = ofIds.find((label) => {
    const head = boxOf(label);
    const isNear =
      label.cell.page === place.cell.page &&
      head[3] <= box[1] + 0.004 &&
      box[1] - head[3] < layout.rowHeight * 1.6;
    return isNear && head[0] < box[2] && head[2] > box[0];
  });
  return above ?? null;
}

function taxNumberOf(evidence: Evidence, sections: readonly Section[]): Found<string> | null {
  const printed = evidence.layout.rows.flatMap(({ cells }) =>
    cells.flatMap((cell) =>
      [...cell.text.matchAll(taxNumberPattern)].map((match) => ({
        cell,
        start: match.index,
        end: match.index + match[0].length,
        text: match[0],
      })),
    ),
  );
  const labelled = evidence.labels
    .filter(({ name, isOfBuyer }) => !isOfBuyer && (name === 'taxNumber' || name === 'vatId'))
    .toSorted((left, right) => Number(right.name === 'taxNumber') - Number(left.name === 'taxNumber'))
    .flatMap((label) => valuesNear(evidence.layout, label, evidence.labels, printed).slice(0, 1))
    .filter(
      ({ value, between }) =>
        between.length < 12 && sideOf(value.cell, sections, evidence.layout) !== 'buyer',
    );
  const [best] = labelled;
  if (!best) return null;
  const isOnly = new Set(labelled.map(({ value }) => value.text)).size === 1;
  const isWellFormed = /^\d{2,3}\/\d{3,4}\/\d{4,5}$|^\d{2}\/\d{3}\/\d{4}\/\d$|^\d{13}$/.test(
    best.value.text.replace(/\s/g, ''),
  );
  const isAlone = best.label.name === 'taxNumber' && isOnly && isWellFormed;
  return found(best.value.text.trim(), best.value, isAlone);
}
