import { expect, test } from 'vitest';
import { lenient } from './lenient.ts';

test('REC-05 longer words of a pattern may be split by single blanks, other parts of it may not', () => {
  const pattern = new RegExp(`^${lenient(String.raw`\p{Lu}?bruttosumme\sin\seuro`)}$`, 'iu');
  expect('Br uttosumme in EURO').toMatch(pattern);
  expect('Bruttosumme in Euro').toMatch(pattern);
  expect('Brutto  summe in Euro').not.toMatch(pattern);
  expect('Brutto summe in Eu ro').not.toMatch(pattern);
});
