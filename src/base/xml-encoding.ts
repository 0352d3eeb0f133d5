/** Supported encodings of the prolog (XML 1.0, 4.3.3), by decoder name; others are refused. */
const decoders: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  // A prolog that is readable byte by byte is not in UTF-16; such a program re-encoded the text as UTF-8.
  ['utf-16', 'utf-8'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
  ['iso-8859-2', 'iso-8859-2'],
  ['windows-1250', 'windows-1250'],
  ['cp1250', 'windows-1250'],
]);

/** The declaration must be at the start. */
const longestProlog = 200;

/**
 * The text of an XML document, with the encoding from the byte order mark, from the bytes of `<`, or from the prolog,
 * in this order (XML 1.0, appendix F). Null for an unknown encoding and for invalid bytes.
 */
export function decodeXml(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes);
  if (encoding === null) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function encodingOf(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? null : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return third === 0 ? null : 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const prolog = String.fromCharCode(...bytes.subarray(0, longestProlog));
  const [, declared = 'utf-8'] = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(prolog) ?? [];
  return decoders.get(declared.toLowerCase()) ?? null;
}
