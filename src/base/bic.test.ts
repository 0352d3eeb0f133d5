import { expect, test } from 'vitest';
import { isBic, isBicOfIban } from './bic.ts';

test.each(['COBADEFF', 'COBADEFFXXX', 'MARKDEF1100', 'RZTIAT22274', 'NCBVXKPR'])(
  'VAL-02 %s is a BIC',
  (bic) => expect(isBic(bic)).toBe(true),
);

test.each([
  ['COBADEFFX', 'nine characters'],
  ['COBADEF', 'seven'],
  ['cobadeff', 'not normal'],
  ['C0BADEFF', 'a digit in the name of the bank'],
  ['COBAZZFF', 'no country'],
  ['COBAXMFF', 'no country'],
  ['COBADEF0', 'for tests alone'],
  ['', 'nothing'],
])('VAL-02 %s is no BIC: %s', (bic) => expect(isBic(bic)).toBe(false));

test('VAL-02 a bank has accounts of its own country, and of countries that share banks', () => {
  const german = 'DE89370400440532013000';
  expect(isBicOfIban('COBADEFFXXX', german)).toBe(true);
  expect(isBicOfIban('RZTIAT22274', german)).toBe(false);
  expect(isBicOfIban('SOCBPFTXXXX', 'FR1420041010050500013M02606')).toBe(true);
  expect(isBicOfIban('BFCOYTYTXXX', 'FR1420041010050500013M02606')).toBe(true);
});
