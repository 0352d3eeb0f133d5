import { plainLine } from '../../base/plain-line.ts';
import { xmlCharacters, xmlText } from '../../base/xml-text.ts';

/**
 * A text as one line of at most `length` characters, as the schemas limit them; null when nothing is left. Characters
 * outside of the basic plane count as two, so that a receiver that counts so takes it as well.
 */
export function schemaLine(text: string | null | undefined, length: number): string | null {
  const line = plainLine(xmlCharacters(text ?? ''));
  // A character of two halves is not cut in the middle.
  const cut = line
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
  return cut === '' ? null : cut;
}

/** Attributes as they stand in a tag, each with a blank before it; those that are null are left out. */
export function xmlAttributes(attributes: Readonly<Record<string, string | null>>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${xmlText(value ?? '')}"`)
    .join('');
}

/** Elements in the order given, each with a text; those that are null are left out. */
export function xmlElements(elements: readonly (readonly [string, string | null])[]): string {
  return elements
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<${name}>${xmlText(value ?? '')}</${name}>`)
    .join('');
}
