import { diagramBlocks } from './diagram-blocks.ts';
import type { Facts, Proofs } from './facts.ts';
import { flowBlocks } from './flow-blocks.ts';
import { gapsOf } from './gaps.ts';
import { generalBlocks } from './general-blocks.ts';
import { historyBlocks } from './history-blocks.ts';
import {
  type Block,
  type Chapter,
  type ChapterKey,
  chapterKeys,
  type DocumentationLanguage,
  type DocumentedPart,
  type Gap,
  gapChapters,
  type Part,
  type Past,
  parts,
  type TextKey,
} from './model.ts';
import { proofBlocks } from './proof-blocks.ts';
import { rightsBlocks } from './rights-blocks.ts';
import { systemBlocks } from './system-blocks.ts';
import type { Words } from './words.ts';

/** Modules of chapters; chapters of a switched-off module are omitted. */
const modules: Readonly<Partial<Record<ChapterKey, string>>> = {
  procurement: 'module_procurement',
  scanning: 'module_invoice',
  invoice: 'module_invoice',
  contract: 'module_contract',
};

/** The whole documentation in one language, generated from the settings (ARC-06). */
export function documentedParts(
  facts: Facts,
  lang: DocumentationLanguage,
  words: Words,
  past: Past,
  proofs: Proofs,
): readonly DocumentedPart[] {
  return (Object.keys(parts) as Part[]).map((part, index) => {
    const shown = parts[part].filter((key) => isShown(facts, key));
    return {
      key: part,
      number: String(index + 1),
      title: words.of(`part.${part}`),
      chapters: shown.map((key, place) =>
        chapterOf({ facts, lang, words, past, proofs }, key, `${index + 1}.${place + 1}`),
      ),
    };
  });
}

function isShown({ settings }: Facts, key: ChapterKey): boolean {
  const module = modules[key];
  return module === undefined || settings[module] === true;
}

/** Open and explained gaps in the chapters that are shown. */
export function shownGaps(
  facts: Facts,
  lang: DocumentationLanguage,
  words: Words,
  proofs: Proofs,
): readonly Gap[] {
  return gapsOf(facts, lang, words, proofs).filter(({ key }) => isShown(facts, gapChapters[key]));
}

interface Source {
  readonly facts: Facts;
  readonly lang: DocumentationLanguage;
  readonly words: Words;
  readonly past: Past;
  readonly proofs: Proofs;
}

function chapterOf(source: Source, key: ChapterKey, number: string): Chapter {
  const { facts, lang, words } = source;
  const own = facts.texts.find((text) => text.chapter === key && text.lang === lang);
  return {
    key,
    number,
    title: words.of(`chapter.${key}.title`),
    text: own?.content ?? usualText(facts, words, key),
    isOwn: own !== undefined,
    blocks: blocksOf(source, key),
  };
}

/** Default text of a chapter; gaps have none. */
export function usualText(facts: Facts, words: Words, key: TextKey): string {
  if (!isChapter(key)) return '';
  return words.of(`chapter.${key}.text`, { company: facts.tenant.name, program: facts.program });
}

function isChapter(key: TextKey): key is ChapterKey {
  return chapterKeys.some((chapter) => chapter === key);
}

function blocksOf({ facts, lang, words, past, proofs }: Source, key: ChapterKey): readonly Block[] {
  switch (key) {
    case 'flow':
      return diagramBlocks(facts, words);
    case 'backup':
    case 'numbers':
    case 'data_access':
    case 'programs':
      return proofBlocks[key](proofs, words);
    case 'proofs':
      return proofBlocks.proofs(proofs, words, shownGaps(facts, lang, words, proofs));
    case 'glossary':
      return generalBlocks.glossary(words);
    case 'company':
    case 'organisation':
    case 'modules':
    case 'signatures':
      return generalBlocks[key](facts, words);
    case 'procurement':
    case 'invoice':
      return flowBlocks[key](facts, words);
    case 'roles':
    case 'limits':
      return rightsBlocks[key](facts, words);
    case 'system':
    case 'interfaces':
    case 'accounts':
    case 'retention':
    case 'controls':
      return systemBlocks[key](facts, words);
    case 'changes':
      return historyBlocks(past, words);
    default:
      return [];
  }
}
