import { amountOrNull } from '../../../base/money.ts';
import type { CompanyReference, Reference } from './reference.ts';

/** The fields of a company that forms need. */
export const companyFields = `id name currency amount_basis min_approval default_product_tax default_product_unit
  billing_name billing_address billing_address_complement billing_zipcode billing_city required_fields`;

/** The result of `companyFields`. */
export interface CompanyRow {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly amount_basis: 'net' | 'gross';
  readonly min_approval: number;
  readonly default_product_tax: number | null;
  readonly default_product_unit: string | null;
  readonly billing_name: string | null;
  readonly billing_address: string | null;
  readonly billing_address_complement: string | null;
  readonly billing_zipcode: string | null;
  readonly billing_city: string | null;
  /** Form -> field -> flag (DATA-15). */
  readonly required_fields: unknown;
}

export const addressFields = 'id address_name address zipcode city';

/** The result of `addressFields`. */
export interface AddressRow {
  readonly id: number;
  readonly address_name: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
}

/** The company as a head references it; `requiredFieldsOf` extracts the fields that it requires of the kind. */
export function companyReference<Field extends string>(
  company: CompanyRow,
  requiredFieldsOf: (settings: unknown) => readonly Field[],
): CompanyReference<Field> {
  return {
    id: company.id,
    name: company.name,
    billingText: billingTextOf(company),
    currency: company.currency,
    tax: amountOrNull(company.default_product_tax),
    unit: company.default_product_unit,
    requiredFields: requiredFieldsOf(company.required_fields),
  };
}

/** An address on one line, for a field. */
export function addressReference(address: AddressRow): Reference {
  const { id, address_name, address: street, zipcode, city } = address;
  return { id, name: `${address_name}, ${street}, ${zipcode} ${city}` };
}

/** The billing address of an order (PROC-06), its addition before the street (DIN 5008); null if empty. */
export function billingTextOf(company: CompanyRow): string | null {
  const place = [company.billing_zipcode, company.billing_city].filter(Boolean).join(' ');
  const rows = [company.billing_name, company.billing_address_complement, company.billing_address, place];
  return rows.filter(Boolean).join('\n') || null;
}
