import { findsIn, rankOf, searchText } from '../../base/search.ts';
import { blockText, plainText, readManual } from './manual-text.ts';
import { type ManualPageId, manualPages } from './pages.ts';

/** A section of a manual page, from one heading to the next. */
export interface ManualSection {
  readonly page: ManualPageId;
  /** Anchor of the heading; empty for text before the first one. */
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
  /** Normalised text for searching. */
  readonly searched: string;
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
    searched: searchText([title, heading, ...texts]),
  }));
}

/** Sections that contain the words, those with words in the heading first; empty without words. */
export function findInManual(
  sections: readonly ManualSection[],
  wanted: string,
  most: number,
): readonly ManualSection[] {
  if (wanted.trim() === '') return [];
  const found = sections
    .filter(({ searched }) => findsIn(wanted, searched))
    .map((section) => ({ section, rank: rankOf(wanted, [section.heading || section.title]) }));
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ section }) => section);
}

/** Text around the first match, limited to a length. */
export function excerptOf({ text }: ManualSection, found: string | undefined, length = 140): string {
  const at = found === undefined ? 0 : text.indexOf(found);
  const start = Math.max(0, at - Math.floor(length / 3));
  const begin = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const part = text.slice(begin, begin + length);
  return `${begin > 0 ? '… ' : ''}${part}${begin + length < text.length ? ' …' : ''}`;
}
