import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '../../../base/language.ts';
import { loadChunk } from '../../../platform/web/chunk.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { type ManualSection, sectionsOf } from '../manual-search.ts';
import { type ManualPageId, manualPages } from '../pages.ts';

/** The manual is written in these; who reads another language gets the English one (ONB-07). */
export type ManualLanguage = 'de' | 'en';

export interface Manual {
  readonly language: ManualLanguage;
  readonly texts: Readonly<Record<ManualPageId, string>>;
  readonly sections: readonly ManualSection[];
}

export function manualLanguage(language: Language): ManualLanguage {
  return language === 'de' ? 'de' : 'en';
}

/** The manual in the reader's language; null while it comes. What does not come is thrown (NAV-23). */
export function useManual(): Manual | null {
  const { data } = useQuery({ ...manualOptions(manualLanguage(useLanguage())), throwOnError: true });
  return data ?? null;
}

/** The same where there is more than the manual: null as well while nobody asks, and where it does not come. */
export function useManualIfAsked(isAsked: boolean): Manual | null {
  const { data } = useQuery({ ...manualOptions(manualLanguage(useLanguage())), enabled: isAsked });
  return data ?? null;
}

function manualOptions(language: ManualLanguage) {
  return queryOptions({
    queryKey: ['manual', language],
    queryFn: () => loadManual(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const loaded = new Map<ManualLanguage, Promise<Manual>>();

/** Loads a language of the manual, once. */
function loadManual(language: ManualLanguage): Promise<Manual> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const manual = loadChunk(() =>
    language === 'de' ? import('./manual-de.ts') : import('./manual-en.ts'),
  ).then(({ files }) => manualOf(language, files));
  loaded.set(language, manual);
  // Whoever asks again after a failure tries again.
  manual.catch(() => loaded.delete(language));
  return manual;
}

function manualOf(language: ManualLanguage, files: Readonly<Record<string, string>>): Manual {
  const texts = Object.fromEntries(
    manualPages.map(({ id }) => [id, files[`../manual/${language}/${id}.md`] ?? '']),
  ) as Record<ManualPageId, string>;
  return { language, texts, sections: sectionsOf(texts) };
}
