import { expect, test } from 'vitest';
import { isCreditorId, isIban, normalIban } from './iban.ts';

test.each([
  'DE89370400440532013000',
  'AT611904300234573201',
  'CH9300762011623852957',
  'GB29NWBK60161331926819',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
])('VAL-03 %s is an IBAN', (iban) => expect(isIban(iban)).toBe(true));

test.each([
  ['DE89370400440532013001', 'wrong check digits'],
  ['DE8937040044053201300', 'a digit too few'],
  ['AT6119043002345732010', 'a digit too many'],
  ['de89370400440532013000', 'not normal'],
  ['DE89 3704 0044 0532 0130 00', 'not normal'],
  ['8937040044053201300000', 'no country'],
  ['GB12BARC202015300A9359', 'a letter where its country has digits'],
  ['GB00HLFX11016111455365', 'check digits that nothing leads to'],
  ['', 'nothing'],
])('VAL-03 %s is no IBAN: %s', (iban) => expect(isIban(iban)).toBe(false));

test('VAL-29 removes blanks, dots, dashes, slashes and colons', () => {
  expect(normalIban(' de89-3704.0044/0532:0130 00\u00a0')).toBe('DE89370400440532013000');
});

test('VAL-29 removes the word before an IBAN', () => {
  expect(normalIban('IBAN: DE89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000');
});

test.each(['DE98ZZZ09999999999', 'DE98ABC09999999999', 'AT61ZZZ01234567890'])(
  'DATA-07 %s is the id of a creditor',
  (id) => expect(isCreditorId(id)).toBe(true),
);

test.each(['DE97ZZZ09999999999', 'DE98ZZZ0999999999', 'de98ZZZ09999999999', 'DE98ZZZ', ''])(
  'DATA-07 %s is no id of a creditor',
  (id) => expect(isCreditorId(id)).toBe(false),
);
