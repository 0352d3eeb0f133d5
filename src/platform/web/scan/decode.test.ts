import { describe, expect, test } from 'vitest';
import { eanPicture, qrPicture } from '../../../../tests/support/code-pictures.ts';
import { decodePicture, greyOf, turned } from './decode.ts';

describe('MOB-05 the reader of pictures', () => {
  test.each([
    'https://kontor.example/receive/42',
    'https://evil.example/receive/1',
    'OW-77120',
    'Größe 12 – 漢字',
  ])('reads the QR code of %s', (text) => {
    expect(decodePicture(qrPicture(text))).toBe(text);
  });

  test.each(['4006381333931', '0036000291452', '9783161484100'])('reads the bar code %s', (digits) => {
    // UPC-A is an EAN that begins with 0.
    expect(decodePicture(eanPicture(digits))).toBe(digits.replace(/^0/, ''));
  });

  test('reads codes turned by each quarter', () => {
    let [order, article] = [qrPicture('PO-000042'), eanPicture('4006381333931')];
    for (let quarter = 1; quarter < 4; quarter += 1) {
      [order, article] = [turned(order), turned(article)];
      expect(decodePicture(order)).toBe('PO-000042');
      expect(decodePicture(article)).toBe('4006381333931');
    }
  });

  test('finds nothing in white, in noise, and in half a code', () => {
    const { grey, width, height } = qrPicture('https://kontor.example/receive/42');
    const noise = grey.map((_, at) => (at * 7919) % 256);
    const half = grey.map((shade, at) => (at % width < width / 2 ? shade : 235));
    for (const picture of [grey.map(() => 235), noise, half])
      expect(decodePicture({ grey: picture, width, height })).toBeNull();
  });

  test('sees the pixels of a canvas in shades of grey', () => {
    const pixels = Uint8ClampedArray.from([255, 255, 255, 255, 0, 0, 0, 255, 200, 0, 0, 255]);
    expect([...greyOf(pixels)]).toEqual([255, 0, 50]);
  });
});
