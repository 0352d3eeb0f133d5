import { expect, test } from 'vitest';
import type { FileOutcome, OwnedFile } from '../../../features/invoice/web/upload/send-file.ts';
import { sendUploads } from './send-uploads.ts';

const files = ['a', 'b', 'c'].map(
  (key): OwnedFile => ({
    owner: '1/7',
    key,
    file: new File([key], key),
    sentWith: { clientId: null, start: null },
  }),
);
const taken: FileOutcome = { state: 'taken' };
const refusal: FileOutcome = { state: 'refused', reason: 'Keine Rechnung', duplicate: null };
const unanswered = { state: 'unanswered', file: new File([], 'a') } as const;

/** Sends with these outcomes by key; returns the keys that were sent, and the number of those taken. */
async function sent(outcomes: Readonly<Record<string, FileOutcome>>, refused = new Set<string>()) {
  const keys: string[] = [];
  const count = await sendUploads(files, refused, async ({ key }) => {
    keys.push(key);
    return outcomes[key] ?? taken;
  });
  return { keys, count };
}

test('MOB-04 files that wait are sent in their order', async () => {
  expect(await sent({})).toEqual({ keys: ['a', 'b', 'c'], count: 3 });
});

test.each([
  ['one has no answer', unanswered],
  ['the person has logged out', { state: 'left' }],
] as const)('MOB-04 the others wait on when %s', async (_, outcome) => {
  expect(await sent({ b: outcome })).toEqual({ keys: ['a', 'b'], count: 1 });
});

test('MOB-02 a refused file holds up no other, and is not sent again by this page', async () => {
  const refused = new Set<string>();
  expect(await sent({ a: refusal }, refused)).toEqual({ keys: ['a', 'b', 'c'], count: 2 });
  expect(refused).toEqual(new Set(['a']));
  expect((await sent({}, refused)).keys).toEqual(['b', 'c']);
});
