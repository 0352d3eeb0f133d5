import type { XmlElement } from '../../../../../base/xml-reading.ts';
import { all, textAt } from '../../../../../base/xml-tree.ts';
import { type Case, oncePerCase, type Rule, type RuleText, rule, type Scope, type Term } from '../rule.ts';

/** The root of a document of one syntax; none in an invoice without a file. */
export function rootIf(isMeant: (subject: Case) => boolean): Scope<XmlElement> {
  return (subject) => (subject.root !== null && isMeant(subject) ? [{ value: subject.root, place: [] }] : []);
}

/** The elements at the end of a path of names, below each element of another scope. */
export function at(outer: Scope<XmlElement>, ...path: readonly string[]): Scope<XmlElement> {
  return (subject) =>
    outer(subject).flatMap(({ value, place }) =>
      all(value, ...path).map((inner) => ({ value: inner, place })),
    );
}

/** The elements of a document that fulfil a condition, at any depth. */
export function anywhere(
  root: Scope<XmlElement>,
  isMeant: (element: XmlElement, parent: XmlElement) => boolean,
): Scope<XmlElement> {
  return oncePerCase((subject) =>
    root(subject).flatMap(({ value, place }) =>
      descendants(value, isMeant).map((element) => ({ value: element, place })),
    ),
  );
}

function descendants(
  parent: XmlElement,
  isMeant: (element: XmlElement, parent: XmlElement) => boolean,
): readonly XmlElement[] {
  return parent.children.flatMap((child) => {
    const inner = descendants(child, isMeant);
    return isMeant(child, parent) ? [child, ...inner] : inner;
  });
}

/** Invoice lines with their places, labelled by the identifier at the end of a path. */
export function linesAt(lines: Scope<XmlElement>, ...pathOfId: readonly string[]): Scope<XmlElement> {
  return oncePerCase((subject) =>
    lines(subject).map(({ value }, index) => {
      const number = index + 1;
      return {
        value,
        place: [{ group: 'BG-25', number, label: textAt(value, ...pathOfId) || String(number) }],
      };
    }),
  );
}

/** At most one element at the end of a path, in each element of a scope. */
export function once(id: string, term: Term, scope: Scope<XmlElement>, ...path: readonly string[]): Rule {
  return rule({
    id,
    terms: [term],
    text: 'once',
    at: scope,
    fault: (element) => all(element, ...path).length > 1,
  });
}

/** At least one element at the end of a path, in each element of a scope. */
export function some(id: string, term: Term, scope: Scope<XmlElement>, ...path: readonly string[]): Rule {
  return rule({
    id,
    terms: [term],
    text: 'missing',
    at: scope,
    fault: (element) => all(element, ...path).length === 0,
  });
}

/** Exactly one element at the end of a path, in each element of a scope. */
export function one(
  id: string,
  term: Term,
  scope: Scope<XmlElement>,
  ...path: readonly string[]
): readonly Rule[] {
  return [some(id, term, scope, ...path), once(id, term, scope, ...path)];
}

/** The same text in all elements of a document. */
export function same(id: string, term: Term, root: Scope<XmlElement>, elements: Scope<XmlElement>): Rule {
  return rule({
    id,
    terms: [term],
    text: 'differing',
    at: root,
    fault: (_, subject) => new Set(elements(subject).map(({ value }) => plain(value.text))).size > 1,
  });
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Names parts of the file that violate a rule, each once; null for an element that keeps it. */
export function named(
  id: string,
  text: RuleText,
  scope: Scope<XmlElement>,
  nameOf: (element: XmlElement) => string | null,
): Rule {
  return {
    id,
    level: 'error',
    terms: [],
    text,
    violated: (subject) => {
      const names = new Set(scope(subject).flatMap(({ value }) => nameOf(value) ?? []));
      return [...names].map((value) => ({ place: [], values: { value } }));
    },
  };
}

/** Elements without a child of a name, except where it is allowed. */
export function withoutChild(
  id: string,
  scope: Scope<XmlElement>,
  child: string,
  isAllowed: (element: XmlElement) => boolean = () => false,
): Rule {
  return named(id, 'notAllowed', scope, (element) =>
    all(element, child).length > 0 && !isAllowed(element) ? `${element.name}/${child}` : null,
  );
}

export function withoutAttribute(id: string, scope: Scope<XmlElement>, attribute: string): Rule {
  return named(id, 'notAllowed', scope, ({ name, attributes }) =>
    attributes.has(attribute) ? `${name}/@${attribute}` : null,
  );
}
