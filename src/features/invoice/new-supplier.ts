import type { Row } from '../../entity/entity.ts';
import { fieldProblems, normalRow } from '../../entity/problems.ts';
import { supplier, supplierIdentity } from '../master-data/supplier.ts';
import type { Reading } from '../recognition/reading.ts';

/** The seller that a document names; creating a supplier needs at least the name. */
export interface ReadParty {
  readonly name: string | null;
  readonly vatId: string | null;
  readonly iban: string | null;
}

/** The seller as read; null if nothing identifies it. */
export function readParty({ fields }: Reading): ReadParty | null {
  const name = fields.sellerName?.value ?? null;
  const vatId = fields.sellerVatId?.value ?? null;
  const iban = fields.sellerIban?.value ?? null;
  return name === null && vatId === null && iban === null ? null : { name, vatId, iban };
}

/** Fields that no invoice states. */
const unasked: readonly string[] = ['delivery_in_days', 'notes'];

/**
 * The fields that identify a new supplier. Its account comes from the invoice and is confirmed as a first one
 * (INV-21).
 */
export const newSupplierFields: readonly string[] = supplierIdentity.filter(
  (name) => !unasked.includes(name),
);

/**
 * A new supplier as the document describes it. Values stay as read, even if the form rejects them; a country without
 * a valid code is left out, as its field could not show it.
 */
export function supplierStart(reading: Reading): Row {
  const { fields, seller } = reading;
  const read = {
    name: fields.sellerName,
    vat_number: fields.sellerVatId,
    tax_number: fields.sellerTaxNumber,
    iban: fields.sellerIban,
    bic: fields.sellerBic,
    ...(seller && {
      address: seller.address,
      zipcode: seller.zipcode,
      city: seller.city,
      country: seller.country,
      contact_person: seller.contactPerson,
      phone: seller.phone,
      email: seller.email,
    }),
  };
  const values = Object.entries(read).flatMap(([name, value]) =>
    value ? [[name, value.value] as const] : [],
  );
  const row = normalRow(supplier.fields, Object.fromEntries(values));
  const { country, ...others } = row;
  const isCountry =
    country !== undefined && fieldProblems({ country: supplier.fields.country }, { country }).length === 0;
  return isCountry ? row : others;
}
