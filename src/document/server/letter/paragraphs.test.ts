import { expect, it } from 'vitest';
import type { PreparedPicture } from '../../../platform/server/files/picture.ts';
import { mm } from '../../../platform/server/pdf/page.ts';
import type { Typesetter } from '../../../platform/server/pdf/typesetter.ts';
import { closingLines } from './paragraphs.ts';

const set = { wrap: (text: string) => [text], lineHeight: () => 12 } as unknown as Typesetter;
const letter = {
  closing: { greeting: 'Mit freundlichen Grüßen', name: 'Sabine Roth' },
  sender: 'Musterwerk AG',
};
const gapAboveName = (signature: PreparedPicture | null, isSignedByHand?: boolean) =>
  closingLines(set, letter, signature, isSignedByHand).at(-1)?.gap;

it('CON-31 a letter that is signed by hand leaves 20 mm for the signature, unless it has a picture of one', () => {
  expect(gapAboveName(null, true)).toBe(20 * mm);
  expect(gapAboveName(null)).toBe(3 * mm);
  expect(gapAboveName({} as PreparedPicture, true)).toBe(1 * mm);
});
