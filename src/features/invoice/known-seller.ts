import { normalIban } from '../../base/iban.ts';
import { normalVatNumber } from '../../base/vat-number.ts';
import type { Reading, ReadValue } from '../recognition/reading.ts';
import type { SupplierDefaults } from './recognised-form.ts';

type KnownSeller = Pick<SupplierDefaults, 'name' | 'vat_number' | 'iban'>;

/**
 * The reading with the master data as evidence: VAT id, account and name of the seller that equal those of the
 * supplier found are sure. The VAT id or the account must agree, and neither may differ.
 */
export function confirmedBySupplier(reading: Reading, supplier: KnownSeller | null): Reading {
  const { fields } = reading;
  if (supplier === null) return reading;
  const vatId = agreement(fields.sellerVatId, supplier.vat_number, normalVatNumber);
  const iban = agreement(fields.sellerIban, supplier.iban, normalIban);
  const name = agreement(fields.sellerName, supplier.name, (text) => text.trim().toLowerCase());
  if (![vatId, iban].includes(true) || [vatId, iban].includes(false)) return reading;
  return {
    ...reading,
    fields: {
      ...fields,
      sellerVatId: confirmed(fields.sellerVatId, vatId),
      sellerIban: confirmed(fields.sellerIban, iban),
      sellerName: confirmed(fields.sellerName, name),
    },
  };
}

/** Whether a read value is that of the supplier; null where one of them is missing. */
function agreement(
  read: ReadValue | null,
  known: string | null,
  plain: (text: string) => string,
): boolean | null {
  return read === null || known === null || known === '' ? null : plain(read.value) === plain(known);
}

function confirmed(read: ReadValue | null, agrees: boolean | null): ReadValue | null {
  return read !== null && agrees === true ? { ...read, sure: true } : read;
}
