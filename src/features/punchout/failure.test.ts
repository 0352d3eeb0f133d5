import { describe, expect, test } from 'vitest';
import { languages } from '../../base/language.ts';
import { text } from '../../platform/server/texts.ts';
import { readAnswer } from './cxml/read-answer.ts';
import { failureOf, punchoutFailures } from './failure.ts';

const answer = (code: string, text: string, detail = '', startPage = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/cXML.dtd">
<cXML payloadID="1" timestamp="2026-01-01T00:00:00Z"><Response><Status code="${code}" text="${text}">${detail}</Status>${
    startPage &&
    `<PunchOutSetupResponse><StartPage><URL>${startPage}</URL></StartPage></PunchOutSetupResponse>`
  }</Response></cXML>`;

const failureIn = (message: string) => {
  const reading = readAnswer(message);
  if (!reading.ok) throw new Error('no answer');
  return failureOf(reading.status, reading.startPage);
};

describe("PUN-04 meaning of a shop's answer to a set-up", () => {
  test('a start page lets the person in', () => {
    const message = answer('200', 'OK', '', 'https://shop.example/start?a=1&amp;b=2');
    expect(readAnswer(message)).toMatchObject({ startPage: 'https://shop.example/start?a=1&b=2' });
    expect(failureIn(message)).toBeNull();
    expect(failureIn(answer('200', 'OK, your domain is welcome', '', 'https://shop.example/'))).toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['a script', 'javascript:alert(1)'],
    ['text without address', 'start'],
  ])('%s instead of a start URL: cannot be started', (_, startPage) => {
    expect(failureIn(answer('200', 'OK', '', startPage))).toBe('punchout_no_start_url');
  });

  test.each(['401', '403'])('status %s: invalid credentials', (code) => {
    expect(failureIn(answer(code, 'Unauthorized', 'Invalid shared secret'))).toBe(
      'punchout_invalid_credentials',
    );
  });

  test.each([
    ['400', 'The domain kontor.example is not enabled for this account', ''],
    ['401', 'Unauthorized', 'Domain kontor.example is not allowed'],
    ['406', 'Not Acceptable', 'Die Domäne ist nicht freigeschaltet'],
    ['500', 'Error', 'unknown e-mail domain'],
    ['200', 'OK', 'The domain is not enabled'],
  ])('%s %s %s: the domain is not enabled', (code, text, detail) => {
    expect(failureIn(answer(code, text, detail))).toBe('punchout_domain_not_enabled');
  });

  test.each(['400', '500', '', '2x'])('any other answer, status "%s": general error or no start', (code) => {
    const failure = failureIn(answer(code, 'Something'));
    expect(failure).toBe(code.startsWith('2') ? 'punchout_no_start_url' : 'punchout_failed');
  });
});

test('ERR-10 PUN-13 the eight punch-out messages and that of a blocked window differ in every language', () => {
  expect(punchoutFailures).toHaveLength(8);
  const keys = [...punchoutFailures, 'punchout_popup_blocked'].map((code) => `error.${code}`);
  for (const language of languages) {
    const texts = keys.map((key) => text(language, key));
    expect(texts.filter((each) => each.startsWith('error.') || each.includes('{{'))).toEqual([]);
    expect(new Set(texts).size).toBe(9);
  }
});
