import { isCxmlDoctype } from '../../../base/cxml-doctype.ts';
import { decodeXml } from '../../../base/xml-encoding.ts';
import { readXml, type XmlElement, type XmlFailure, type XmlLimits } from '../../../base/xml-reading.ts';
import { first, textAt } from '../../../base/xml-tree.ts';

/** Enough for five thousand items with every field of cXML, and deeper than its DTD. */
const cxmlLimits: XmlLimits = { depth: 40, nodes: 150_000, size: 8_000_000 };

export type CxmlReading =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly reason: XmlFailure };

/**
 * Parses a cXML message from outside. The document type may only name its DTD, which is never fetched; entity
 * declarations are refused. `not_xml` also covers XML that is not cXML.
 */
export function readCxml(source: Uint8Array | string, limits: XmlLimits = cxmlLimits): CxmlReading {
  const text = typeof source === 'string' ? source.replace(/^\ufeff?\s*(?=<)/, '') : withoutBlanks(source);
  const reading = readXml(text, limits, { isDoctype: isCxmlDoctype, hasStrangePrefixes: true });
  if (!reading.ok) return { ok: false, reason: reading.reason };
  return reading.root.name === 'cXML' ? reading : { ok: false, reason: 'not_xml' };
}

/** The text of a message in its encoding; null if the bytes are in none that is read. */
export function messageText(source: Uint8Array | string): string | null {
  return typeof source === 'string'
    ? source.replace(/^\ufeff?\s*(?=<)/, '')
    : decodeXml(withoutBlanks(source));
}

/** Many shops send blanks before the prolog, which XML forbids. */
function withoutBlanks(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  return start > 0 ? bytes.subarray(start) : bytes;
}

/** Identity and secret from the first credential of the sender; null without one. */
export function senderIn(
  root: XmlElement,
): { readonly identity: string; readonly secret: string | null } | null {
  const credential = first(root, 'Header', 'Sender', 'Credential');
  const identity = textAt(credential, 'Identity');
  return identity === null ? null : { identity, secret: textAt(credential, 'SharedSecret') };
}
