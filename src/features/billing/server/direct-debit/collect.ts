import { randomUUID } from 'node:crypto';
import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../../platform/server/sepa-creditor.ts';
import type { Collection } from '../../direct-debit/collection.ts';
import type { ChosenBill, DownloadedFile, FailureKind } from '../../direct-debit/model.ts';
import { pain008 } from '../../direct-debit/pain008.ts';
import { planDebits } from '../../direct-debit/plan.ts';
import { bankDay, type LoadedDebit, loadDebits } from './load.ts';

export interface CollectParts {
  readonly bills: readonly ChosenBill[];
  readonly creditor: SepaCreditor | null;
  readonly now: Date;
  readonly operatorName: string;
}

/**
 * Makes files for the operator's bank from the chosen bills, one per scheme as banks require, and returns their ids
 * (OP-09, OP-14). Makes all or none: refuses `direct_debit_impossible` where a bill cannot be collected, such as
 * after another operator collected it, and `direct_debit_no_account` where no files are made. `tx` acts as
 * `operator`.
 */
export async function collectBills(tx: Tx, parts: CollectParts): Promise<readonly string[]> {
  const { creditor, now } = parts;
  if (!creditor?.account) throw new Refused(refuse('direct_debit_no_account'));
  const chosen = await lockedBills(tx, parts.bills);
  const planned = planDebits(chosen, bankDay(now), creditor.id);
  const account = { name: creditor.name, ...creditor.account };
  const debits = chosen.map((bill) => {
    const collection = planned.get(bill)?.collection;
    if (!collection) throw new Refused(refuse('direct_debit_impossible', { values: { name: bill.tenant } }));
    const { day, amount } = collection;
    const { tenantId: tenant_id, billingId: billing_id, lastUse: last_use_before } = bill;
    return { tenant_id, billing_id, last_use_before, collected: collection, day, amount };
  });
  const files: string[] = [];
  for (const ofScheme of Map.groupBy(debits, ({ collected }) => collected.scheme).values()) {
    const fileId = randomUUID();
    await tx.fixed(insertDebits, [
      ...[JSON.stringify(ofScheme), fileId, ofScheme.length, creditor.format],
      ...[JSON.stringify(account), now, parts.operatorName],
    ]);
    files.push(fileId);
  }
  return files;
}

/** Inserted in the order of the bills, which is the order in the file. */
const insertDebits = `
  with made as (
    insert into direct_debit
        (tenant_id, billing_id, file_id, file_count, format, creditor, collected, day, amount, made_at, made_by, last_use_before)
      select d.tenant_id, d.billing_id, $2, $3, $4, $5, d.collected, d.day, d.amount, $6, $7, d.last_use_before
        from rows from (json_to_recordset($1) as (tenant_id bigint, billing_id bigint, collected jsonb, day date,
            amount numeric, last_use_before date))
          with ordinality as d (tenant_id, billing_id, collected, day, amount, last_use_before, place)
        order by d.place
      returning tenant_id, day
  )
  update tenant t set sepa_last_use = greatest(t.sepa_last_use, m.day)
    from (select tenant_id, max(day) as day from made group by tenant_id) m where t.id = m.tenant_id`;

/** Locks tenants before bills, each in order of id, to prevent deadlocks. */
async function lockedBills(tx: Tx, bills: readonly ChosenBill[]): Promise<readonly LoadedDebit[]> {
  const tenants = [...new Set(bills.map(({ tenant_id }) => tenant_id))].toSorted(
    (left, right) => left - right,
  );
  const ids = bills.map(({ billing_id }) => billing_id);
  await tx.fixed('select id from tenant where id = any ($1::bigint[]) order by id for no key update', [
    tenants,
  ]);
  await tx.fixed(
    `select id from billing where tenant_id = any ($1::bigint[]) and id = any ($2::bigint[])
     order by tenant_id, id for no key update`,
    [tenants, ids],
  );
  const found = await loadDebits(tx, { month: null, tenantIds: tenants });
  const wanted = new Set(bills.map(({ tenant_id, billing_id }) => `${tenant_id} ${billing_id}`));
  const chosen = found.filter(({ tenantId, billingId }) => wanted.has(`${tenantId} ${billingId}`));
  if (chosen.length !== wanted.size) throw new Refused(refuse('not_found'));
  return chosen;
}

interface StoredDebit {
  readonly collected: Collection;
  readonly creditor: { readonly name: string; readonly iban: string; readonly bic: string | null };
  readonly format: string;
  readonly file_count: number;
  readonly made_at: string;
}

/**
 * The file as it was made, byte-identical on each call, including direct debits returned since. Refuses `not_found`,
 * also where a tenant in it was deleted.
 */
export async function fileOf(tx: Tx, fileId: string): Promise<DownloadedFile> {
  const rows = await tx.fixed<StoredDebit>(
    'select collected, creditor, format, file_count, made_at from direct_debit where file_id = $1 order by id',
    [fileId],
  );
  const [first] = rows;
  if (!first || first.file_count !== rows.length) throw new Refused(refuse('not_found'));
  const createdAt = new Date(first.made_at).toISOString();
  const schemes = [...new Set(rows.map(({ collected }) => collected.scheme))].join('-');
  return {
    name: `${first.format}-${schemes}-${createdAt.slice(0, 10)}-${fileId.slice(0, 8)}.xml`,
    content: pain008({
      format: first.format,
      messageId: `K${fileId.replaceAll('-', '').slice(0, 26)}`,
      createdAt,
      creditor: first.creditor,
      collections: rows.map(({ collected }) => collected),
    }),
  };
}

export interface Failure {
  readonly tenantId: number;
  readonly id: number;
  readonly kind: FailureKind;
  readonly reason: string | null;
  readonly now: Date;
  readonly operatorName: string;
}

/**
 * Records that the bank rejected a direct debit or the money was returned; the bill can then be collected again. A
 * rejected debit did not use the mandate, so the next one may be the first again. Refuses `not_found`.
 */
export async function failDebit(tx: Tx, failure: Failure): Promise<void> {
  const { tenantId, id, kind, reason, now, operatorName } = failure;
  await tx.fixed('select id from tenant where id = $1 for no key update', [tenantId]);
  const debit = await tx.one<{ day: string; last_use_before: string | null; mandate: string }>(
    `update direct_debit set state = $3, reason = $4, ended_at = $5, ended_by = $6
     where tenant_id = $1 and id = $2 and state = 'collected'
     returning day, last_use_before, collected ->> 'mandate' as mandate`,
    [tenantId, id, kind, reason, now, operatorName],
  );
  if (kind === 'returned') return;
  await tx.fixed(
    `update tenant set sepa_last_use = (
       select coalesce(max(d.day), $3::date) from direct_debit d
       where d.tenant_id = $1 and d.collected ->> 'mandate' = $2 and d.state <> 'rejected')
     where id = $1 and trim(sepa_mandate_reference) = $2`,
    [tenantId, debit.mandate, debit.last_use_before],
  );
}
