import { expect, test } from 'vitest';
import { directionOf } from './direction.ts';

test.each([
  ['380', '119', 'invoice', false],
  ['380', '-119', 'credit_note', false],
  ['384', '119', 'invoice', false],
  ['384', '-119', 'credit_note', false],
  ['326', '119', 'invoice', false],
  ['386', '119', 'invoice', false],
  ['389', '119', 'invoice', false],
  [null, '119', 'invoice', false],
  ['381', '119', 'credit_note', true],
  ['396', '119', 'credit_note', true],
  ['381', '0', 'credit_note', true],
  ['381', null, 'credit_note', true],
  ['381', '-119', 'unclear', false],
])('INV-12 type %s with a total of %s: %s', (typeCode, total, kind, isTurned) => {
  expect(directionOf(typeCode, total)).toEqual({ kind, isTurned });
});
