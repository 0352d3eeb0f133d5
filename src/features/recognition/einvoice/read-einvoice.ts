import {
  readXml,
  type XmlElement,
  type XmlFailure,
  type XmlLimits,
  xmlLimits,
} from '../../../base/xml-reading.ts';
import { withinVocabulary } from '../../../base/xml-tree.ts';
import type { Invoice } from './model.ts';
import { type Profile, profileOf } from './profile.ts';
import { readCii } from './read-cii.ts';
import { readUbl } from './read-ubl.ts';
import { readZugferd1 } from './read-zugferd1.ts';

export type Syntax = 'ubl' | 'cii' | 'zugferd1';

/** `not_an_invoice` has another root, as an order of Order-X has; `empty` has the root of an invoice and none of its terms. */
export type EInvoiceFailure = XmlFailure | 'not_an_invoice' | 'empty';

export type EInvoiceReading =
  | {
      readonly ok: true;
      readonly syntax: Syntax;
      readonly profile: Profile;
      readonly invoice: Invoice;
      /** Whether the bytes are not in the encoding that the file names, and were read as Windows-1252. */
      readonly isMisencoded: boolean;
      /** The name of the first element without content; null where there is none. */
      readonly emptyElement: string | null;
    }
  | {
      readonly ok: false;
      readonly reason: EInvoiceFailure;
      /** For the log, in English. */
      readonly detail: string;
    };

interface Vocabulary {
  readonly syntax: Syntax;
  /** Of the elements within the root. */
  readonly isKnown: (namespace: string) => boolean;
  readonly read: (root: XmlElement) => Invoice;
}

const ubl: Vocabulary = {
  syntax: 'ubl',
  // Elements without a namespace or in that of the root break the schema, but not the meaning.
  isKnown: (namespace) =>
    namespace === '' ||
    /^urn:oasis:names:specification:ubl:schema:xsd:(?:Common\w+|Invoice|CreditNote)-2$/.test(namespace),
  read: readUbl,
};
const isUnCefact = (namespace: string) => namespace.startsWith('urn:un:unece:uncefact:data:standard:');
const cii: Vocabulary = { syntax: 'cii', isKnown: isUnCefact, read: readCii };
const zugferd1: Vocabulary = {
  syntax: 'zugferd1',
  // The release candidate writes most elements without a namespace.
  isKnown: (namespace) =>
    isUnCefact(namespace) || namespace === '' || namespace === 'urn:ferd:CrossIndustryDocument:invoice:1p0',
  read: readZugferd1,
};

/** By namespace and name of the root. */
const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-2 Invoice', ubl],
  ['urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2 CreditNote', ubl],
  ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100 CrossIndustryInvoice', cii],
  ['urn:ferd:CrossIndustryDocument:invoice:1p0 CrossIndustryDocument', zugferd1],
  ['urn:un:unece:uncefact:data:standard:CBFBUY:5 Invoice', zugferd1],
]);

/**
 * Reads an e-invoice of UBL, CII or ZUGFeRD 1 into the model of EN 16931 (REC-11), exactly as it was written and without
 * judging it. Bytes that are not in the encoding they name are taken as Windows-1252, which programs for German write
 * where they forget to convert. What cannot be read is answered with a reason, never thrown.
 */
export function readEInvoice(source: Uint8Array | string, limits: XmlLimits = xmlLimits): EInvoiceReading {
  const asNamed = readXml(source, limits);
  const isMisencoded = !asNamed.ok && asNamed.reason === 'encoding' && typeof source !== 'string';
  const xml = isMisencoded ? readXml(new TextDecoder('windows-1252').decode(source), limits) : asNamed;
  if (!xml.ok) return isMisencoded ? asNamed : xml;
  const { name, namespace } = xml.root;
  const read = invoiceOfElement(xml.root);
  if (!read) return { ok: false, reason: 'not_an_invoice', detail: `the root is {${namespace}}${name}` };
  if (isEmpty(read.invoice)) return { ok: false, reason: 'empty', detail: `${name} holds no invoice` };
  return {
    ok: true,
    ...read,
    profile: profileOf(read.invoice.specification),
    isMisencoded,
    emptyElement: emptyIn(xml.root),
  };
}

/** The same of an element that was read already, however little it holds; null where it is no invoice. */
export function invoiceOfElement(
  root: XmlElement,
): { readonly syntax: Syntax; readonly invoice: Invoice } | null {
  const vocabulary = vocabularies.get(`${root.namespace} ${root.name}`);
  if (!vocabulary) return null;
  const { syntax, isKnown, read } = vocabulary;
  return { syntax, invoice: read(withinVocabulary(root, isKnown)) };
}

function emptyIn({ name, text, children }: XmlElement): string | null {
  if (children.length === 0) return text.trim() === '' ? name : null;
  for (const child of children) {
    const found = emptyIn(child);
    if (found !== null) return found;
  }
  return null;
}

/** Neither a number nor a date, no line and no total: there is nothing to book, compare or answer. */
function isEmpty({ number, issueDate, lines, totals }: Invoice): boolean {
  return !number && !issueDate && lines.length === 0 && totals.withTax === null && totals.due === null;
}
