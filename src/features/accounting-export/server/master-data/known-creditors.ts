import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { mappedInTurns } from '../../../../platform/server/fairness/in-turns.ts';
import { sha256Of } from '../../../../platform/server/files/files.ts';
import { creditorRow } from '../../master-data/creditor-row.ts';
import type { LoadedCompany } from '../content/load-company.ts';
import { presentRows } from './present.ts';

/** A creditor of a company with its row in a file. */
export interface WrittenCreditor {
  readonly supplierId: number;
  readonly account: string;
  readonly row: string;
  readonly content: Buffer;
}

/**
 * The active creditors of a company, ordered by account; suppliers without a valid creditor number are only counted.
 */
export async function writtenCreditors(
  tx: Tx,
  company: LoadedCompany,
): Promise<{ readonly creditors: readonly WrittenCreditor[]; readonly leftOut: number }> {
  const present = (await presentRows(tx, 'supplier', company)).filter(({ active }) => active);
  const numbered = present.flatMap(({ id, account, values }) =>
    account === null ? [] : [{ supplier_id: id, account, values }],
  );
  const possible = numbered.filter(
    ({ account }) => account.length === company.ledger_account_length + 1 && account >= '7',
  );
  const creditors = await mappedInTurns(
    possible.toSorted((one, other) => (one.account < other.account ? -1 : 1)),
    (creditor) => {
      const row = creditorRow(creditor);
      return {
        supplierId: creditor.supplier_id,
        account: creditor.account,
        row,
        content: sha256Of(Buffer.from(row)),
      };
    },
  );
  return { creditors, leftOut: numbered.length - possible.length };
}

/** Marks these creditors as known to the accounting, so that the next file contains only later changes. */
export async function rememberCreditors(
  tx: Tx,
  { tenantId }: Context,
  company: LoadedCompany,
  creditors: readonly WrittenCreditor[],
): Promise<void> {
  await tx.fixed(
    `insert into invoice_known_creditor (tenant_id, client_id, supplier_id, content)
     select $1, $2, supplier_id, content from unnest($3::bigint[], $4::bytea[]) as known (supplier_id, content)
     on conflict (tenant_id, client_id, supplier_id) do update set content = excluded.content`,
    [
      tenantId,
      company.id,
      creditors.map(({ supplierId }) => supplierId),
      creditors.map(({ content }) => content),
    ],
  );
}
