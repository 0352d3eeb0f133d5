import { expect, test } from 'vitest';
import { isVatNumber, normalVatNumber } from './vat-number.ts';

test.each([
  'DE136695976',
  'ATU13585627',
  'BE0428759497',
  'BG175074752',
  'CHE107787577MWST',
  'CHE107787577',
  'CY10259033P',
  'CZ25123891',
  'DK13585628',
  'EE100931558',
  'EL094259216',
  'ESA13585625',
  'ES54362315K',
  'FI20774740',
  'FR40303265045',
  'GB980780684',
  'HR33392005961',
  'HU12892312',
  'IE6433435F',
  'IE6433435OA',
  'IT00743110157',
  'LT119511515',
  'LT100001919017',
  'LU15027442',
  'LV40003521600',
  'MT11679112',
  'NL004495445B01',
  'PL8567346215',
  'PT501964843',
  'RO18547290',
  'SE123456789701',
  'SI50223054',
  'SK2022749619',
  'XI980780684',
])('VAL-29 %s is a possible number', (number) => expect(isVatNumber(number)).toBe(true));

test.each([
  'DE136695977',
  'DE13669597',
  'ATU13585626',
  'BE0428759498',
  'CHE107787578',
  'CZ25123892',
  'EL094259217',
  'FR41303265045',
  'GB980780685',
  'IT00743110158',
  'NL123456788B01',
  'PL8567346216',
  'PT501964842',
  'SK2022749618',
  'CH107787577',
  'DE',
  '',
])('VAL-29 %s is no possible number', (number) => expect(isVatNumber(number)).toBe(false));

test('VAL-29 accepts numbers of other countries unchecked', () => {
  expect(isVatNumber('NO974760673MVA')).toBe(true);
});

test('VAL-29 removes blanks, dots, dashes, slashes, colons and underscores', () => {
  expect(normalVatNumber(' che-107.787/577:mwst_')).toBe('CHE107787577MWST');
});
