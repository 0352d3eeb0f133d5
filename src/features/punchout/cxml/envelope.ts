import { readXml, type XmlElement, type XmlFailure, type XmlLimits } from '../../../base/xml-reading.ts';
import { first, textAt } from '../../../base/xml-tree.ts';

/** Five thousand items with all that cXML says of an item; deeper ones than its DTD has are not from a shop. */
export const cxmlLimits: XmlLimits = { depth: 40, nodes: 150_000, size: 8_000_000 };

export type CxmlReading =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly reason: XmlFailure };

/**
 * Reads a message of cXML from outside. Its document type is named and nothing more: what declares entities ends the
 * reading, and the DTD is never fetched. `not_xml` is also what is XML and no cXML.
 */
export function readCxml(source: Uint8Array | string, limits: XmlLimits = cxmlLimits): CxmlReading {
  const text = typeof source === 'string' ? source.replace(/^\ufeff?\s*(?=<)/, '') : withoutBlanks(source);
  const reading = readXml(text, limits, { isDoctype: isPlainDoctype, hasStrangePrefixes: true });
  if (!reading.ok) return { ok: false, reason: reading.reason };
  return reading.root.name === 'cXML' ? reading : { ok: false, reason: 'not_xml' };
}

/** Blanks before the prolog are an error of XML, and of many shops. */
function withoutBlanks(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  return start > 0 ? bytes.subarray(start) : bytes;
}

/** `<!DOCTYPE cXML SYSTEM "...">`, without declarations of its own; a prefix is one of the root as well. */
function isPlainDoctype(doctype: string): boolean {
  return /^\s*([\w-]+:)?cXML(\s+(SYSTEM|PUBLIC\s+("[^"]*"|'[^']*'))(\s*("[^"]*"|'[^']*'))?)?\s*(\[\s*\]\s*)?$/.test(
    doctype,
  );
}

/** Who speaks, by the first credential that says so; null where nobody does. */
export function senderIn(
  root: XmlElement,
): { readonly identity: string; readonly secret: string | null } | null {
  const credential = first(root, 'Header', 'Sender', 'Credential');
  const identity = textAt(credential, 'Identity');
  return identity === null ? null : { identity, secret: textAt(credential, 'SharedSecret') };
}
