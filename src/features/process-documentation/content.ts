import type { Facts } from './facts.ts';
import { flowBlocks } from './flow-blocks.ts';
import { generalBlocks } from './general-blocks.ts';
import { historyBlocks } from './history-blocks.ts';
import {
  type Block,
  type Chapter,
  type ChapterKey,
  type DocumentationLanguage,
  type DocumentedPart,
  type Part,
  type Past,
  parts,
} from './model.ts';
import { rightsBlocks } from './rights-blocks.ts';
import { systemBlocks } from './system-blocks.ts';
import type { Words } from './words.ts';

/** Modules of chapters; chapters of a switched-off module are omitted. */
const modules: Readonly<Partial<Record<ChapterKey, string>>> = {
  procurement: 'module_procurement',
  invoice: 'module_invoice',
  contract: 'module_contract',
};

/** The whole documentation in one language, generated from the settings (ARC-06). */
export function documentedParts(
  facts: Facts,
  lang: DocumentationLanguage,
  words: Words,
  past: Past,
): readonly DocumentedPart[] {
  return (Object.keys(parts) as Part[]).map((part, index) => {
    const shown = parts[part].filter((key) => {
      const module = modules[key];
      return module === undefined || facts.settings[module] === true;
    });
    return {
      key: part,
      number: String(index + 1),
      title: words.of(`part.${part}`),
      chapters: shown.map((key, place) =>
        chapterOf({ facts, lang, words, past }, key, `${index + 1}.${place + 1}`),
      ),
    };
  });
}

interface Source {
  readonly facts: Facts;
  readonly lang: DocumentationLanguage;
  readonly words: Words;
  readonly past: Past;
}

function chapterOf({ facts, lang, words, past }: Source, key: ChapterKey, number: string): Chapter {
  const own = facts.texts.find((text) => text.chapter === key && text.lang === lang);
  return {
    key,
    number,
    title: words.of(`chapter.${key}.title`),
    text: own?.content ?? usualText(facts, words, key),
    isOwn: own !== undefined,
    blocks: blocksOf(facts, words, past, key),
  };
}

/** Default text of a chapter. */
export function usualText(facts: Facts, words: Words, key: ChapterKey): string {
  return words.of(`chapter.${key}.text`, { company: facts.tenant.name, program: facts.program });
}

function blocksOf(facts: Facts, words: Words, past: Past, key: ChapterKey): readonly Block[] {
  switch (key) {
    case 'company':
    case 'organisation':
    case 'modules':
      return generalBlocks[key](facts, words);
    case 'procurement':
    case 'invoice':
      return flowBlocks[key](facts, words);
    case 'roles':
    case 'limits':
      return rightsBlocks[key](facts, words);
    case 'interfaces':
    case 'retention':
    case 'controls':
      return systemBlocks[key](facts, words);
    case 'changes':
      return historyBlocks(past, words);
    default:
      return [];
  }
}
