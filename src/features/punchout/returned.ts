import { decodeXml } from '../../base/xml-encoding.ts';
import { type CartReading, longestReturn } from './cart.ts';
import { readCxmlCart } from './cxml/read-cart.ts';
import { isUtf8, type RawField, rawFields, textFields } from './form-body.ts';
import { multipartFields } from './multipart-body.ts';
import { isOciForm, readOciCart } from './oci/read-cart.ts';

/** What a shop has sent back, by the browser or, with the message itself as the body, by a program. */
export interface ReturnedBody {
  /** The type of the body, with its parameters. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** Reads a cart in any way that shops send them: cXML urlencoded, in base64 or plain, or OCI, as a form of either kind (PUN-06). */
export function readReturn({ type, body }: ReturnedBody, language = 'de'): CartReading {
  if (body.length > longestReturn) return { ok: false, reason: 'too_large' };
  if (/^\s*(text|application)\/([\w.-]+\+)?xml\b/i.test(type)) return readCxmlCart(messageIn(body), language);
  const isMultipart = /^\s*multipart\/form-data\b/i.test(type);
  const fields = isMultipart ? multipartFields(type, body) : rawFields(body);
  if (fields === null) return { ok: false, reason: 'too_large' };
  const encoded = fieldNamed(fields, 'cxml-base64');
  if (encoded) {
    const bytes = fromBase64(encoded.value);
    return bytes === null ? { ok: false, reason: 'not_xml' } : readCxmlCart(messageIn(bytes), language);
  }
  const plain = fieldNamed(fields, 'cxml-urlencoded') ?? fieldNamed(fields, 'cxml');
  if (plain) return readCxmlCart(messageIn(plain.value), language);
  if (!isOciForm(fields.map(({ name }) => name))) return { ok: false, reason: 'no_cart' };
  return readOciCart(textFields(fields, charsetOf(type)));
}

function fieldNamed(fields: readonly RawField[], name: string): RawField | undefined {
  return fields.find((each) => each.name.trim().toLowerCase() === name);
}

function charsetOf(type: string): string | null {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1] ?? null;
}

/**
 * The message as it came. It may have been in a page since its prolog was written, and programs name an encoding that they
 * do not write, so that bytes of UTF-8 are meant as such; some shops escape the message themselves before the browser does.
 */
function messageIn(bytes: Uint8Array): string {
  const text =
    isUtf8(bytes) && !isWide(bytes)
      ? new TextDecoder('utf-8').decode(bytes)
      : (decodeXml(bytes) ?? new TextDecoder('windows-1252').decode(bytes));
  if (!/^\s*(%3C|&lt;)/i.test(text)) return text;
  return /^\s*%3C/i.test(text) ? unescapedTwice(text) : unquoted(text);
}

/** A message begins with a sign of ASCII, which takes two bytes in UTF-16. */
function isWide([first, second]: Uint8Array): boolean {
  return first === 0 || second === 0;
}

function unescapedTwice(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const quoted: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
};

function unquoted(text: string): string {
  return text.replace(/&(lt|gt|quot|#34|apos|#39|amp);/g, (sign) => quoted[sign] ?? sign);
}

/** The bytes of a text in base64, with line ends and in the notation for addresses as well; null for what is none. */
function fromBase64(bytes: Uint8Array): Uint8Array | null {
  // A plus that was not escaped has become a blank.
  const text = new TextDecoder('latin1')
    .decode(bytes)
    .trim()
    .replace(/ /g, '+')
    .replace(/[\r\n\t]/g, '');
  const usual = text.replaceAll('-', '+').replaceAll('_', '/');
  try {
    return Uint8Array.from(atob(usual), (sign) => sign.charCodeAt(0));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
