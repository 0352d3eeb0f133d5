import { describe, expect, it } from 'vitest';
import { formatTag, isLanguage, languageFacts, languageNameFor, languages, languageTag } from './language.ts';

describe('I18N-01 the languages', () => {
  it('the default comes first', () => expect(languages[0]).toBe('de'));

  it('Italian, Czech and Slovak are marked "beta", German and English are not', () => {
    for (const language of ['it', 'cz', 'sk'] as const) expect(languageFacts[language].isBeta).toBe(true);
    for (const language of ['de', 'en'] as const) expect(languageFacts[language].isBeta ?? false).toBe(false);
  });

  it('the stored key of Czech has the standard tag', () => {
    expect([languageTag('cz'), formatTag('cz'), isLanguage('cz'), isLanguage('cs')]).toEqual([
      'cs',
      'cs',
      true,
      false,
    ]);
  });

  it('English has British formats', () => {
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
