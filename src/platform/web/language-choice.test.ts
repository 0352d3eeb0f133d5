import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language-choice.ts';

describe('I18N-03 order of language choice', () => {
  it.each([
    ['en', 'it', 'cz', 'en'],
    [null, 'it', 'cz', 'it'],
    [null, null, 'cz', 'cz'],
    [null, null, null, 'de'],
    ['xx', 'yy', 'sk', 'sk'],
  ])('stored %j, person %j, tenant %j: %s', (stored, ofPerson, ofTenant, language) => {
    expect(chooseLanguage(stored, ofPerson, ofTenant)).toBe(language);
  });
});
