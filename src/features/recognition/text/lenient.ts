const leastLetters = 5;
const parts = new RegExp(String.raw`\\p\{\w+\}|\\.|\p{L}{${leastLetters},}`, 'gu');

/**
 * Lets single blanks split the longer words of a pattern: where letters are set closer or wider than usual, text
 * extraction and OCR take the gap for a blank ("Br uttobetrag").
 */
export function lenient(source: string): string {
  return source.replaceAll(parts, (part) => (part.startsWith('\\') ? part : [...part].join(' ?')));
}
