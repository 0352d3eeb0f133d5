const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text escaped for content or attributes. */
export function xmlText(text: string): string {
  return xmlCharacters(text).replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}

/** An element with a text. */
export function xmlLeaf(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/** An element with other elements, which are written already. */
export function xmlElement(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name}>`;
}

/** A text without the control characters that XML cannot contain. */
export function xmlCharacters(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
