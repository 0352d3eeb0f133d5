/** A text in normalised spelling, mapped to the original. */
export interface Folded {
  readonly text: string;
  /** Maps a part of the folded text to the original. */
  readonly span: (start: number, end: number) => { readonly start: number; readonly end: number };
}

/**
 * Converts to lower case without accents and replaces "ae", "oe" and "ue" by plain vowels, so that "fällig",
 * "faellig" and the OCR result "fallig" are equal. Keeps "ue" at the end of a word ("due").
 */
export function folded(original: string): Folded {
  let text = '';
  const places: number[] = [];
  let place = 0;
  for (const sign of original) {
    const plain = plainSign(sign);
    for (const letter of plain) {
      text += letter;
      places.push(place);
    }
    place += sign.length;
  }
  const isKept = (_: unknown, index: number) => !isSecondOfVowel(text, index);
  const letters = [...text].filter(isKept).join('');
  const left = places.filter(isKept);
  return {
    text: letters,
    span: (start, end) => ({
      start: left[start] ?? original.length,
      end: end === 0 ? 0 : (left[end] ?? original.length),
    }),
  };
}

function plainSign(sign: string): string {
  if (/\s/.test(sign) && sign !== '\n') return ' ';
  if (sign === 'ß') return 'ss';
  if (sign === 'œ') return 'oe';
  if (/[–—−]/.test(sign)) return '-';
  const plain = sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.length === 1 ? plain : ' ';
}

function isSecondOfVowel(text: string, index: number): boolean {
  return (
    text[index] === 'e' &&
    /[aou]/.test(text[index - 1] ?? '') &&
    /[a-z]/.test(text[index + 1] ?? '') &&
    !/[aeq]/.test(text[index - 2] ?? '')
  );
}
