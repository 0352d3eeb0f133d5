import { blockText, plainText, readManual } from './manual-text.ts';
import { isMistyped, type QuestionWord, questionWords, stemsOf, synonymsOf } from './manual-words.ts';
import { type ManualPageId, manualPages } from './pages.ts';

/** A section of a manual page, from one heading to the next. */
export interface ManualSection {
  readonly page: ManualPageId;
  /** Anchor of the heading; empty for text before the first one. */
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
  /** Its words as `stemOf` has them, with the weight of the place where they are. */
  readonly words: ReadonlyMap<string, number>;
  readonly text: string;
}

/** The sections of all pages. */
export function sectionsOf(texts: Readonly<Record<ManualPageId, string>>): readonly ManualSection[] {
  return manualPages.flatMap(({ id }) => sectionsOfPage(id, texts[id]));
}

function sectionsOfPage(page: ManualPageId, source: string): readonly ManualSection[] {
  const { title, blocks } = readManual(source);
  const parts: { anchor: string; heading: string; texts: string[] }[] = [
    { anchor: '', heading: '', texts: [] },
  ];
  for (const block of blocks) {
    if (block.kind === 'heading')
      parts.push({ anchor: block.anchor, heading: plainText(block.content), texts: [] });
    else parts.at(-1)?.texts.push(blockText(block));
  }
  return parts.map(({ anchor, heading, texts }) => ({
    page,
    anchor,
    title,
    heading,
    text: texts.join(' '),
    words: wordsOf(title, heading, texts.join(' ')),
  }));
}

/** How well a word of a section answers a word of the question. */
const fits = { same: 1, synonym: 0.8, beginning: 0.7, mistyped: 0.75, part: 0.5, partSynonym: 0.4 } as const;
/** Words in the heading of a section count most, then those in the title of its page. */
const places = { heading: 2, title: 1.3, text: 1 } as const;
/** Parts of compounds are at least this long, and not only a syllable of a long word. */
const shortestPart = 5;
const smallestShare = 0.3;

/** Sections that answer a question, the best first (ONB-07); empty without words. */
export function findInManual(
  sections: readonly ManualSection[],
  wanted: string,
  maxHits: number,
): readonly ManualSection[] {
  const terms = questionWords(wanted);
  if (terms.length === 0) return [];
  const vocabulary = [...new Set(sections.flatMap(({ words }) => [...words.keys()]))];
  const weights = terms.map((word) => fitting(word, vocabulary));
  const rarity = terms.map((_, at) => {
    const holding = sections.filter(({ words }) => bestFit(words, weights[at]) > 0).length;
    return Math.log(1 + sections.length / (1 + holding));
  });
  return sections
    .map((section) => {
      const each = weights.map((weight, at) => bestFit(section.words, weight) * (rarity[at] ?? 0));
      const met = each.filter((fit) => fit > 0).length / terms.length;
      return { section, met, score: met * each.reduce((sum, fit) => sum + fit, 0) };
    })
    .filter(({ met }) => met >= 0.5)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxHits)
    .map(({ section }) => section);
}

/** The words of the manual that fit a word of the question. */
function fitting({ stem, typed }: QuestionWord, vocabulary: readonly string[]): ReadonlyMap<string, number> {
  const others = new Set(synonymsOf(stem));
  const meant = vocabulary.includes(stem) ? [] : vocabulary.filter((word) => isMeant({ stem, typed }, word));
  if (meant.length > 0) return new Map(meant.map((word) => [word, fits.mistyped]));
  const fitOf = (word: string): number => {
    if (word === stem) return fits.same;
    if (others.has(word)) return fits.synonym;
    const [short, long] = word.length < stem.length ? [word, stem] : [stem, word];
    if (short.length >= shortestPart && long.startsWith(short)) return fits.beginning;
    if (short.length >= Math.max(shortestPart, long.length * smallestShare) && long.includes(short))
      return fits.part;
    return [...others].some((other) => other.length >= shortestPart && word.includes(other))
      ? fits.partSynonym
      : 0;
  };
  return new Map(vocabulary.map((word) => [word, fitOf(word)] as const).filter(([, value]) => value > 0));
}

function isMeant({ stem, typed }: QuestionWord, word: string): boolean {
  return isMistyped(typed, word) || isMistyped(stem, word);
}

function bestFit(words: ManualSection['words'], weights: ReadonlyMap<string, number> | undefined): number {
  let best = 0;
  for (const [word, weight] of weights ?? []) best = Math.max(best, weight * (words.get(word) ?? 0));
  return best;
}

/** The stems of a section, each with the weight of its most important place. */
function wordsOf(title: string, heading: string, text: string): ManualSection['words'] {
  return new Map([
    ...stemsOf(text).map((stem) => [stem, places.text] as const),
    ...stemsOf(title).map((stem) => [stem, places.title] as const),
    ...stemsOf(heading).map((stem) => [stem, places.heading] as const),
  ]);
}

/** Text around the first match, limited to a length. */
export function excerptOf({ text }: ManualSection, found: string | undefined): string {
  const length = 140;
  const at = found === undefined ? 0 : text.indexOf(found);
  const start = Math.max(0, at - Math.floor(length / 3));
  const begin = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const part = text.slice(begin, begin + length);
  return `${begin > 0 ? '… ' : ''}${part}${begin + length < text.length ? ' …' : ''}`;
}
