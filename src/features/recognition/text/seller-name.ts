import { type Evidence, found } from './evidence.ts';
import type { Cell } from './layout.ts';
import type { Placed } from './near.ts';
import type { Found, KnownParties } from './page-reading.ts';
import { type Section, sideOf } from './sections.ts';

interface Candidate extends Placed {
  readonly name: string;
  readonly score: number;
  /** "Name: Blumen Falter GmbH" below "Verkäufer", or a sender line with the name of the domain. */
  readonly isStated: boolean;
}

/** Legal forms in company names of many countries. */
export const legalForm =
  /(?<![\p{L}])(?:GmbH(?:\s&\s(?:Co\.?\s?KG(?:aA)?|Co))?|gGmbH|mbH|AG(?:\s&\sCo\.?\sKG)?|KG(?:aA)?|OHG|UG(?:\s\(haftungsbeschränkt\))?|GbR|e\.?\s?K(?:fr|fm)?\.?|e\.\s?V\.|eG|SE|S\.?A\.?R\.?L\.?|SAS|S\.A\.S\.?|SASU|S\.A\.|SA|EURL|B\.?V\.?|N\.?V\.?|Inc\.?|LLC|L\.L\.C\.|Ltd\.?|Limited|PLC|Corp\.?|S\.?r\.?l\.?|S\.?p\.?A\.?|Oy|AB|ApS|A\/S|Sp\.\sz\so\.o\.|s\.r\.o\.|Gesellschaft m\.b\.H\.|Ges\.m\.b\.H\.|PartG(?:\smbB)?)(?![\p{L}])/iu;
const separators = /\s?(?:[·•●|∙◦*]|\s[-–—]\s|,\s|\s{2,}|;)\s?/u;
const notAName =
  /^(?:seite|page|rechnung|invoice|factuur|facture|gutschrift|avoir|credit note|datum|tel|fax|kunde|iban|bic|amtsgericht|geschäftsführer|hrb|www|http|sitz|bank|kontoinhaber|name|firma|herr|frau|abteilung)/iu;
/** "Rosenweg 12": the first part of a line without the name above it. */
const isStreet = /\p{L}{3}.*\s\d{1,4}\s?[a-z]?$/iu;
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
  const domains = domainsOf(evidence);
  const candidates = evidence.layout.rows
    .flatMap(({ cells }) => cells.flatMap((cell) => candidatesIn(cell, evidence, sections, domains)))
    .filter(({ name }) => !own.has(plain(name)));
  const names = [...new Set(candidates.map(({ name }) => plain(name)))].map((name) => {
    const same = candidates.filter((candidate) => plain(candidate.name) === name);
    const places = same.toSorted((left, right) => right.score - left.score);
    const score = (places[0]?.score ?? 0) + Math.min(places.length - 1, 2) * 0.75;
    const isRepeated = new Set(same.map(({ cell }) => cell.row)).size > 1;
    return { best: places[0], score, isConfirmed: isRepeated || same.some(({ isStated }) => isStated) };
  });
  const [first, second] = names.toSorted((left, right) => right.score - left.score);
  if (!first?.best || first.score < leastScore) return null;
  const isClear = !second || first.score - second.score >= 1.5;
  return found(first.best.name, first.best, isClear && first.score >= 4 && first.isConfirmed);
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

function candidatesIn(
  cell: Cell,
  evidence: Evidence,
  sections: readonly Section[],
  domains: readonly string[],
): Candidate[] {
  const { box, text, page } = cell;
  if (text.length > 160) return [];
  const side = sideOf(cell, sections, evidence.layout);
  const parts = partsOf(text);
  const line = wholeLine(cell, evidence);
  const isSenderLine = partsOf(line).length >= 3 && /\d{4,5}/.test(line) && box[1] < 0.35;
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
    const isOfDomain = isTop && domains.some((domain) => isNamedAs(domain, name));
    const own = name.replace(legalForm, '').replace(/[^\p{L}\d]/gu, '');
    if (own.length < 2 || name.length > 70 || notAName.test(name) || /[@]|:\s|\d{5}/.test(name)) return [];
    const isOther = isForm || isNamed || isOfDomain || isFirstOfLetter(cell, evidence, side);
    const isFirstOfLine = isSenderLine && place === 0 && !isStreet.test(name);
    if (!isOther && !isFirstOfLine) return [];
    const score =
      (isForm ? 1 : 0) +
      (isSenderLine && place === 0 ? 2.5 : 0) +
      (isTop ? 0.75 : 0) +
      (isFoot && place === 0 ? 1 : 0) +
      (side === 'seller' ? 2.5 : side === 'buyer' ? -3 : 0) +
      (isNamed ? 1 : 0) +
      (isOfDomain ? 1.5 : 0) +
      (isFirstOfLetter(cell, evidence, side) ? 1 : 0) -
      (isInAddressWindow(cell) && !isSenderLine ? 1.25 : 0);
    const from = start + part.indexOf(name);
    const isStated =
      isForm && ((isNamed && side === 'seller') || (isOfDomain && isSenderLine && place === 0));
    return [
      { cell, start: from, end: from + name.length, name: name.replace(/[,;:]$/, ''), score, isStated },
    ];
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

/** The cell with those behind it where lone separators part them: "Bei Spiel GmbH ● Ecke 12 ● 12345 Stadt". */
function wholeLine({ row, place, text }: Cell, { layout }: Evidence): string {
  const rest = layout.rows[row]?.cells.slice(place + 1).map((cell) => cell.text) ?? [];
  return /^[·•●|∙◦*–-]$/u.test(rest[0] ?? '') ? [text, ...rest].join(' ') : text;
}

/** Mail services of many senders. */
const mailServices =
  /^(?:gmail|googlemail|gmx|web|t-?online|outlook|hotmail|live|yahoo|aol|icloud|freenet|posteo|mailbox)$/u;

/** The names of the printed domains: "blumen-falter" of "www.blumen-falter.de", without signs. */
function domainsOf({ layout }: Evidence): string[] {
  const texts = layout.rows.flatMap(({ cells }) => cells.map(({ text }) => text));
  const names = texts.flatMap((text) =>
    [
      ...text.matchAll(/(?:www\.|@|:\/\/)(?:[\p{L}\d-]+\.)*?([\p{L}\d-]{4,})\.[a-z]{2,6}(?![\p{L}\d.])/giu),
    ].map(([, name = '']) => name.toLowerCase()),
  );
  return [...new Set(names.filter((name) => !mailServices.test(name)).map(plain))];
}

function isNamedAs(domain: string, name: string): boolean {
  const own = plain(name.replace(legalForm, ''));
  return own.length >= 4 && name.length <= 50 && (domain === own || own.startsWith(domain));
}

/** Whether a cell is the first on the first page and not the title of the document. */
function isFirstOfLetter(cell: Cell, { layout }: Evidence, side: 'seller' | 'buyer' | null): boolean {
  const isFirst = layout.rows.filter(({ page }) => page === 1)[0]?.cells[0] === cell;
  return (
    isFirst &&
    side !== 'buyer' &&
    cell.box[1] < 0.2 &&
    /^\p{Lu}[\p{L}&.'-]+(?:\s[\p{L}&.'-]+){0,4}$/u.test(cell.text) &&
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
