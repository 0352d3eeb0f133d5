const leastLetters = 5;
const parts = new RegExp(String.raw`\\p\{\w+\}|\\.|\p{L}{${leastLetters},}`, 'gu');

/**
 * The source of a pattern whose longer words may be split by single blanks: where letters are set closer or wider than
 * usual, programs that read a page take the gap for a blank ("Br uttobetrag"), and so does recognition in scans.
 */
export function lenient(source: string): string {
  return source.replaceAll(parts, (part) => (part.startsWith('\\') ? part : [...part].join(' ?')));
}
