import { distinct } from '../../../base/distinct.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { SellerData, SupplierBank } from '../bank-data.ts';
import type { PostalAddress } from '../check-facts.ts';
import type { Tolerances } from '../matching/tolerances.ts';
import type { AccountingFacts, InvoiceFields, InvoiceLineFields } from '../model.ts';
import type { CompanyRules } from '../settings.ts';

/** The company of an invoice with its settings for invoices. */
export interface InvoicedCompany extends CompanyRules {
  readonly name: string;
  readonly billing_name: string | null;
  readonly vat_number: string | null;
  readonly currency: string;
  readonly bank_change_second_person: boolean;
  readonly tolerances: Tolerances;
  /** The combinations accepted by Dynamics 365 that may fit the bookings; null if the company sets none (VAL-20). */
  readonly allowed: AccountingFacts['allowed'];
  readonly tax_keys: AccountingFacts['taxKeys'];
}

/** The supplier's record. */
export interface InvoicingSupplier extends SupplierBank, SellerData, PostalAddress {
  /** Recorded accounts that are not confirmed. */
  readonly unconfirmed: readonly string[];
}

/** Company and supplier of an invoice, with the data that its rules use. */
export interface Parties {
  readonly company: InvoicedCompany | null;
  readonly supplier: InvoicingSupplier | null;
}

const selectCompany = `select name, billing_name, vat_number, currency, required_fields, tax_tolerance, touchless_invoices,
    bank_change_second_person, json_build_object(
      'pricePercent', match_price_tolerance::text, 'priceAmount', match_price_tolerance_amount::text,
      'quantityPercent', match_quantity_tolerance::text, 'quantityAmount', match_quantity_tolerance_amount::text,
      'freightAmount', match_freight_tolerance_amount::text) as tolerances,
    case when exists (select from d365_allowed_combination a where a.client_id = c.id and a.active) then coalesce(
      (select json_agg(json_build_object('ledger_account_id', a.ledger_account_id, 'cost_center_id', a.cost_center_id,
         'profit_center_id', a.profit_center_id)) from d365_allowed_combination a
       where a.client_id = c.id and a.active and (a.ledger_account_id = any ($2::bigint[]) or a.ledger_account_id is null)
         and (a.cost_center_id = any ($3::bigint[]) or a.cost_center_id is null)), '[]') end as allowed,
    coalesce((select json_agg(json_build_object('tax_category', k.tax_category, 'tax_percentage', k.tax_percentage::text,
        'posting_key', p.number) order by k.id)
      from client_tax_key k left join posting_key p on p.id = k.posting_key_id where k.client_id = c.id), '[]') as tax_keys
  from client c where id = $1`;

const selectSupplier = `select s.iban, s.bic, s.country, s.vat_number, s.payment_method, s.address, s.zipcode, s.city,
    array(select distinct b.iban from supplier_bank_change b
      where b.supplier_id = s.id and b.state = 'confirmed' and b.iban is not null) as confirmed,
    array(select distinct b.iban from supplier_bank_change b where b.supplier_id = s.id and b.iban is not null
      and not app.is_account_confirmed(b.tenant_id, b.supplier_id, b.iban)) as unconfirmed
  from supplier s where s.id = $1`;

type Booked = Pick<InvoiceLineFields, 'ledger_account_id' | 'cost_center_id'>;

/** Loads the company and the supplier of an invoice. Runs as writer. */
export async function loadParties(tx: Tx, head: InvoiceFields, lines: readonly Booked[]): Promise<Parties> {
  const [company, supplier] = await Promise.all([
    loadInvoicedCompany(tx, head.client_id, [head, ...lines]),
    tx.maybeOne<InvoicingSupplier>(selectSupplier, [head.supplier_id]),
  ]);
  return { company, supplier: supplier ?? null };
}

/** Loads a company with its allowed combinations that may fit the bookings. Runs as writer. */
export async function loadInvoicedCompany(
  tx: Tx,
  id: number | null,
  booked: readonly Booked[],
): Promise<InvoicedCompany | null> {
  const company = await tx.maybeOne<InvoicedCompany>(selectCompany, [
    id,
    distinct(booked.map(({ ledger_account_id }) => ledger_account_id)),
    distinct(booked.map(({ cost_center_id }) => cost_center_id)),
  ]);
  return company ?? null;
}
