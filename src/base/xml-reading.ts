import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { decodeXml } from './xml-encoding.ts';

/** An element with its own text; comments, instructions and the order of text and elements are dropped. */
export interface XmlElement {
  /** Without prefix. */
  readonly name: string;
  readonly namespace: string;
  /** Those without prefix, and `xml:lang`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Text directly in the element, with blanks. */
  readonly text: string;
}

/**
 * Why a text was not read: `not_xml` is not well-formed, `encoding` is unknown or does not match the bytes, `doctype`
 * contains declarations, the others exceed the limits.
 */
export type XmlFailure = 'not_xml' | 'encoding' | 'doctype' | 'too_deep' | 'too_large';

export interface XmlLimits {
  /** Nesting of elements. */
  readonly depth: number;
  /** Elements and attributes in total. */
  readonly nodes: number;
  /** Bytes, or characters of a text. */
  readonly size: number;
}

/** Ten thousand lines, or more attachments than state portals accept, read within seconds. */
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

/** Problems that are ignored instead of ending the reading. */
export interface XmlLeniency {
  /** Accepted document types, by the text between `<!DOCTYPE` and `>`. */
  readonly isDoctype?: (doctype: string) => boolean;
  /** Undeclared prefixes: an unfetched document type may declare them. */
  readonly hasStrangePrefixes?: boolean;
}

/**
 * Parses an external document into a tree (XML 1.0 with namespaces). Fetches nothing, knows only the five entities of
 * XML itself, and stops at a document type; the limits bound work and memory.
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

/** Binary files such as pictures are not XML in a wrong encoding. */
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

/** Most elements have none and share this. */
const none: ReadonlyMap<string, string> = new Map();

function attributesOf(attributes: readonly SaxesAttributeNS[]): ReadonlyMap<string, string> {
  const own = attributes.filter(
    ({ prefix, name }) => (prefix === '' && name !== 'xmlns') || name === 'xml:lang',
  );
  return own.length === 0 ? none : new Map(own.map(({ name, value }) => [name, value]));
}
