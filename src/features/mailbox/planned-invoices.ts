import type { ImportMode } from '../master-data/mailbox.ts';
import type { DocumentSigns } from '../recognition/document-signs.ts';

/** A file of a mail; what is neither PDF nor XML has no signs, and is an invoice only as the picture of a page in a mail without them. */
export interface SignedPart {
  readonly type: 'pdf' | 'xml' | 'picture' | 'other';
  readonly signs: DocumentSigns | null;
}

/** One invoice of a mail by the places of its files: the one that is read, and those that are kept with it. */
export interface PlannedInvoice {
  readonly lead: number;
  readonly documents: readonly number[];
}

/**
 * Which invoices a mail becomes (MBX-02). Every file belongs to one of them; a mail without PDF, XML and pictures of pages
 * becomes none. Where no file looks like an invoice, all of them are one: a person decides, and nothing is lost. Several e-invoices are
 * several invoices in any mode.
 */
export function plannedInvoices(parts: readonly SignedPart[], mode: ImportMode): readonly PlannedInvoice[] {
  const places = parts.map((_, place) => place);
  const ofType = (...types: readonly SignedPart['type'][]) =>
    places.filter((place) => types.includes(parts[place]?.type ?? 'other'));
  const documents = ofType('pdf', 'xml');
  if (documents.length === 0) return ofPictures(places, ofType('picture'), mode);
  const [best] = documents.toSorted((one, other) => rank(parts[one]) - rank(parts[other]));
  if (best === undefined) return [];
  const leads = mode === 'email' ? leadsOfWhole(parts, documents, best) : leadsOf(parts, documents);
  const [main = best] = leads;
  const owners = new Map(
    places.map((place) => [place, leads.includes(place) ? place : (ownerOf(parts, place, leads) ?? main)]),
  );
  return (leads.length > 0 ? leads : [best]).map((lead) => ({
    lead,
    documents: places.filter((place) => place !== lead && owners.get(place) === lead),
  }));
}

/** Each picture of a page is an invoice, as it would be by upload, or the first one stands for all of the mail. */
function ofPictures(
  places: readonly number[],
  pictures: readonly number[],
  mode: ImportMode,
): readonly PlannedInvoice[] {
  const leads = mode === 'email' ? pictures.slice(0, 1) : pictures;
  return leads.map((lead, order) => ({
    lead,
    documents: order === 0 ? places.filter((place) => !leads.includes(place)) : [],
  }));
}

/** The best file of a mail that is one invoice, or each of its e-invoices that has a number of its own. */
function leadsOfWhole(
  parts: readonly SignedPart[],
  documents: readonly number[],
  best: number,
): readonly number[] {
  const byNumber = new Map<string, number>();
  for (const place of documents.toSorted((one, other) => rank(parts[one]) - rank(parts[other]))) {
    const { isEInvoice = false, number = null } = parts[place]?.signs ?? {};
    if (isEInvoice && number !== null && !byNumber.has(plain(number))) byNumber.set(plain(number), place);
  }
  return byNumber.size > 1 ? [...byNumber.values()].toSorted((one, other) => one - other) : [best];
}

/** Data lead, then what looks like an invoice, then what may be one. */
function rank(part: SignedPart | undefined): number {
  const { type, signs } = part ?? { type: 'other', signs: null };
  if (signs?.isEInvoice) return type === 'xml' ? 0 : 1;
  if (signs?.sign === 'invoice') return 2;
  return signs?.sign === 'unread' ? 3 : 4;
}

/** The invoice documents, without the PDFs that only show what an XML says. */
function leadsOf(parts: readonly SignedPart[], documents: readonly number[]): readonly number[] {
  const invoices = documents.filter((place) => parts[place]?.signs?.sign !== 'other');
  const isXml = (place: number) => parts[place]?.type === 'xml';
  const xmls = invoices.filter(isXml);
  const pdfs = invoices.filter((place) => !isXml(place));
  if (xmls.length === 1 && pdfs.length === 1) return xmls;
  return invoices.filter((place) => isXml(place) || !isShowing(parts, place, xmls));
}

/** Whether a PDF shows one of these XML files: it has its number, or none of its own and names it. */
function isShowing(parts: readonly SignedPart[], place: number, xmls: readonly number[]): boolean {
  const owner = ownerOf(parts, place, xmls);
  const signs = parts[place]?.signs;
  if (owner === undefined || !signs) return false;
  return !signs.isEInvoice || isSameNumber(signs.number, parts[owner]?.signs?.number ?? null);
}

/** The invoice that a file belongs to: the one whose number it has, else one whose number stands in it. */
function ownerOf(parts: readonly SignedPart[], place: number, leads: readonly number[]): number | undefined {
  const signs = parts[place]?.signs;
  if (!signs) return undefined;
  const named = leads.filter((lead) => lead !== place && signs.names.includes(lead));
  return named.find((lead) => isSameNumber(signs.number, parts[lead]?.signs?.number ?? null)) ?? named[0];
}

function isSameNumber(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && plain(one) === plain(other);
}

function plain(number: string): string {
  return number.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '');
}
