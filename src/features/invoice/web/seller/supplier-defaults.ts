import { normalIban, shownIban } from '../../../../base/iban.ts';
import { type Amount, amountOrNull } from '../../../../base/money.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { readDependents } from '../../../../document/web/lookups.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { type SellerData, sellerData } from '../../bank-data.ts';
import { statedSeller } from '../../recognised-form.ts';
import type { InvoiceDraft } from '../draft.ts';

type Head = InvoiceDraft['head'];

/** A supplier with the defaults for its invoices (REC-06). */
export interface ChosenSupplier extends SellerData {
  readonly id: number;
  readonly name: string;
  readonly tax: Amount | null;
  /** Payment term in days. */
  readonly payment_days: number | null;
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
}

type SupplierRow = Omit<ChosenSupplier, 'tax'> & { readonly tax: number | null };

/** Reads a supplier with the defaults that belong to the company. */
export async function readChosenSupplier(id: number, clientId: number | null): Promise<ChosenSupplier> {
  const query = `query Chosen($id: bigint!) { supplier_by_pk(id: $id) {
    id name tax payment_days vat_number payment_method iban bic department { id name: shown_name }
    cost_center { id number name: shown_name }
    ledger_account { id number name } } }`;
  const { supplier_by_pk: row } = await gql<{ supplier_by_pk: SupplierRow }>(query, { id });
  const none = { department: null, cost_center: null, ledger_account: null };
  const dependents = clientId === null ? none : (await readDependents(row, clientId)).dependents;
  return { ...row, tax: amountOrNull(row.tax), ...dependents };
}

/**
 * Sets a supplier; its defaults fill only empty fields (REC-06). Identity and bank data come from the document, else
 * from the supplier's record (INV-05). Values entered before the supplier was chosen count as stated.
 */
export function withSupplier(head: Head, supplier: ChosenSupplier, reading: Reading | null): Head {
  const { id, name, tax, payment_days } = supplier;
  const read = reading === null ? nothingStated : statedSeller(reading);
  const typed = head.supplier === null ? head : nothingStated;
  const seller = sellerData(
    {
      vat_number: read.vat_number ?? (typed.vat_number || null),
      iban: read.iban ?? normalOf(typed.iban),
      bic: read.bic ?? (typed.bic || null),
    },
    supplier,
  );
  const isOfReading = head.name === '' || head.name === reading?.fields.sellerName?.value;
  return {
    ...head,
    ...ofSeller(seller, head),
    supplier: { id, name, payment_days },
    name: isOfReading ? name : head.name,
    department: head.department ?? supplier.department,
    cost_center: head.cost_center ?? supplier.cost_center,
    ledger_account: head.ledger_account ?? supplier.ledger_account,
    tax: (reading?.taxRows.length ?? 0) > 0 ? head.tax : (tax ?? head.tax),
  };
}

const nothingStated = { vat_number: null, iban: null, bic: null };

/** Removes the blanks that the form shows in an IBAN. */
function normalOf(iban: string | null): string | null {
  return iban === null ? null : normalIban(iban) || null;
}

function ofSeller({ vat_number, payment_method, iban, bic }: SellerData, head: Head): Partial<Head> {
  return {
    vat_number: vat_number ?? '',
    payment_method: payment_method ?? head.payment_method,
    iban: iban === null ? '' : shownIban(iban),
    bic: bic ?? '',
  };
}
