import { type Evidence, found } from './evidence.ts';
import type { Cell } from './layout.ts';
import type { Placed } from './near.ts';
import type { Found, KnownParties } from './page-reading.ts';
import { type Section, sideOf } from './sections.ts';

interface Candidate extends Placed {
  readonly name: string;
  readonly score: number;
}

/** Legal forms in company names of many countries. */
export const legalForm =
  /(?<![\p{L}])(?:GmbH(?:\s&\s(?:Co\.?\s?KG(?:aA)?|Co))?|gGmbH|mbH|AG(?:\s&\sCo\.?\sKG)?|KG(?:aA)?|OHG|UG(?:\s\(haftungsbeschränkt\))?|GbR|e\.?\s?K(?:fr|fm)?\.?|e\.\s?V\.|eG|SE|S\.?A\.?R\.?L\.?|SAS|S\.A\.S\.?|SASU|S\.A\.|SA|EURL|B\.?V\.?|N\.?V\.?|Inc\.?|LLC|L\.L\.C\.|Ltd\.?|Limited|PLC|Corp\.?|S\.?r\.?l\.?|S\.?p\.?A\.?|Oy|AB|ApS|A\/S|Sp\.\sz\so\.o\.|s\.r\.o\.|Gesellschaft m\.b\.H\.|Ges\.m\.b\.H\.|PartG(?:\smbB)?)(?![\p{L}])/iu;
const separators = /\s?(?:[·•●|∙◦*]|\s[-–—]\s|,\s|\s{2,}|;)\s?/u;
const notAName =
  /^(?:seite|page|rechnung|invoice|datum|tel|fax|kunde|iban|bic|amtsgericht|geschäftsführer|hrb|www|http|sitz|bank|kontoinhaber|name|firma|herr|frau|abteilung)/iu;
const leastScore = 1.5;

/** Finds the sender's name: by its section, in the letterhead, in the sender line above the address or the footer. */
export function sellerNameOf(
  evidence: Evidence,
  sections: readonly Section[],
  known: KnownParties,
  sellerVatId: string | null,
): Found<string> | null {
  const bySupplier = supplierName(evidence, known, sellerVatId);
  if (bySupplier) return bySupplier;
  const own = new Set((known.own ?? []).flatMap(({ names }) => names.map(plain)));
  const candidates = evidence.layout.rows
    .flatMap(({ cells }) => cells.flatMap((cell) => candidatesIn(cell, evidence, sections)))
    .filter(({ name }) => !own.has(plain(name)));
  const names = [...new Set(candidates.map(({ name }) => plain(name)))].map((name) => {
    const same = candidates.filter((candidate) => plain(candidate.name) === name);
    const places = same.toSorted((left, right) => right.score - left.score);
    const score = (places[0]?.score ?? 0) + Math.min(places.length - 1, 2) * 0.75;
    return { best: places[0], score, isRepeated: new Set(same.map(({ cell }) => cell.row)).size > 1 };
  });
  const [first, second] = names.toSorted((left, right) => right.score - left.score);
  if (!first?.best || first.score < leastScore) return null;
  const isClear = !second || first.score - second.score >= 1.5;
  return found(first.best.name, first.best, isClear && first.score >= 4 && first.isRepeated);
}

function supplierName({ layout }: Evidence, known: KnownParties, vatId: string | null): Found<string> | null {
  const supplier = (known.suppliers ?? []).find((one) => vatId !== null && one.vatId === vatId);
  if (!supplier) return null;
  const cell = layout.rows
    .flatMap(({ cells }) => cells)
    .find(({ text }) => plain(text).includes(plain(supplier.name)));
  if (!cell) return null;
  const start = Math.max(cell.text.toLowerCase().indexOf(supplier.name.toLowerCase()), 0);
  return found(supplier.name, { cell, start, end: start + supplier.name.length }, true);
}

function candidatesIn(cell: Cell, evidence: Evidence, sections: readonly Section[]): Candidate[] {
  const { box, text, page } = cell;
  if (text.length > 160) return [];
  const side = sideOf(cell, sections, evidence.layout);
  const parts = partsOf(text);
  const isSenderLine = parts.length >= 3 && /\d{4,5}/.test(text) && box[1] < 0.35;
  const isTop = page === 1 && box[1] < 0.2;
  const isFoot = box[1] > 0.85;
  const before = evidence.layout.rows[cell.row]?.cells[cell.place - 1]?.text ?? '';
  const isNamed =
    /^(?:name|firma|company|firmenname|kontoinhaber|account holder|kontoname|inhaber)\s?:?\s*$/iu.test(
      before,
    );
  return parts.flatMap(({ part, start }, place) => {
    const name = part.replace(/^(?:name|firma|kontoinhaber|account holder)\s?:\s?/iu, '').trim();
    const isForm = legalForm.test(name);
    const own = name.replace(legalForm, '').replace(/[^\p{L}\d]/gu, '');
    if (own.length < 2 || name.length > 70 || notAName.test(name) || /[@]|:\s|\d{5}/.test(name)) return [];
    if (!isForm && !(isSenderLine && place === 0) && !isNamed && !isFirstOfLetter(cell, evidence, side))
      return [];
    const score =
      (isForm ? 1 : 0) +
      (isSenderLine && place === 0 ? 2.5 : 0) +
      (isTop ? 0.75 : 0) +
      (isFoot && place === 0 ? 1 : 0) +
      (side === 'seller' ? 2.5 : side === 'buyer' ? -3 : 0) +
      (isNamed ? 1 : 0) +
      (isFirstOfLetter(cell, evidence, side) ? 1 : 0) -
      (isInAddressWindow(cell) && !isSenderLine ? 1.25 : 0);
    const from = start + part.indexOf(name);
    return [{ cell, start: from, end: from + name.length, name: name.replace(/[,;:]$/, ''), score }];
  });
}

function partsOf(text: string): { readonly part: string; readonly start: number }[] {
  let start = 0;
  return text.split(separators).map((part) => {
    start = Math.max(text.indexOf(part, start), start);
    const found = { part, start };
    start += part.length;
    return found;
  });
}

/** Whether a cell is the first on the first page and not the title of the document. */
function isFirstOfLetter(cell: Cell, { layout }: Evidence, side: 'seller' | 'buyer' | null): boolean {
  const isFirst = layout.rows.filter(({ page }) => page === 1)[0]?.cells[0] === cell;
  return (
    isFirst &&
    side !== 'buyer' &&
    cell.box[1] < 0.2 &&
    /^\p{Lu}[\p{L}\s&.'-]+$/u.test(cell.text) &&
    !notAName.test(cell.text)
  );
}

/** Whether a cell is where the recipient's address shows through the window of an envelope. */
function isInAddressWindow({ box, page }: Cell): boolean {
  return page === 1 && box[0] < 0.45 && box[1] > 0.13 && box[1] < 0.34;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}
