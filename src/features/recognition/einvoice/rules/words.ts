import type { Finding, Verdict } from './judge.ts';
import type { Place, RuleText, Term } from './rule.ts';

/** The texts of one language in `locales/rules/`, loaded only where a verdict is shown. */
export interface RuleWords {
  /** The word between alternative terms. */
  readonly or: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly texts: Readonly<Record<RuleText, string>>;
  /** The name of a step of a place, by its group. */
  readonly places: Readonly<Record<string, string>>;
  readonly categories: Readonly<Record<string, string>>;
  readonly terms: Readonly<Record<string, string>>;
}

/** Values that are amounts in plain notation and need formatting. */
const amounts: readonly string[] = ['stated', 'computed'];
const longestValue = 100;

/**
 * A finding as a sentence for an accountant: `Position 3: Menge (BT-129) fehlt.` Values of the document are inserted
 * verbatim but shortened; `writeAmount` formats an amount for the reader.
 */
export function sentenceOf(
  { place, text, terms, values }: Finding,
  words: RuleWords,
  writeAmount: (amount: string) => string = (amount) => amount,
): string {
  const { category = '' } = values;
  const names = terms.map((term) => nameOf(term, words));
  const sentence = filled(words.texts[text], (name) => {
    if (name === 'term') return names[0] ?? '';
    if (name === 'terms') return names.join(', ');
    if (name === 'any') return names.join(` ${words.or} `);
    if (name === 'ids') return terms.join(', ');
    if (name === 'category') return words.categories[category] ?? category;
    const value = values[name] ?? '';
    return amounts.includes(name) ? writeAmount(value) : shortened(value);
  });
  return place.length === 0 ? sentence : `${placeName(place, words)}: ${sentence}`;
}

/** A place in words, from the outer to the inner group: `Position 3, Abzug 1`. */
function placeName(place: Place, { places }: RuleWords): string {
  return place
    .map(({ group, label }) => filled(places[group] ?? '{{label}}', () => shortened(label)))
    .join(', ');
}

/** A business term by its name and number: `Rechnungsnummer (BT-1)`. */
export function nameOf(term: Term, { terms }: RuleWords): string {
  const name = terms[term];
  return name === undefined ? term : `${name} (${term})`;
}

function filled(text: string, of: (name: string) => string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => of(name));
}

function shortened(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
