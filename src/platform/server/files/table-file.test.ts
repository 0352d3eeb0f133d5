import { expect, test } from 'vitest';
import { Refused } from '../../../base/refusal.ts';
import { atMost } from './table-file.ts';

async function* batches(...sizes: readonly number[]) {
  for (const size of sizes) yield Array.from({ length: size }, (_, place) => [String(place)]);
}

async function taken(rows: ReturnType<typeof atMost>): Promise<number> {
  let count = 0;
  for await (const some of rows) count += some.length;
  return count;
}

test('EXP-17 a workbook takes as many rows as a sheet holds', async () => {
  expect(await taken(atMost(batches(2, 0, 3), 5))).toBe(5);
});

test('EXP-17 a row more is refused with the limit, and nothing is cut', async () => {
  const refused = await taken(atMost(batches(2, 3, 1), 5)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ refusal: { code: 'table_too_many_rows', values: { max: 5 } } });
});
