import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { decodeXml } from './xml-encoding.ts';

/** An element with its own text; comments, instructions and the order of text and elements are not kept. */
export interface XmlElement {
  /** Without prefix. */
  readonly name: string;
  readonly namespace: string;
  /** Those without prefix, and `xml:lang`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** What stands directly in the element, blanks included. */
  readonly text: string;
}

/**
 * Why a text is no tree: `not_xml` is not well-formed, `encoding` names or is another than its bytes, `doctype` brings
 * declarations, and the others exceed the limits.
 */
export type XmlFailure = 'not_xml' | 'encoding' | 'doctype' | 'too_deep' | 'too_large';

export interface XmlLimits {
  /** Elements within each other. */
  readonly depth: number;
  /** Elements and attributes together. */
  readonly nodes: number;
  /** Bytes, or characters of a text. */
  readonly size: number;
}

/** Ten thousand lines, or more attachments than portals of the state accept, and read within seconds. */
export const xmlLimits: XmlLimits = { depth: 100, nodes: 500_000, size: 20_000_000 };

export type XmlReading =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly reason: XmlFailure; readonly detail: string };

const lessThan = 0x3c;
/** After a byte order mark and a few blanks. */
const furthestStart = 20;

interface OpenElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: OpenElement[];
  text: string;
}

class Refusal extends Error {
  readonly reason: XmlFailure;

  constructor(reason: XmlFailure, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** What is read over that would end the reading otherwise. */
export interface XmlLeniency {
  /** Which document types, by what stands between `<!DOCTYPE` and `>`. */
  readonly isDoctype?: (doctype: string) => boolean;
  /** Prefixes that nothing declares: a document type that nobody fetches may do so. */
  readonly hasStrangePrefixes?: boolean;
}

/**
 * Reads a document from outside into a tree (XML 1.0 with namespaces). Nothing is fetched, no entity but the five of XML
 * itself is known, and a document type ends the reading; work and memory are bounded by the limits.
 */
export function readXml(
  source: Uint8Array | string,
  limits: XmlLimits = xmlLimits,
  leniency: XmlLeniency = {},
): XmlReading {
  try {
    if (source.length > limits.size) throw new Refusal('too_large', `${source.length} bytes`);
    return {
      ok: true,
      root: parsed(typeof source === 'string' ? source : decoded(source), limits, leniency),
    };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason, detail: error.message };
    throw error;
  }
}

/** Pictures and the like are not XML in a wrong encoding. */
function decoded(bytes: Uint8Array): string {
  const text = decodeXml(bytes);
  if (text !== null) return text;
  throw bytes.subarray(0, furthestStart).includes(lessThan)
    ? new Refusal('encoding', 'the bytes are in no encoding that is read')
    : new Refusal('not_xml', 'the bytes are no text');
}

function parsed(
  text: string,
  limits: XmlLimits,
  { isDoctype = () => false, hasStrangePrefixes = false }: XmlLeniency,
): XmlElement {
  const parser = new SaxesParser({
    xmlns: true,
    ...(hasStrangePrefixes && { resolvePrefix: (prefix: string) => `undeclared:${prefix}` }),
  });
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let nodes = 0;
  const count = () => {
    nodes += 1;
    if (nodes > limits.nodes) throw new Refusal('too_large', `more than ${limits.nodes} elements`);
  };
  parser.on('error', (error) => {
    throw new Refusal('not_xml', error.message);
  });
  parser.on('doctype', (doctype) => {
    if (!isDoctype(doctype)) throw new Refusal('doctype', 'the document has a document type');
  });
  parser.on('opentagstart', count);
  parser.on('attribute', count);
  parser.on('opentag', (tag) => {
    if (open.length >= limits.depth) throw new Refusal('too_deep', `more than ${limits.depth} levels`);
    const element: OpenElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes: attributesOf(Object.values(tag.attributes)),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const append = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  if (!root) throw new Refusal('not_xml', 'the document has no root element');
  return root;
}

/** Most elements have none, and share that. */
const none: ReadonlyMap<string, string> = new Map();

function attributesOf(attributes: readonly SaxesAttributeNS[]): ReadonlyMap<string, string> {
  const own = attributes.filter(
    ({ prefix, name }) => (prefix === '' && name !== 'xmlns') || name === 'xml:lang',
  );
  return own.length === 0 ? none : new Map(own.map(({ name, value }) => [name, value]));
}
