import type { Tx } from '../../../../platform/server/database.ts';
import { usualRate } from '../../../invoice/owed-tax.ts';
import type { ExportingCompany } from '../../model.ts';

/** The second cost object of a company (EXP-22). */
export type SecondCostObject = 'none' | 'profit_center' | 'project' | 'employee';
export type LoadedCompany = ExportingCompany & { readonly datev_kost2: SecondCostObject };

const selectCompany = `select c.id, c.name, c.consultant_number, c.client_number, c.ledger_account_length, c.currency,
    c.fiscal_year_start, c.payables_ledger, c.datev_lock, c.datev_service_date, c.datev_closed_until, c.datev_kost_length,
    c.datev_kost2, c.datev_collective_account, t.debit_credit_reverse,
    coalesce(c.default_product_tax::text, $2) as owed_rate,
    coalesce((select jsonb_agg(jsonb_build_object('tax_category', k.tax_category, 'tax_percentage', k.tax_percentage::text,
        'posting_key', p.number) order by k.id)
      from client_tax_key k left join posting_key p on p.id = k.posting_key_id where k.client_id = c.id), '[]') as tax_keys
  from client c join tenant t on t.id = c.tenant_id where c.id = $1`;

/** Loads the export settings of a company. Runs as writer. */
export async function loadCompany(tx: Tx, id: number): Promise<LoadedCompany> {
  return await tx.one<LoadedCompany>(selectCompany, [id, usualRate]);
}
