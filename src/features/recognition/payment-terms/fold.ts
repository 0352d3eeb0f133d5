/** A text in one spelling, whose letters still know their place. */
export interface Folded {
  readonly text: string;
  /** The part of the original that a part of the folded text stands for. */
  readonly span: (start: number, end: number) => { readonly start: number; readonly end: number };
}

/**
 * Small letters without accents, with "ae", "oe" and "ue" written as the vowels they stand for, so that "fällig",
 * "faellig" and a scan's "fallig" are one word. An "ue" that ends its word is none ("due").
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
