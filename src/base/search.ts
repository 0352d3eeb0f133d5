/** What letters are written with that have no accent to take off. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
};

/** Signs and blanks of every script that people mix into names; all else is a letter or digit. */
const signs =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tabs and line ends part words, too.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u1680\u2190-\u2bff\u3000-\u303f\ufeff]+/g;

/**
 * A text as searches compare it: letters and digits alone, in lower case and without accents, one blank between words. The
 * database has the same as `app.folded` (`db/functions/lists/folded.sql`).
 */
export function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const spelled = plain.replace(/[ßæœøłđıς]/g, (letter) => plainLetters[letter] ?? letter);
  return spelled.replace(signs, ' ').trim();
}

/** As `folded`, and with `buero` as `büro` is folded: what is the same for a search is the same here. */
export function canonical(text: string): string {
  return withPlainVowels(folded(text));
}

/** `buero` as `büro` is folded. */
function withPlainVowels(text: string): string {
  return text.replace(/([aou])e/g, '$1');
}

/**
 * What a search looks into, of all texts that something is found by: a line for each of them, and all of them once more
 * with plain vowels. The database keeps the same as `search_text` (`app.search_text`).
 */
export function searchText(texts: readonly (string | null | undefined)[]): string {
  const lines = texts.map((text) => folded(text ?? '')).filter((text) => text !== '');
  const all = `\n${lines.map((line) => ` ${line} \n`).join('')}`;
  const plain = withPlainVowels(all);
  return plain === all ? all : all + plain;
}

/** A `searchText`, or a part of one, with a letter before each text, as the database keeps it as `starts_text`. */
export function withMarkedStart(searched: string): string {
  return searched.replaceAll('\n ', '\n q');
}

/** A part of a search: any of these forms must occur in what is searched. */
export type Spellings = readonly string[];

/** Shorter words are too frequent inside of others: they begin a word, such as a number or an abbreviation. */
const shortestInside = 3;

/** Each word of a search as it must occur in a `searchText`; none for a text of blanks and signs. */
export function searchedWords(text: string): readonly Spellings[] {
  return foldedWords(text).map((word) =>
    spellingsOf(word).map((form) => (form.length < shortestInside ? ` ${form}` : form)),
  );
}

function foldedWords(text: string): readonly string[] {
  const words = text.split(/\s+/).map(folded);
  return [...new Set(words)].filter((word) => word !== '');
}

function spellingsOf(word: string): Spellings {
  return [...new Set([word, withPlainVowels(word)])];
}

/**
 * Whether a search finds these texts, by the same rule by which the database finds rows: blanks ask for nothing, so that
 * all is found, and signs alone find nothing.
 */
export function finds(text: string, texts: readonly (string | null | undefined)[]): boolean {
  return findsIn(text, searchText(texts));
}

/** As `finds`, in a `searchText` that is there already. */
export function findsIn(text: string, searched: string): boolean {
  const words = searchedWords(text);
  return words.length === 0 ? text.trim() === '' : areIn(words, searched);
}

/** How well a search fits, the best first: the whole of a text, its beginning, the beginnings of words. */
export interface Fits {
  readonly whole: readonly Spellings[];
  readonly beginning: readonly Spellings[];
  readonly words: readonly Spellings[];
}

/** What must occur in a `searchText` so that the search fits it as well as that. */
export function fitsOf(text: string): Fits {
  const spellings = spellingsOf(folded(text));
  return {
    whole: [spellings.map((form) => `\n ${form} \n`)],
    beginning: [spellings.map((form) => `\n ${form}`)],
    words: foldedWords(text).map((word) => spellingsOf(word).map((form) => ` ${form}`)),
  };
}

/** From 0 for what fits best, to 3 for what is only found inside of words, and 4 for what is not found at all. */
export function rankOf(text: string, texts: readonly (string | null | undefined)[]): number {
  const searched = searchText(texts);
  const { whole, beginning, words } = fitsOf(text);
  const rank = [whole, beginning, words, searchedWords(text)].findIndex((wanted) => areIn(wanted, searched));
  return rank === -1 ? 4 : rank;
}

function areIn(words: readonly Spellings[], searched: string): boolean {
  return words.every((spellings) => spellings.some((form) => searched.includes(form)));
}

/** The parts of a text that the words of a search have found, as they stand in it. */
export function foundParts(text: string, typed: string): readonly string[] {
  const letters = [...text];
  // Where each folded character comes from.
  const places: number[] = [];
  let plain = '';
  letters.forEach((letter, place) => {
    const piece = /\p{M}/u.test(letter) ? '' : folded(letter) || ' ';
    plain += piece;
    places.push(...Array.from(piece, () => place));
  });
  return foldedWords(typed).flatMap((word) => {
    const form = spellingsOf(word).find((spelling) => plain.includes(spelling));
    if (form === undefined) return [];
    const start = plain.indexOf(form);
    return [letters.slice(places[start], (places[start + form.length - 1] ?? 0) + 1).join('')];
  });
}
