import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { causeOfText, causeText, traceparentOf } from './cause.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('a cause as text', () => {
  test.each([
    ['with a trace', traceparent],
    ['without', null],
  ])('comes back the same: %s', (_, trace) => {
    const cause = { requestId: randomUUID(), traceparent: trace };
    expect(causeOfText(causeText(cause))).toEqual(cause);
  });

  test('is empty without a cause', () => expect(causeText(undefined)).toBe(''));

  test.each([undefined, null, 1, '', 'job 1', `${randomUUID()}0`, `x${randomUUID()}`])(
    'is none: %s',
    (text) => expect(causeOfText(text)).toBeNull(),
  );
});

test('a traceparent has the form of W3C Trace Context, version 00', () => {
  expect(traceparentOf(traceparent)).toBe(traceparent);
  const wrong = [
    `${traceparent}-x`,
    traceparent.toUpperCase(),
    traceparent.replace('00-', 'ff-'),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    ` ${traceparent}`,
    [traceparent],
    undefined,
  ];
  expect(wrong.map(traceparentOf)).toEqual(wrong.map(() => null));
});
