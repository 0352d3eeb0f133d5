import { expect, it } from 'vitest';
import { requiredFieldsOf } from './required-fields.ts';

it('VAL-11, DATA-15 a company sets the required fields of its requests', () => {
  const settings = {
    procurement: { notes: true, external_order_number: false, name: true },
    invoice: { branch: true },
  };
  expect(requiredFieldsOf(settings)).toEqual(['name', 'notes']);
});

it.each([
  null,
  undefined,
  'notes',
  {},
  { procurement: null },
  { procurement: { secret: true, notes: 'true' } },
])('DATA-15 settings without required fields require nothing: %j', (settings) => {
  expect(requiredFieldsOf(settings)).toEqual([]);
});
