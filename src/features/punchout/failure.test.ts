import { describe, expect, test } from 'vitest';
import { languages } from '../../base/language.ts';
import { text } from '../../platform/server/texts.ts';
import { failureOf, punchoutFailures } from './failure.ts';

const page = 'https://shop.example/start';

describe('PUN-04 PUN-13 what the answer of a shop to a set-up means', () => {
  test.each([
    ['200', 'OK', page, null],
    ['201', 'Created', page, null],
    ['200', 'OK', null, 'punchout_no_start_url'],
    ['200', 'OK', 'javascript:alert(1)', 'punchout_no_start_url'],
    ['401', 'Unauthorized', null, 'punchout_invalid_credentials'],
    ['403', 'Forbidden', null, 'punchout_invalid_credentials'],
    ['401', 'The domain kontor.example is not enabled', null, 'punchout_domain_not_enabled'],
    ['500', 'Domäne nicht freigeschaltet', null, 'punchout_domain_not_enabled'],
    ['500', 'Internal Server Error', page, 'punchout_failed'],
    ['', '', null, 'punchout_failed'],
  ] as const)('%s %s, start page %s: %s', (code, words, startPage, failure) => {
    expect(failureOf({ code, text: words }, startPage)).toBe(failure);
  });
});

test('ERR-10 PUN-13 the eight messages of punch-out and that of a blocked window are told apart in every language', () => {
  expect(punchoutFailures).toHaveLength(8);
  const keys = [...punchoutFailures, 'punchout_popup_blocked'].map((code) => `error.${code}`);
  for (const language of languages) {
    const texts = keys.map((key) => text(language, key));
    expect(texts.filter((each) => each.startsWith('error.') || each.includes('{{'))).toEqual([]);
    expect(new Set(texts).size).toBe(9);
  }
});
