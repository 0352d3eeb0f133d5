import { expect, test } from 'vitest';
import { isHeic } from './heic.ts';

const startingWith = (text: string): Blob => new Blob([`\u0000\u0000\u0000\u0018${text}\u0000\u0000`]);

test.each([
  ['a photo of an iPhone', 'ftypheic', true],
  ['a photo with several pictures', 'ftypmif1', true],
  ['an AVIF, which browsers read', 'ftypavif', false],
  ['a video', 'ftypisom', false],
  ['a PDF', '-1.7 abc', false],
  ['nothing', '', false],
])('MOB-02 a HEIC photo is known by its bytes: %s', async (_, text, is) => {
  expect(await isHeic(startingWith(text))).toBe(is);
});
