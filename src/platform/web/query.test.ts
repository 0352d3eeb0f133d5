import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from './query.ts';

const queryKey = ['received'];
afterEach(() => queryClient.clear());

/** A reading that answers when it is told to, in any order. */
function heldReading() {
  const answers: ((rows: readonly string[]) => void)[] = [];
  const read = vi.fn(() => new Promise<readonly string[]>((resolve) => answers.push(resolve)));
  return { read, answer: (place: number, rows: readonly string[]) => answers[place]?.(rows) };
}

test('REC-01 what was sent before the list had come for the first time stands in it', async () => {
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

test('API-42 a first reading of something else is left alone', async () => {
  const { read, answer } = heldReading();
  const waiting = queryClient.fetchQuery({ queryKey, queryFn: read });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  await queryClient.invalidateQueries({ queryKey: ['other'] });
  answer(0, ['first']);
  expect(await waiting).toEqual(['first']);
  expect(read).toHaveBeenCalledTimes(1);
});
