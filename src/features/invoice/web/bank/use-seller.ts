import { useQuery } from '@tanstack/react-query';
import { amountOrNull } from '../../../../base/money.ts';
import { gql } from '../../../../platform/web/api.ts';
import {
  type BankDoubt,
  bankDoubt,
  isTransferred,
  type SellerData,
  type SupplierBank,
} from '../../bank-data.ts';
import type { InvoiceDocument } from '../kind.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';

interface SellerRow extends Omit<SupplierBank, 'confirmed'>, SellerData {
  readonly phone: string | null;
  readonly supplier_bank_changes: readonly { readonly iban: string | null }[];
}

/** The record of a supplier, as far as an invoice is compared with it. */
export interface Seller extends SupplierBank, SellerData {
  readonly phone: string | null;
}

const sellerQuery = `query Seller($id: bigint!) { supplier_by_pk(id: $id) { iban bic country vat_number payment_method phone
  supplier_bank_changes(where: { state: { _eq: "confirmed" } }) { iban } } }`;

/** The record of the supplier that is chosen, as it stands after each thing that happened to the invoice. */
export function useSeller({ document, editor }: InvoiceForm): Seller | null {
  return useRecord(editor.draft.head.supplier?.id ?? null, document);
}

/** Why the account of the invoice as it is saved wants to be looked at. */
export function useStoredDoubt(document: InvoiceDocument): BankDoubt | null {
  const seller = useRecord(document.supplier?.id ?? null, document);
  const { iban, payment_method, paid, total_brutto } = document;
  return bankDoubt({ iban, payment_method, paid, total_brutto: amountOrNull(total_brutto) ?? '0' }, seller);
}

function useRecord(id: number | null, document: InvoiceDocument | null): Seller | null {
  const happened = document?.timeline.timeline_entries.length ?? 0;
  const { data = null } = useQuery({
    queryKey: ['invoice-seller', id, happened],
    queryFn: async ({ signal }) => await readSeller(id ?? 0, signal),
    enabled: id !== null,
  });
  return id === null ? null : data;
}

async function readSeller(id: number, signal: AbortSignal): Promise<Seller | null> {
  const { supplier_by_pk: row } = await gql<{ supplier_by_pk: SellerRow | null }>(
    sellerQuery,
    { id },
    { signal },
  );
  if (row === null) return null;
  const { supplier_bank_changes: changes, ...seller } = row;
  return { ...seller, confirmed: changes.flatMap(({ iban }) => (iban === null ? [] : [iban])) };
}

/** While it is on its way to the export, its account counts. */
const onTheWay: readonly string[] = ['approval', 'clearing', 'financial-approval', 'accounting'];

/** Why the account on the screen wants to be looked at (INV-21). */
export function bankDoubtOf({ document, situation }: InvoiceForm, seller: Seller | null): BankDoubt | null {
  if (document !== null && !onTheWay.includes(document.status)) return null;
  return bankDoubt(situation.document.head, seller);
}

/** How the account on the screen stands: fine, doubtful, missing, or none is needed. */
export function bankStateOf(form: InvoiceForm, seller: Seller | null) {
  const { head } = form.situation.document;
  if (!isTransferred(head)) return 'unneeded' as const;
  if (head.iban === null) return 'missing' as const;
  return bankDoubtOf(form, seller)?.code ?? ('ok' as const);
}
