import { isCxmlDoctype } from '../../../base/cxml-doctype.ts';
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
import { readCxml } from './read-cxml.ts';
import { readUbl } from './read-ubl.ts';
import { readZugferd1 } from './read-zugferd1.ts';

export type Syntax = 'ubl' | 'cii' | 'zugferd1' | 'cxml';

/** `not_an_invoice`: another root, such as an Order-X order. `empty`: the root of an invoice without any terms. */
export type EInvoiceFailure = XmlFailure | 'not_an_invoice' | 'empty';

export type EInvoiceReading =
  | {
      readonly ok: true;
      readonly syntax: Syntax;
      readonly profile: Profile;
      readonly invoice: Invoice;
      /** Whether the bytes do not match the declared encoding and were read as Windows-1252. */
      readonly isMisencoded: boolean;
      /** The name of the first element without content; null when there is none. */
      readonly emptyElement: string | null;
      /** The document without elements of other vocabularies. */
      readonly root: XmlElement;
    }
  | {
      readonly ok: false;
      readonly reason: EInvoiceFailure;
      /** For the log, in English. */
      readonly detail: string;
    };

interface Vocabulary {
  readonly syntax: Syntax;
  /** Whether elements below the root may have this namespace. */
  readonly isKnown: (namespace: string) => boolean;
  /** Null for a message that is no invoice. */
  readonly read: (root: XmlElement) => Invoice | null;
}

const ubl: Vocabulary = {
  syntax: 'ubl',
  // Elements without a namespace or in that of the root violate the schema but keep their meaning.
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

// The DTD declares no namespace.
const cxml: Vocabulary = { syntax: 'cxml', isKnown: (namespace) => namespace === '', read: readCxml };

/** Vocabularies by namespace and name of the root. */
const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-2 Invoice', ubl],
  ['urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2 CreditNote', ubl],
  ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100 CrossIndustryInvoice', cii],
  ['urn:ferd:CrossIndustryDocument:invoice:1p0 CrossIndustryDocument', zugferd1],
  ['urn:un:unece:uncefact:data:standard:CBFBUY:5 Invoice', zugferd1],
  [' cXML', cxml],
]);

/**
 * Reads an e-invoice of UBL, CII, ZUGFeRD 1 or cXML into the model of EN 16931 (REC-11, PUN-17), exactly as written
 * and without validation. Bytes that do not match the declared encoding are read as Windows-1252, which some German programs
 * write without converting. Never throws; an unreadable file yields a reason.
 */
export function readEInvoice(source: Uint8Array | string, limits: XmlLimits = xmlLimits): EInvoiceReading {
  const leniency = { isDoctype: isCxmlDoctype };
  const asNamed = readXml(source, limits, leniency);
  const isMisencoded = !asNamed.ok && asNamed.reason === 'encoding' && typeof source !== 'string';
  const xml = isMisencoded
    ? readXml(new TextDecoder('windows-1252').decode(source), limits, leniency)
    : asNamed;
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

/** Reads an already parsed element, even an incomplete one; null when it is no invoice. */
export function invoiceOfElement(
  root: XmlElement,
): { readonly syntax: Syntax; readonly invoice: Invoice; readonly root: XmlElement } | null {
  const vocabulary = vocabularies.get(`${root.namespace} ${root.name}`);
  if (!vocabulary) return null;
  const { syntax, isKnown, read } = vocabulary;
  const known = withinVocabulary(root, isKnown);
  const invoice = read(known);
  return invoice && { syntax, invoice, root: known };
}

function emptyIn({ name, text, children }: XmlElement): string | null {
  if (children.length === 0) return text.trim() === '' ? name : null;
  for (const child of children) {
    const found = emptyIn(child);
    if (found !== null) return found;
  }
  return null;
}

/** Whether number, date, lines and totals are all missing, so that there is nothing to book. */
function isEmpty({ number, issueDate, lines, totals }: Invoice): boolean {
  return !number && !issueDate && lines.length === 0 && totals.withTax === null && totals.due === null;
}
