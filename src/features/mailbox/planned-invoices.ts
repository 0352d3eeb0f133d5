import type { ImportMode } from '../master-data/mailbox.ts';
import type { DocumentSigns } from '../recognition/document-signs.ts';

/**
 * A file of a mail. Files other than PDF and XML have no signs; a picture of a page is an invoice only if the mail
 * has no PDF or XML.
 */
export interface SignedPart {
  readonly type: 'pdf' | 'xml' | 'picture' | 'other';
  readonly signs: DocumentSigns | null;
}

/** One invoice of a mail by file indexes: the file that is read, and its attached documents. */
export interface PlannedInvoice {
  readonly lead: number;
  readonly documents: readonly number[];
}

/**
 * Plans the invoices of a mail (MBX-02). Every file belongs to one of them; a mail without PDF, XML or page pictures
 * yields none. If no file looks like an invoice, all files form one, so that a person decides and no file is lost.
 * Several e-invoices are several invoices in any mode.
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

/** One invoice per page picture, as for uploads; in mode `email` one invoice led by the first picture. */
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

/** The best file of a mail that is one invoice, or each e-invoice with its own number. */
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

/** Sort order: data first, then files that look like an invoice, then possible ones. */
function rank(part: SignedPart | undefined): number {
  const { type, signs } = part ?? { type: 'other', signs: null };
  if (signs?.isEInvoice) return type === 'xml' ? 0 : 1;
  if (signs?.sign === 'invoice') return 2;
  return signs?.sign === 'unread' ? 3 : 4;
}

/** The invoice documents without PDFs that only show an XML. */
function leadsOf(parts: readonly SignedPart[], documents: readonly number[]): readonly number[] {
  const invoices = documents.filter((place) => parts[place]?.signs?.sign !== 'other');
  const isXml = (place: number) => parts[place]?.type === 'xml';
  const xmls = invoices.filter(isXml);
  const pdfs = invoices.filter((place) => !isXml(place));
  if (xmls.length === 1 && pdfs.length === 1) return xmls;
  return invoices.filter((place) => isXml(place) || !isShowing(parts, place, xmls));
}

/**
 * Whether a PDF shows one of these XML files: it has the same number, or no own number and contains that of the XML.
 */
function isShowing(parts: readonly SignedPart[], place: number, xmls: readonly number[]): boolean {
  const owner = ownerOf(parts, place, xmls);
  const signs = parts[place]?.signs;
  if (owner === undefined || !signs) return false;
  return !signs.isEInvoice || isSameNumber(signs.number, parts[owner]?.signs?.number ?? null);
}

/** The invoice of a file: the one with the same number, else one whose number is in its text. */
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
