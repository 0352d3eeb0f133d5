import { plainLine } from '../../base/plain-line.ts';
import { xmlCharacters, xmlLeaf, xmlText } from '../../base/xml-text.ts';

/**
 * A text as one line of at most `length` characters, the limit of the schemas; null for an empty text. Characters
 * outside of the basic plane count as two, so that receivers that count UTF-16 units accept it too.
 */
export function schemaLine(text: string | null | undefined, length: number): string | null {
  const line = plainLine(xmlCharacters(text ?? ''));
  // A surrogate pair is not split.
  const cut = line
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
  return cut === '' ? null : cut;
}

/** The attributes of a tag, each with a leading blank; null ones are omitted. */
export function xmlAttributes(attributes: Readonly<Record<string, string | null>>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${xmlText(value ?? '')}"`)
    .join('');
}

/** Text elements in the given order; null ones are omitted. */
export function xmlElements(elements: readonly (readonly [string, string | null])[]): string {
  return elements
    .filter(([, value]) => value !== null)
    .map(([name, value]) => xmlLeaf(name, value ?? ''))
    .join('');
}
