import { expect, test } from 'vitest';
import { decimalOf } from './decimal.ts';

test.each([
  ['1234.50', '1234.5'],
  ['-0.00', '0'],
  ['+5', '5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['0.1234567890123456789', '0.1234567890123456789'],
])('%s is %s', (text, amount) => expect(decimalOf(text)).toBe(amount));

test.each([null, '', '-', '.', '1,5', '1.234,50', '1e5', '0x10', 'NaN', 'Infinity', '1 000', '1'.repeat(41)])(
  '%s is no number',
  (text) => expect(decimalOf(text)).toBeNull(),
);
