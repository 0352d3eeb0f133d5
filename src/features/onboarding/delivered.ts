import type { Language } from '../../base/language.ts';

/** A delivered text in German and English (ONB-03). */
export type Delivered = readonly [german: string, english: string];

const order: readonly string[] = ['de', 'en'];

/** The text in a language, by default in English. */
export function deliveredText(texts: Delivered, language: Language): string {
  return texts[order.indexOf(language)] ?? texts[1];
}
