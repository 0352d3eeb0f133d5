import { expect, test } from 'vitest';
import { typedMinute, writtenMinute } from './minute.ts';

test('EXP-17 a time of day is read as it is written', () => {
  for (const minute of [0, 59, 60, 390, 1439]) expect(typedMinute(writtenMinute(minute))).toBe(minute);
  expect(writtenMinute(390)).toBe('06:30');
  for (const typed of ['', '24:00', '6:30', '06:60', 'abc']) expect(typedMinute(typed)).toBeNull();
});
