import type { XmlElement } from '../../../base/xml-reading.ts';
import { attributeOf, first } from '../../../base/xml-tree.ts';
import type { Amount, Identifier, Text } from './model.ts';

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

/** A classification (BT-158), whose scheme is in the attributes of the list. */
export function classificationIn(element: XmlElement): Identifier {
  return {
    value: element.text.trim(),
    scheme: attributeOf(element, 'listID'),
    schemeVersion: attributeOf(element, 'listVersionID'),
  };
}

/** A day without time and zone, `YYYY-MM-DD`; any other text unchanged. */
export function isoDay(text: Text): Text {
  return /^(\d{4}-\d\d-\d\d)(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/.exec(text ?? '')?.[1] ?? text;
}

/**
 * Payment terms (BT-20), several joined as lines of one text; null when there are none. A line break at the end is
 * kept, because XRechnung requires one after each discount (BR-DE-18).
 */
export function termsOf(elements: readonly XmlElement[]): Text {
  if (elements.length === 0) return null;
  const isEnded = /\n\s*$/.test(elements.at(-1)?.text ?? '');
  return `${elements.map(({ text }) => text.trim()).join('\n')}${isEnded ? '\n' : ''}`;
}

/** Whether a means of payment (UNTDID 4461) takes the money from the buyer's account. */
export function isDirectDebit(meansCode: Text): boolean {
  return meansCode === '49' || meansCode === '59';
}
