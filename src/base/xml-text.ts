const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text escaped for content or attributes. */
export function xmlText(text: string): string {
  return xmlCharacters(text).replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}

/** A text without the control characters that XML cannot contain. */
export function xmlCharacters(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
