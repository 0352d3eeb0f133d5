import type { Value } from '../../../../entity/kind.ts';
import { normalRow } from '../../../../entity/problems.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { mappedInTurns } from '../../../../platform/server/in-turns.ts';
import { supplier } from '../../../master-data/supplier.ts';
import type { MasterDataSubject, PresentRow, Values } from '../../master-data/model.ts';
import type { LoadedCompany } from '../load-company.ts';

/** What DATEV knows of a supplier, and the table of suppliers as well. */
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

const selectSuppliers = `select s.id, coalesce(c.external_id, s.external_id) as account, c.external_id is not null as is_own,
    s.active, s.updated_at as stamp,
    case when b.id is not null then jsonb_build_object('iban', b.iban, 'bic', b.bic) end as waiting,
    ${supplierFields.map((field) => `s.${field}`).join(', ')}
  from supplier s
  left join supplier_client c on c.supplier_id = s.id and c.client_id = $1
  left join supplier_bank_change b on b.supplier_id = s.id and b.state = 'pending'
  order by s.id`;

/** An account that is linked to other companies alone is not one of this company (DATA-24). */
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

/** All rows that a file of the company can be about; the transaction acts as the reader of an administrator. */
export async function presentRows(
  tx: Tx,
  subject: MasterDataSubject,
  { id, name, ledger_account_length: length }: LoadedCompany,
): Promise<readonly PresentRow[]> {
  const isSupplier = subject === 'supplier';
  const rows = isSupplier
    ? await tx.fixed<StoredRow>(selectSuppliers, [id])
    : await tx.fixed<StoredRow>(selectAccounts, [id, name]);
  const fields = isSupplier ? supplierFields : ['name', 'clients'];
  return await mappedInTurns(rows, (row) => ({
    id: row.id,
    account: row.account?.padEnd(isSupplier ? length + 1 : length, '0') ?? null,
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
