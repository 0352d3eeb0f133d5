import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import { type Language, languages, languageTag } from '../../base/language.ts';
import { chooseLanguage } from './language-choice.ts';

const storageKey = 'lang';
const fallbacks: readonly Language[] = ['en', 'de'];

const files = import.meta.glob<Record<string, unknown>>('../../../locales/*.json', { import: 'default' });
const loaded = new Set<Language>();
const listeners = new Set<() => void>();
let current: Language = 'de';

/** The texts of the product. Components use `useTranslation()`; this instance is for code outside of them. */
export const i18n = createInstance();

/** Starts with the stored language, else German; `adoptLanguage` follows once the person is known. */
export async function startI18n(): Promise<void> {
  await i18n.use(initReactI18next).init({
    resources: {},
    fallbackLng: fallbacks.map(languageTag),
    interpolation: { escapeValue: false, prefix: '{{', suffix: '}}' },
    returnNull: false,
    saveMissing: true,
    saveMissingTo: 'current',
    missingKeyHandler: () => {
      void Promise.all(fallbacks.map(load));
    },
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  await show(chooseLanguage(localStorage.getItem(storageKey)));
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) void show(chooseLanguage(event.newValue));
  });
}

/** The person chose a language: kept in this browser, shown at once (I18N-02). */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await show(language);
}

/** What the person and the tenant have set counts while nothing was chosen in this browser (I18N-03). */
export async function adoptLanguage(ofPerson: string | null, ofTenant: string | null): Promise<void> {
  await show(chooseLanguage(localStorage.getItem(storageKey), ofPerson, ofTenant));
}

export function currentLanguage(): Language {
  return current;
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function show(language: Language): Promise<void> {
  await load(language);
  await i18n.changeLanguage(languageTag(language));
  current = language;
  document.documentElement.lang = languageTag(language);
  for (const listener of listeners) listener();
}

/** Loads the texts of all languages, for what may be written in any of them, such as the head of a CSV file. */
export async function loadAllLanguages(): Promise<void> {
  await Promise.all(languages.map(load));
}

async function load(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const texts = await files[`../../../locales/${language}.json`]?.();
  if (texts === undefined) return;
  loaded.add(language);
  i18n.addResourceBundle(languageTag(language), 'translation', texts);
}
