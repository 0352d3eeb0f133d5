import type { ImportMode } from '../master-data/mailbox.ts';
import type { DocumentSigns } from '../recognition/document-signs.ts';

/** A file of a mail; what is neither PDF nor XML is no invoice document and has no signs. */
export interface SignedPart {
  readonly type: 'pdf' | 'xml' | 'other';
  readonly signs: DocumentSigns | null;
}

/** One invoice of a mail by the places of its files: the one that is read, and those that are kept with it. */
export interface PlannedInvoice {
  readonly lead: number;
  readonly documents: readonly number[];
}

/**
 * Which invoices a mail becomes (MBX-02). Every file belongs to one of them; a mail without PDF and XML becomes none. Where
 * no file looks like an invoice, all of them are one: a person decides, and nothing is lost.
 */
export function plannedInvoices(parts: readonly SignedPart[], mode: ImportMode): readonly PlannedInvoice[] {
  const places = parts.map((_, place) => place);
  const documents = places.filter((place) => parts[place]?.type !== 'other');
  const [best] = documents.toSorted((one, other) => rank(parts[one]) - rank(parts[other]));
  if (best === undefined) return [];
  const leads = mode === 'email' ? [best] : leadsOf(parts, documents);
  const [main = best] = leads;
  const owners = new Map(
    places.map((place) => [place, leads.includes(place) ? place : (ownerOf(parts, place, leads) ?? main)]),
  );
  return (leads.length > 0 ? leads : [best]).map((lead) => ({
    lead,
    documents: places.filter((place) => place !== lead && owners.get(place) === lead),
  }));
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
