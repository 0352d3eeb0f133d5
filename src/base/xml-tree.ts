import type { XmlElement } from './xml-reading.ts';

/** The same tree without elements of other vocabularies, such as custom extensions. */
export function withinVocabulary(root: XmlElement, isKnown: (namespace: string) => boolean): XmlElement {
  const children = root.children
    .filter(({ namespace }) => isKnown(namespace))
    .map((child) => withinVocabulary(child, isKnown));
  return { ...root, children };
}

/** All elements at the end of a path of names, over all matching elements on the way, in document order. */
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

/** The trimmed text of an element; null if there is none. */
export function ownText(element: XmlElement | undefined): string | null {
  return element ? element.text.trim() : null;
}

/** The trimmed text at the end of a path of names; null if there is none. */
export function textAt(from: XmlElement | undefined, ...path: readonly string[]): string | null {
  return ownText(first(from, ...path));
}

/** The trimmed texts at the end of a path of names. */
export function textsAt(from: XmlElement | undefined, ...path: readonly string[]): readonly string[] {
  return all(from, ...path).map(({ text }) => text.trim());
}

export function attributeOf(element: XmlElement | undefined, name: string): string | null {
  return element?.attributes.get(name)?.trim() ?? null;
}
