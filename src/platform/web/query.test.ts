import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from './query.ts';

const queryKey = ['received'];
afterEach(() => queryClient.clear());

/** A query answered on demand, in any order. */
function heldReading() {
  const answers: ((rows: readonly string[]) => void)[] = [];
  const read = vi.fn(() => new Promise<readonly string[]>((resolve) => answers.push(resolve)));
  return { read, answer: (place: number, rows: readonly string[]) => answers[place]?.(rows) };
}

test('REC-01 a record sent before the list has first loaded appears in it', async () => {
  const { read, answer } = heldReading();
  const waiting = queryClient.fetchQuery({ queryKey, queryFn: read });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  void queryClient.invalidateQueries({ queryKey });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  answer(0, []);
  answer(1, ['stack.pdf']);
  expect(await waiting).toEqual(['stack.pdf']);
  expect(queryClient.getQueryData(queryKey)).toEqual(['stack.pdf']);
});

test('API-42 a first query of something else is not restarted', async () => {
  const { read, answer } = heldReading();
  const waiting = queryClient.fetchQuery({ queryKey, queryFn: read });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  await queryClient.invalidateQueries({ queryKey: ['other'] });
  answer(0, ['first']);
  expect(await waiting).toEqual(['first']);
  expect(read).toHaveBeenCalledTimes(1);
});
