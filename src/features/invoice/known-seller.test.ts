import { describe, expect, test } from 'vitest';
import type { Reading } from '../recognition/reading.ts';
import { confirmedBySupplier } from './known-seller.ts';

const supplier = { name: 'Blumen Falter GmbH', vat_number: 'DE811193231', iban: 'DE89370400440532013000' };

function sureAfter(
  [vatId, iban, name]: readonly (string | null)[],
  known: Parameters<typeof confirmedBySupplier>[1] = supplier,
) {
  const value = (text: string | null | undefined) =>
    text ? { value: text, sure: false, page: 1, box: null } : null;
  const fields = { sellerVatId: value(vatId), sellerIban: value(iban), sellerName: value(name) };
  const reading = { fields } as unknown as Reading;
  const { sellerVatId, sellerIban, sellerName } = confirmedBySupplier(reading, known).fields;
  return [sellerVatId, sellerIban, sellerName].map((read) => read?.sure ?? null);
}

describe('REC-05 the master data confirm the seller', () => {
  test.each([
    ['VAT id and name agree', ['DE 811 193 231', null, 'BLUMEN FALTER GMBH'], [true, null, true]],
    ['the account agrees', [null, 'DE89 3704 0044 0532 0130 00', 'Falter'], [null, true, false]],
    ['only the name agrees', [null, null, 'Blumen Falter GmbH'], [null, null, false]],
    ['the account differs', ['DE811193231', 'DE02120300000000202051', null], [false, false, null]],
    ['the VAT id differs', ['DE136695976', 'DE89370400440532013000', null], [false, false, null]],
  ])('%s', (_, read, sure) => expect(sureAfter(read)).toEqual(sure));

  test('a supplier without VAT id and account confirms nothing', () =>
    expect(sureAfter(['DE811193231', null, 'Falter'], { ...supplier, vat_number: null, iban: null })).toEqual(
      [false, null, false],
    ));

  test('without a supplier nothing changes', () =>
    expect(sureAfter(['DE811193231', null, null], null)).toEqual([false, null, null]));
});
