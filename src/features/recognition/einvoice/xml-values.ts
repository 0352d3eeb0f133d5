import type { Amount, Identifier, Text } from './model.ts';
import type { XmlElement } from './xml.ts';

/** The same tree without the elements of other vocabularies, such as extensions that somebody agreed upon. */
export function withinVocabulary(root: XmlElement, isKnown: (namespace: string) => boolean): XmlElement {
  const children = root.children
    .filter(({ namespace }) => isKnown(namespace))
    .map((child) => withinVocabulary(child, isKnown));
  return { ...root, children };
}

/** All elements at the end of a path of names, through every element on the way, in the order of the document. */
export function all(from: XmlElement | undefined, ...path: readonly string[]): readonly XmlElement[] {
  let found: readonly XmlElement[] = from ? [from] : [];
  for (const name of path) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  }
  return found;
}

/** The first element at the end of a path of names. */
export function first(from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return all(from, ...path)[0];
}

/** The text of an element without outer blanks; null where there is none. */
export function ownText(element: XmlElement | undefined): Text {
  return element ? element.text.trim() : null;
}

/** The text at the end of a path of names, without outer blanks; null where there is none. */
export function textAt(from: XmlElement | undefined, ...path: readonly string[]): Text {
  return ownText(first(from, ...path));
}

/** The texts at the end of a path of names, without outer blanks. */
export function textsAt(from: XmlElement | undefined, ...path: readonly string[]): readonly string[] {
  return all(from, ...path).map(({ text }) => text.trim());
}

export function attributeOf(element: XmlElement | undefined, name: string): Text {
  return element?.attributes.get(name)?.trim() ?? null;
}

export function amountAt(from: XmlElement | undefined, ...path: readonly string[]): Amount | null {
  const element = first(from, ...path);
  return element ? amountIn(element) : null;
}

export function amountIn(element: XmlElement): Amount {
  return { value: element.text.trim(), currency: attributeOf(element, 'currencyID') };
}

export function identifierAt(from: XmlElement | undefined, ...path: readonly string[]): Identifier | null {
  const element = first(from, ...path);
  return element ? identifierIn(element) : null;
}

export function identifierIn(element: XmlElement): Identifier {
  return { value: element.text.trim(), scheme: attributeOf(element, 'schemeID') };
}

/** A classification, whose scheme stands in the attributes of a list (BT-158). */
export function classificationIn(element: XmlElement): Identifier {
  return {
    value: element.text.trim(),
    scheme: attributeOf(element, 'listID'),
    schemeVersion: attributeOf(element, 'listVersionID'),
  };
}

/** A day without time and zone, `YYYY-MM-DD`; anything else as it was written. */
export function isoDay(text: Text): Text {
  return /^(\d{4}-\d\d-\d\d)(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/.exec(text ?? '')?.[1] ?? text;
}

/** Whether a means of payment (UNTDID 4461) takes the money from the buyer's account. */
export function isDirectDebit(meansCode: Text): boolean {
  return meansCode === '49' || meansCode === '59';
}
