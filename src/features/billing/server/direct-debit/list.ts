import { type Month, monthBefore, monthOf, monthsUpTo } from '../../../../base/month.ts';
import { firstFailure } from '../../../../platform/server/database/first-failure.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../../platform/server/sepa-creditor.ts';
import type { Collection } from '../../direct-debit/collection.ts';
import type {
  DebitState,
  DirectDebits,
  ListedDebit,
  ListedFile,
  MadeDebit,
  NextDebit,
  ShownDebit,
} from '../../direct-debit/model.ts';
import { planDebits } from '../../direct-debit/plan.ts';
import { bankDay, loadDebits } from './load.ts';

const maxMonths = 24;
const maxFiles = 24;

interface Made {
  readonly id: number;
  readonly billing_id: number;
  readonly state: DebitState;
  readonly file_id: string;
  readonly reason: string | null;
  readonly collected: Collection;
}

/**
 * The bills of a month, with their collection or the reason against it, and the newest files. `tx` acts as
 * `operator`.
 */
export async function listDirectDebits(
  tx: Tx,
  asked: { readonly month: Month | undefined; readonly now: Date; readonly creditor: SepaCreditor | null },
): Promise<DirectDebits> {
  const { now, creditor } = asked;
  const today = bankDay(now);
  const months = monthsUpTo(monthBefore(monthOf(today)), maxMonths);
  const month = asked.month ?? months[0] ?? '';
  const [bills, made, files] = await firstFailure(
    loadDebits(tx, { month, tenantIds: null }),
    tx.fixed<Made & { readonly tenant_id: number }>(
      `select d.tenant_id, d.billing_id, d.id, d.state, d.file_id, d.reason, d.collected
       from direct_debit d join billing b on b.tenant_id = d.tenant_id and b.id = d.billing_id
       where b.month = ($1 || '-01')::date order by d.id desc`,
      [month],
    ),
    tx.fixed<ListedFile>(
      `select file_id as id, max(made_at) as made_at, max(made_by) as made_by, string_agg(distinct collected ->> 'scheme', ', ') as schemes,
         count(*)::integer as count, sum(amount) as total
       from direct_debit group by file_id order by 2 desc limit ${maxFiles}`,
    ),
  );
  const planned = planDebits(bills, today, creditor?.id ?? '');
  const madeOf = Map.groupBy(made, ({ tenant_id, billing_id }) => `${tenant_id} ${billing_id}`);
  return {
    month,
    months,
    creditor: creditor && { name: creditor.name, id: creditor.id },
    makes_files: creditor?.account != null,
    bills: bills.map((bill): ListedDebit => {
      const plan = planned.get(bill);
      return {
        tenant_id: bill.tenantId,
        tenant: bill.tenant,
        billing_id: bill.billingId,
        document_number: bill.documentNumber,
        amount: bill.amount,
        planned: plan?.collection ? shownOf(plan.collection) : null,
        problem: plan?.problem ?? null,
        made: (madeOf.get(`${bill.tenantId} ${bill.billingId}`) ?? []).map(madeFrom),
      };
    }),
    files,
  };
}

/** The own tenant's direct debits on its next collection day; empty if none is planned. `tx` acts as `writer`. */
export async function nextDebitsOf(
  tx: Tx,
  tenantId: number,
  now: Date,
  creditor: SepaCreditor | null,
): Promise<readonly NextDebit[]> {
  const today = bankDay(now);
  const made = tx.fixed<NextDebit>(
    `select to_char(b.month, 'YYYY-MM') as month, d.amount, d.day, d.collected ->> 'mandate' as mandate
     from direct_debit d join billing b on b.tenant_id = d.tenant_id and b.id = d.billing_id
     where d.tenant_id = $1 and d.state = 'collected' and d.day >= $2`,
    [tenantId, today],
  );
  const reported = tx.fixed<NextDebit>(
    `select to_char(month, 'YYYY-MM') as month, gross as amount, (debit ->> 'day')::date as day, debit ->> 'mandate' as mandate
     from billing
     where tenant_id = $1 and debit is not null and state in ('open', 'done') and (debit ->> 'day')::date >= $2`,
    [tenantId, today],
  );
  const planned = creditor?.account ? plannedOf(tx, tenantId, now, creditor.id) : [];
  const all = (await Promise.all([made, reported, planned]))
    .flat()
    .toSorted((left, right) => left.day.localeCompare(right.day) || left.month.localeCompare(right.month));
  return all.filter(({ day }) => day === all[0]?.day);
}

async function plannedOf(
  tx: Tx,
  tenantId: number,
  now: Date,
  creditorId: string,
): Promise<readonly NextDebit[]> {
  const bills = await loadDebits(tx, { month: null, tenantIds: [tenantId] });
  return [...planDebits(bills, bankDay(now), creditorId)].flatMap(([{ month, amount }, { collection }]) =>
    collection ? [{ month, amount, day: collection.day, mandate: collection.mandate }] : [],
  );
}

function madeFrom({ id, state, file_id, reason, collected }: Made): MadeDebit {
  return { id, state, file_id, reason, reference: collected.reference, ...shownOf(collected) };
}

function shownOf({ day, scheme, sequence, mandate, amendment }: Collection): ShownDebit {
  return { day, scheme, sequence, mandate, is_amended: amendment !== null };
}
