import { isRefusal } from '../../../../base/refusal.ts';
import type { Value } from '../../../../entity/kind.ts';
import { normalRow } from '../../../../entity/problems.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { mappedInTurns } from '../../../../platform/server/fairness/in-turns.ts';
import { supplier } from '../../../master-data/supplier.ts';
import { ledgerAccountOf } from '../../account-number.ts';
import type { MasterDataSubject, PresentRow, Values } from '../../master-data/model.ts';
import type { LoadedCompany } from '../content/load-company.ts';

/** The supplier fields that DATEV has too. */
export const supplierFields = [
  'name',
  'address',
  'zipcode',
  'city',
  'country',
  'phone',
  'email',
  'contact_person',
  'vat_number',
  'tax_number',
  'iban',
  'bic',
  'payment_days',
  'discount_1_percentage',
  'discount_1_days',
  'discount_2_percentage',
  'discount_2_days',
] as const;

/** The payment method decides whether the supplier's account is included (INV-21). */
const loadedFields = [...supplierFields, 'payment_method'] as const;

// Three simple statements instead of one: right after an import the planner takes these tables for small, and would
// scan the second table for every row of the first.
const selectSuppliers = `select id, external_id as account, false as is_own, active, updated_at as stamp,
    null::jsonb as waiting, ${loadedFields.join(', ')} from supplier order by id`;
const selectOwnNumbers = `select supplier_id, external_id as account from supplier_client
  where client_id = $1 and external_id is not null`;
const selectWaitingBanks = `select supplier_id, jsonb_build_object('iban', iban, 'bic', bic) as waiting
  from supplier_bank_change where state = 'pending'`;

/** An account linked only to other companies does not belong to this one (DATA-24). */
const selectAccounts = `select a.id, a.number as account, true as is_own, a.active and o.is_here as active,
    a.updated_at as stamp, null::jsonb as waiting, a.name, case when o.is_here then $2::text end as clients
  from ledger_account a, lateral (select not exists (select from client_ledger_account l where l.ledger_account_id = a.id)
    or exists (select from client_ledger_account l where l.ledger_account_id = a.id and l.client_id = $1) as is_here) o
  order by a.id`;

interface StoredRow extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly account: string | null;
  readonly is_own: boolean;
  readonly active: boolean;
  readonly stamp: string;
  readonly waiting: Values | null;
}

/**
 * All stored rows that a file of the company can concern; the transaction acts as the reader of an administrator.
 *
 * @param chart the accounts in a file of ledger accounts (EXP-10)
 */
export async function presentRows(
  tx: Tx,
  subject: MasterDataSubject,
  { id, name, ledger_account_length: length }: LoadedCompany,
  chart: ReadonlySet<string> = new Set(),
): Promise<readonly PresentRow[]> {
  const isSupplier = subject === 'supplier';
  const rows = isSupplier
    ? await storedSuppliers(tx, id)
    : await tx.fixed<StoredRow>(selectAccounts, [id, name]);
  const fields = isSupplier ? loadedFields : ['name', 'clients'];
  return await mappedInTurns(rows, (row) => ({
    id: row.id,
    account: isSupplier
      ? (row.account?.padEnd(length + 1, '0') ?? null)
      : accountHere(row.account ?? '', length, chart),
    isOwnAccount: row.is_own,
    active: row.active,
    stamp: row.stamp,
    waiting: row.waiting,
    values: normalRow(
      isSupplier ? supplier.fields : {},
      Object.fromEntries(fields.map((field) => [field, (row[field] ?? null) as Value])),
    ),
  }));
}

/** A number that cannot be completed is returned as typed. */
function accountHere(number: string, length: number, chart: ReadonlySet<string>): string {
  const account = ledgerAccountOf(number, length, chart);
  return isRefusal(account) ? number : account;
}

/**
 * The suppliers with their numbers in the company, else for all companies, and the bank data that wait for a second
 * person.
 */
async function storedSuppliers(tx: Tx, clientId: number): Promise<readonly StoredRow[]> {
  const [suppliers, numbers, banks] = await Promise.all([
    tx.fixed<StoredRow>(selectSuppliers),
    tx.fixed<{ supplier_id: number; account: string }>(selectOwnNumbers, [clientId]),
    tx.fixed<{ supplier_id: number; waiting: Values }>(selectWaitingBanks),
  ]);
  const own = new Map(numbers.map(({ supplier_id, account }) => [supplier_id, account]));
  const waiting = new Map(banks.map((bank) => [bank.supplier_id, bank.waiting]));
  return suppliers.map((row) => {
    const account = own.get(row.id);
    return {
      ...row,
      ...(account !== undefined && { account, is_own: true }),
      waiting: waiting.get(row.id) ?? null,
    };
  });
}
