import { expect, test } from 'vitest';
import { keptOnce } from './kept-once.ts';

test('JOB-05 a failed value is made again, a successful one only once', async () => {
  let asked = 0;
  const read = keptOnce(async () => {
    asked += 1;
    if (asked === 1) throw new Error('gone');
    return asked;
  });
  await expect(Promise.all([read(), read()])).rejects.toThrow('gone');
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  expect(await read()).toBe(2);
});
