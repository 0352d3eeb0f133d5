import { expect, test } from 'vitest';
import { identifiersOf, sameSupplierWhere } from './same-supplier.ts';

const vatId = 'DE136695976';
const iban = 'DE89370400440532013000';

test('REC-05 VAL-29 a supplier is found by VAT ID and account in any notation', () => {
  expect(identifiersOf({ vat_number: 'de 136.695.976', iban: 'DE89 3704 0044 0532 0130 00' })).toEqual([
    vatId,
    iban,
  ]);
  expect(identifiersOf({ vat_number: null })).toEqual(['', '']);
});

test('REC-05 an account identifies a supplier unless both have different VAT IDs', () => {
  const isAccount = { iban: { _eq: iban } };
  expect(sameSupplierWhere(['', iban])).toEqual([isAccount]);
  expect(sameSupplierWhere([vatId, ''])).toEqual([{ vat_number: { _eq: vatId } }]);
  expect(sameSupplierWhere([vatId, iban])).toEqual([
    { vat_number: { _eq: vatId } },
    { _and: [isAccount, { vat_number: { _is_null: true } }] },
  ]);
});
