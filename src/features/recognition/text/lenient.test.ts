import { expect, test } from 'vitest';
import { lenient } from './lenient.ts';

test('REC-05 single blanks may split the longer words of a pattern, but no other part of it', () => {
  const pattern = new RegExp(`^${lenient(String.raw`\p{Lu}?bruttosumme\sin\seuro`)}$`, 'iu');
  expect('Br uttosumme in EURO').toMatch(pattern);
  expect('Bruttosumme in Euro').toMatch(pattern);
  expect('Brutto  summe in Euro').not.toMatch(pattern);
  expect('Brutto summe in Eu ro').not.toMatch(pattern);
});
