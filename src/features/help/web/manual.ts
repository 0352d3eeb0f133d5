import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '../../../base/language.ts';
import { fallbackLanguages } from '../../../platform/constants.ts';
import { loadChunk } from '../../../platform/web/chunk.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { type ManualSection, sectionsOf } from '../manual-search.ts';
import { type ManualPageId, manualPages } from '../pages.ts';

/** Manuals by language; other languages use the fallback language (ONB-07). */
const files: Partial<Record<Language, () => Promise<{ readonly files: Readonly<Record<string, string>> }>>> =
  {
    de: () => import('./manual-de.ts'),
    en: () => import('./manual-en.ts'),
  };

export interface Manual {
  readonly language: Language;
  readonly texts: Readonly<Record<ManualPageId, string>>;
  readonly sections: readonly ManualSection[];
}

/** The manual's language for a reader's language. */
export function manualLanguage(language: Language): Language {
  return files[language] === undefined ? fallbackLanguages[0] : language;
}

/** The manual in the reader's language; null while loading. Throws on failure (NAV-23). */
export function useManual(): Manual | null {
  const { data } = useQuery({ ...manualOptions(manualLanguage(useLanguage())), throwOnError: true });
  return data ?? null;
}

function manualOptions(language: Language) {
  return queryOptions({
    queryKey: ['manual', language],
    queryFn: () => loadManual(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const loaded = new Map<Language, Promise<Manual>>();

/** Loads the manual of a language, once. */
export function loadManual(language: Language): Promise<Manual> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const load = files[language];
  if (load === undefined) throw new Error(`there is no manual in ${language}`);
  const manual = loadChunk(load).then((chunk) => manualOf(language, chunk.files));
  loaded.set(language, manual);
  // Allows a retry after a failure.
  manual.catch(() => loaded.delete(language));
  return manual;
}

function manualOf(language: Language, sources: Readonly<Record<string, string>>): Manual {
  const texts = Object.fromEntries(
    manualPages.map(({ id }) => [id, sources[`../../../../manual/${language}/${id}.md`] ?? '']),
  ) as Record<ManualPageId, string>;
  return { language, texts, sections: sectionsOf(texts) };
}
