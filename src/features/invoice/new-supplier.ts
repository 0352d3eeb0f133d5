import type { Row } from '../../entity/entity.ts';
import { fieldProblems, normalRow } from '../../entity/problems.ts';
import { supplier, supplierIdentity } from '../master-data/supplier.ts';
import type { Reading } from '../recognition/reading.ts';

/** Who a document says that it comes from; the name is the least by which a supplier can be made. */
export interface ReadParty {
  readonly name: string | null;
  readonly vatId: string | null;
  readonly iban: string | null;
}

/** The seller as it was read; null where nothing tells who it is. */
export function readParty({ fields }: Reading): ReadParty | null {
  const name = fields.sellerName?.value ?? null;
  const vatId = fields.sellerVatId?.value ?? null;
  const iban = fields.sellerIban?.value ?? null;
  return name === null && vatId === null && iban === null ? null : { name, vatId, iban };
}

/** What no invoice tells. */
const unasked: readonly string[] = ['delivery_in_days', 'notes'];

/** What is asked of a new supplier of an invoice: who it is. His account comes of the invoice, as a first one (INV-21). */
export const newSupplierFields: readonly string[] = supplierIdentity.filter(
  (name) => !unasked.includes(name),
);

/**
 * A new supplier as the document describes it. Values stand as they were read, also where the form will not take them;
 * a country that is no code is left out, as it could not be seen in its field.
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
