import { beforeEach, expect, test, vi } from 'vitest';
import { startWaiting } from '../../src/features/invoice/web/upload/received.ts';

let waiting: number[] = [];
const started: number[] = [];

vi.mock('../../src/platform/web/api.ts', () => ({
  gql: async (_query: string, { after, limit }: { after: number; limit: number }) => ({
    invoice: waiting
      .filter((id) => id > after)
      .slice(0, limit)
      .map((id) => ({ id })),
  }),
  rest: async (path: string) => {
    started.push(Number(path.split('/')[3]));
  },
}));

beforeEach(() => {
  started.length = 0;
});

test('REC-01 a stack longer than its list starts all waiting invoices, with their number', async () => {
  waiting = Array.from({ length: 450 }, (_, place) => place + 1);
  expect(await startWaiting(7)).toBe(450);
  expect(started).toEqual(waiting);
});

test('REC-01 a stack that ends with its list is started once', async () => {
  waiting = Array.from({ length: 200 }, (_, place) => place + 1);
  expect(await startWaiting(7)).toBe(200);
  expect(started).toHaveLength(200);
});
