import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 Byte'],
  [999, '999 Byte'],
  [3_440_000, '3,4 MB'],
  [123_456_789, '123 MB'],
  [52_000_000_000, '52 GB'],
])('ARC-05 shows %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes, 'de').replaceAll(/\s/g, ' ')).toBe(text);
});
