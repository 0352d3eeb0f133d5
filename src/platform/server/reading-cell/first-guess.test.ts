import { expect, test } from 'vitest';
import { firstGuess } from './first-guess.ts';

const guess = (text: string) => firstGuess(Buffer.from(text));

test('TECH-20 the estimate ranks an e-invoice before a text, and a text before a scan and double compression', () => {
  const text = '%PDF-1.7 /Type /Page /Type /Font /Subtype /Image';
  const scan = '%PDF-1.7 /Type /Page /Subtype /Image';
  const odd = `${text} /Filter [/FlateDecode /FlateDecode]`;
  const guesses = [guess('<Invoice/>'), guess(text), guess(scan), guess(odd)];
  expect(guesses).toEqual(guesses.toSorted((one, other) => one - other));
  expect(new Set(guesses).size).toBe(4);
});

test('TECH-20 an XML is estimated by its length, a picture as a scan', () => {
  expect(guess('<a>'.repeat(1_000_000))).toBeGreaterThan(10_000);
  expect(firstGuess(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBeGreaterThan(1_000);
});
