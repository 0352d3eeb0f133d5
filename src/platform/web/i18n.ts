import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import { type Language, languages, languageTag } from '../../base/language.ts';
import { defaultLanguage, fallbackLanguages } from '../constants.ts';
import { numberInText } from '../number-in-text.ts';
import { chooseLanguage } from './language-choice.ts';
import { createSignal } from './signal.ts';
import { browserStore } from './store.ts';
import type { TextPart, Texts } from './text-parts.ts';

const storageKey = 'lang';

type TextFile = () => Promise<Texts>;

const files: Readonly<Record<TextPart, Readonly<Record<string, TextFile>>>> = {
  first: import.meta.glob<Texts>('../../../locales/*.json', { import: 'default', query: '?first' }),
  later: import.meta.glob<Texts>('../../../locales/*.json', { import: 'default', query: '?later' }),
};
/** Loaded or loading texts, by file. */
const loading = new Map<TextFile, Promise<void>>();
/** True once a page beyond the first ones was requested. */
let needsAllTexts = false;
const changes = createSignal();
let current: Language = defaultLanguage;

/** The texts of the product. Components use `useTranslation()`; this instance is for code outside of components. */
export const i18n = createInstance();

/** Starts with the stored language, else that of the session; `adoptLanguage` follows once the person is loaded. */
export async function startI18n(ofSession: string | null): Promise<void> {
  await i18n
    .use(initReactI18next)
    .use(numberInText)
    .init({
      resources: {},
      fallbackLng: fallbackLanguages.map(languageTag),
      interpolation: { escapeValue: false, alwaysFormat: true, prefix: '{{', suffix: '}}' },
      returnNull: false,
      saveMissing: true,
      saveMissingTo: 'current',
      missingKeyHandler: () => {
        void Promise.all([current, ...fallbackLanguages].map(loadBothParts));
      },
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  await show(chooseLanguage(browserStore.get(storageKey), ofSession));
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) void show(chooseLanguage(event.newValue));
  });
}

/** The person chose a language: stored in this browser and shown at once (I18N-02). */
export async function setLanguage(language: Language): Promise<void> {
  browserStore.set(storageKey, language);
  await show(language);
}

/** Languages of person and tenant apply while none was chosen in this browser (I18N-03). */
export async function adoptLanguage(ofPerson: string | null, ofTenant: string | null): Promise<void> {
  await show(chooseLanguage(browserStore.get(storageKey), ofPerson, ofTenant));
}

export function currentLanguage(): Language {
  return current;
}

export function useLanguage(): Language {
  return useSyncExternalStore(changes.subscribe, currentLanguage);
}

async function show(language: Language): Promise<void> {
  await (needsAllTexts ? loadBothParts(language) : load(language, 'first'));
  await i18n.changeLanguage(languageTag(language));
  current = language;
  document.documentElement.lang = languageTag(language);
  changes.notify();
  // A page that needs all texts may have been requested meanwhile.
  if (needsAllTexts) await loadBothParts(language);
}

/** Loads the remaining texts of the current language, and complete languages from now on. */
export async function loadAllTexts(): Promise<void> {
  needsAllTexts = true;
  await loadBothParts(current);
}

/** Loads the texts of all languages, for input in any of them, such as the head of a CSV file. */
export async function loadAllLanguages(): Promise<void> {
  await Promise.all(languages.map(loadBothParts));
}

async function loadBothParts(language: Language): Promise<void> {
  await Promise.all([load(language, 'first'), load(language, 'later')]);
}

async function load(language: Language, part: TextPart): Promise<void> {
  const file = files[part][`../../../locales/${language}.json`];
  if (file === undefined) return;
  const known = loading.get(file);
  if (known !== undefined) return known;
  const loaded = file().then((texts) => {
    i18n.addResourceBundle(languageTag(language), 'translation', texts, true);
  });
  loading.set(file, loaded);
  // Allows another attempt after a failure.
  loaded.catch(() => loading.delete(file));
  await loaded;
}
