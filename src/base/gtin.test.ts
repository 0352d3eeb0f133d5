import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gtinOf, scannedGtin } from './gtin.ts';

describe('MOB-05 a GTIN', () => {
  // Examples of the GS1 General Specifications and of goods at hand.
  test.each([
    ['EAN-13', '4006381333931', '04006381333931'],
    ['EAN-8', '73513537', '00000073513537'],
    ['UPC-A', '036000291452', '00036000291452'],
    ['GTIN-14', '10614141543219', '10614141543219'],
  ])('%s is read in 14 digits', (_, text, gtin) => {
    expect(gtinOf(text)).toBe(gtin);
  });

  test.each([
    '',
    '4006381333930',
    '400638133393',
    '4006381333931 ',
    '400638133393I',
    '٤٠٠٦٣٨١٣٣٣٩٣١',
    '-4006381333931',
  ])('"%s" is none', (text) => {
    expect(gtinOf(text)).toBeNull();
  });

  test('a single wrong digit is noticed', () => {
    const wrong = fc.tuple(fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(wrong, ([place, by]) => {
        const digits = [...'4006381333931'];
        digits[place] = String((Number(digits[place]) + by) % 10);
        return gtinOf(digits.join('')) === null;
      }),
    );
  });
});

describe('MOB-05 the GTIN in what a scanner reads', () => {
  const gtin = '04006381333931';
  test.each([
    ['bare digits', '4006381333931'],
    ['GS1-128 with its sign', `]C101${gtin}10AB-12`],
    ['GS1 DataMatrix with the sign of its reader', `\u001d01${gtin}17270228\u001d10X`],
    ['GS1 QR code', `]Q301${gtin}`],
    ['fields without a sign', `01${gtin}3712`],
    ['the printed form', `(01)${gtin}(10)AB-12`],
    ['GS1 Digital Link', `https://id.gs1.org/01/${gtin}/10/AB-12?17=270228`],
    ['GS1 Digital Link below a path', `https://marke.example/p/01/4006381333931`],
  ])('%s', (_, text) => {
    expect(scannedGtin(text)).toBe(gtin);
  });

  test.each([
    ['a wrong check digit', `]C10104006381333930`],
    ['another field first', `]C11727022801${gtin}`],
    ['a number of a parcel (SSCC)', ']C100340123450000000018'],
    ['an address of a shop', 'https://marke.example/p/4006381333931'],
    ['an order', 'PO-000042'],
  ])('%s has none', (_, text) => {
    expect(scannedGtin(text)).toBeNull();
  });
});
