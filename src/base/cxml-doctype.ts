/**
 * Whether the text between `<!DOCTYPE` and `>` only names a DTD of cXML, which is never fetched; declarations are
 * refused. The root may have a namespace prefix.
 */
export function isCxmlDoctype(doctype: string): boolean {
  return /^\s*([\w-]+:)?cXML(\s+(SYSTEM|PUBLIC\s+("[^"]*"|'[^']*'))(\s*("[^"]*"|'[^']*'))?)?\s*(\[\s*\]\s*)?$/.test(
    doctype,
  );
}
