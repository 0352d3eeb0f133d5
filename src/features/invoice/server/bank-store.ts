import type { Tx } from '../../../platform/server/database.ts';
import { writeBankData } from '../../master-data/server/store.ts';
import { type BankFacts, bankDoubt, noBankFacts } from '../bank-data.ts';
import type { InvoiceFacts, InvoiceHead } from '../model.ts';
import type { InvoiceOutcome, NewBankData } from '../recognising.ts';
import type { Parties } from './parties.ts';

/** Who could confirm the account instead of the actor, and who proposed it. */
const selectFirstPersons = `select app.accounts_are_watched(app.tenant_id(), app.actor_id()) as is_watched,
  app.proposers_of_account(app.tenant_id(), $1, $2) as proposers`;

/** Administrators and people who may insert suppliers, by their own role or a task group's (ROLE-03). */
const selectSecondPersons = `select u.id from lb_user u where not u.is_group and u.active and not u.blocked
    and (u.roles && $1::text[] or exists (
      select from task_group_user m join lb_user g on g.id = m.task_group_id and g.is_group and g.active
      where m.lb_user_id = u.id and g.roles && $1::text[]))
  order by u.id`;

/** Loads the input of the bank data rules besides the invoice (INV-21). Runs as writer. */
export async function loadBankFacts(
  tx: Tx,
  head: Pick<InvoiceHead, 'iban' | 'supplier_id'>,
  { company, supplier }: Parties,
): Promise<Pick<InvoiceFacts, 'bank' | 'seller'>> {
  if (supplier === null) return { bank: noBankFacts, seller: null };
  const isWaiting = supplier.unconfirmed.includes(head.iban ?? '');
  const needsSecondPerson = isWaiting || (company?.bank_change_second_person ?? true);
  const isInDoubt = needsSecondPerson && bankDoubt(head, supplier) !== null;
  if (!isInDoubt) return { bank: { ...noBankFacts, supplier, needsSecondPerson }, seller: supplier };
  const [persons, { is_watched, proposers }] = await Promise.all([
    tx.fixed<{ id: number }>(selectSecondPersons, [['user-admin', 'user-can-insert-supplier']]),
    tx.one<{ is_watched: boolean; proposers: readonly number[] }>(selectFirstPersons, [
      head.supplier_id,
      head.iban,
    ]),
  ]);
  const secondPersons = persons.map(({ id }) => id);
  const bank: BankFacts = {
    ...{ supplier, needsSecondPerson, secondPersons, proposers },
    isAlone: !is_watched,
  };
  return { bank, seller: supplier };
}

/**
 * Writes the account of an invoice to its supplier's record, whose history names the person. An account that no
 * second person has confirmed is saved like any change: it waits if another company of the tenant requires one. Runs
 * as writer.
 */
export function takeBankData(
  tx: Tx,
  invoiceId: number,
  { supplier_id, confirmed, ...data }: NewBankData,
): void {
  if (supplier_id === null) return;
  if (confirmed !== null) {
    const is_alone = confirmed === 'alone';
    writeBankData(tx, supplier_id, { ...data, is_alone, source_invoice_id: invoiceId });
  } else {
    const { iban, bic } = data;
    tx.send('update supplier set iban = $2, bic = $3 where id = $1', [supplier_id, iban, bic]);
  }
}

/** Writes the values taken over from an invoice to the supplier; empties no field. Runs as writer. */
export function changeSupplierRecord(
  tx: Tx,
  {
    supplier_id,
    columns: { vat_number = null, payment_method = null },
  }: NonNullable<InvoiceOutcome['supplierData']>,
): void {
  tx.send(
    'update supplier set vat_number = coalesce($2, vat_number), payment_method = coalesce($3, payment_method) where id = $1',
    [supplier_id, vat_number, payment_method],
  );
}
