import { expect, test } from 'vitest';
import { loggedResponse } from './log-words.ts';

const t = (key: string) => `<${key}>`;

test.each([
  ['returned', '<punchout.logged.returned>'],
  ['cancelled', '<punchout.logged.cancelled>'],
  ['too_slow', '<punchout.silence.too_slow>'],
  ['<cXML/>', '<cXML/>'],
  ['200 OK', '200 OK'],
  [null, null],
  [undefined, undefined],
])('PUN-09 I18N-01 the log shows %s as %s', (response, shown) => {
  expect(loggedResponse({ id: 1, response }, t)).toEqual({ id: 1, response: shown });
});
