import type { Language } from '../../base/language.ts';

/** A text of what is delivered, in the two languages that it is delivered in (ONB-03). */
export type Delivered = readonly [german: string, english: string];

const order: readonly string[] = ['de', 'en'];

/** The text in a language; in English where it is not delivered in that one. */
export function deliveredText(texts: Delivered, language: Language): string {
  return texts[order.indexOf(language)] ?? texts[1];
}
