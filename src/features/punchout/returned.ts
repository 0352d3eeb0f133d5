import { decodeXml } from '../../base/xml-encoding.ts';
import { type CartReading, longestReturn } from './cart.ts';
import { readCxmlCart } from './cxml/read-cart.ts';
import { isUtf8, type RawField, rawFields, textFields } from './form-body.ts';
import { multipartFields } from './multipart-body.ts';
import { isOciForm, readOciCart } from './oci/read-cart.ts';

/** A shop's return, posted by the browser or, with the message as body, by a program. */
export interface ReturnedBody {
  /** Content type with parameters. */
  readonly type: string;
  readonly body: Uint8Array;
}

/**
 * Reads a cart in every format that shops use: cXML urlencoded, base64 or plain, or OCI, in either form encoding
 * (PUN-06).
 */
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
 * The message as text. Valid UTF-8 is read as such whatever the prolog says, since forms and programs re-encode
 * messages; some shops also escape the message themselves.
 */
function messageIn(bytes: Uint8Array): string {
  const text =
    isUtf8(bytes) && !isWide(bytes)
      ? new TextDecoder('utf-8').decode(bytes)
      : (decodeXml(bytes) ?? new TextDecoder('windows-1252').decode(bytes));
  if (!/^\s*(%3C|&lt;)/i.test(text)) return text;
  return /^\s*%3C/i.test(text) ? unescapedTwice(text) : unquoted(text);
}

/** Detects UTF-16: the first character is ASCII and takes two bytes. */
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

/** Decodes base64, also with line ends and in the URL alphabet; null if invalid. */
function fromBase64(bytes: Uint8Array): Uint8Array | null {
  // An unescaped plus arrives as a blank.
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
