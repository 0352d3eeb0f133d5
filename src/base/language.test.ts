import { describe, expect, it } from 'vitest';
import { formatTag, isLanguage, languageFacts, languageNameFor, languages, languageTag } from './language.ts';

describe('I18N-01 the languages', () => {
  it('the default is the first to choose from', () => expect(languages[0]).toBe('de'));

  it('Italian, Czech and Slovak carry the mark "beta", German and English do not', () => {
    for (const language of ['it', 'cz', 'sk'] as const) expect(languageFacts[language].isBeta).toBe(true);
    for (const language of ['de', 'en'] as const) expect(languageFacts[language].isBeta ?? false).toBe(false);
  });

  it('the stored key of Czech has the tag that programs know', () => {
    expect([languageTag('cz'), formatTag('cz'), isLanguage('cz'), isLanguage('cs')]).toEqual([
      'cs',
      'cs',
      true,
      false,
    ]);
  });

  it('English is written as in Great Britain', () => {
    expect([languageTag('en'), formatTag('en')]).toEqual(['en', 'en-GB']);
  });

  it('each has a name in itself and for every reader', () => {
    expect(languages.map((language) => languageFacts[language].name)).toEqual(
      expect.arrayContaining(['Deutsch', 'Čeština']),
    );
    expect(languageNameFor('de', 'cz')).toBe('Tschechisch');
    expect(languageNameFor('en', 'cz')).toBe('Czech');
  });
});
