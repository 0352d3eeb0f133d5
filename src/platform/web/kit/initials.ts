/** At most two letters: of the first and the last word that is a name ("Dr. Katrin Lorenz" gives KL). */
export function initialsOf(name: string): string {
  const local = name.includes('@') ? (name.split('@')[0] ?? '').replaceAll(/[._-]+/g, ' ') : name;
  const words = local.split(/\s+/).filter((word) => /^\p{L}/u.test(word) && !word.endsWith('.'));
  const first = words[0] ?? local;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase();
}

/** One of five colours, stable per name. */
export function shadeOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % 5;
}

function firstLetter(word: string): string {
  return [...word][0] ?? '';
}
