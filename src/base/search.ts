/** Replacements for letters without a removable accent. */
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

/** Punctuation and blanks of every script; everything else is a letter or digit. */
const signs =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tabs and line ends separate words, too.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u1680\u2190-\u2bff\u3000-\u303f\ufeff]+/g;

/**
 * A text as compared by searches: letters and digits only, in lower case and without accents, one blank between
 * words. Same as `app.folded` in the database (`db/functions/lists/folded.sql`).
 */
export function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const spelled = plain.replace(/[ßæœøłđıς]/g, (letter) => plainLetters[letter] ?? letter);
  return spelled.replace(signs, ' ').trim();
}

/** As `folded`, with `buero` treated as `büro`: equal for a search means equal here. */
export function canonical(text: string): string {
  return withPlainVowels(folded(text));
}

/** Treats `buero` as `büro`. */
function withPlainVowels(text: string): string {
  return text.replace(/([aou])e/g, '$1');
}

/**
 * The searched form of all texts of a record: a line for each, and all of them again with plain vowels if different.
 * The database stores the same as `search_text` (`app.search_text`).
 */
export function searchText(texts: readonly (string | null | undefined)[]): string {
  const lines = texts.map((text) => folded(text ?? '')).filter((text) => text !== '');
  const all = `\n${lines.map((line) => ` ${line} \n`).join('')}`;
  const plain = withPlainVowels(all);
  return plain === all ? all : all + plain;
}

/** A `searchText`, or a part of one, with a letter before each text, as stored by the database in `starts_text`. */
export function withMarkedStart(searched: string): string {
  return searched.replaceAll('\n ', '\n q');
}

/** A part of a search: one of these forms must occur in the searched text. */
export type Spellings = readonly string[];

/** Shorter words occur too often inside others: they must begin a word, such as a number or an abbreviation. */
const shortestInside = 3;

/** The forms of each search word in a `searchText`; empty for blanks and punctuation. */
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
 * Whether a search matches these texts, by the same rule as in the database: blanks match everything, punctuation
 * alone nothing.
 */
export function finds(text: string, texts: readonly (string | null | undefined)[]): boolean {
  return findsIn(text, searchText(texts));
}

/** As `finds`, for a given `searchText`. */
export function findsIn(text: string, searched: string): boolean {
  const words = searchedWords(text);
  return words.length === 0 ? text.trim() === '' : areIn(words, searched);
}

/** Conditions for how well a search fits, best first: a whole text, its beginning, beginnings of words. */
export interface Fits {
  readonly whole: readonly Spellings[];
  readonly beginning: readonly Spellings[];
  readonly words: readonly Spellings[];
}

/** What must occur in a `searchText` for each degree of fit. */
export function fitsOf(text: string): Fits {
  const spellings = spellingsOf(folded(text));
  return {
    whole: [spellings.map((form) => `\n ${form} \n`)],
    beginning: [spellings.map((form) => `\n ${form}`)],
    words: foldedWords(text).map((word) => spellingsOf(word).map((form) => ` ${form}`)),
  };
}

/** From 0 for the best fit, to 3 for matches inside words only, and 4 for no match. */
export function rankOf(text: string, texts: readonly (string | null | undefined)[]): number {
  const searched = searchText(texts);
  const { whole, beginning, words } = fitsOf(text);
  const rank = [whole, beginning, words, searchedWords(text)].findIndex((wanted) => areIn(wanted, searched));
  return rank === -1 ? 4 : rank;
}

function areIn(words: readonly Spellings[], searched: string): boolean {
  return words.every((spellings) => spellings.some((form) => searched.includes(form)));
}

/** The parts of a text matched by the words of a search, as written in it. */
export function foundParts(text: string, typed: string): readonly string[] {
  const letters = [...text];
  // The origin of each folded character.
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
