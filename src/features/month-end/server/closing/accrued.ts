import type { Day } from '../../../../base/day.ts';
import { round } from '../../../../base/money.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { exportingCompany } from '../../../accounting-export/server/store.ts';
import { type Accrued, type AccruingCompany, lackOf } from '../../accruals.ts';
import type { MonthEndQuery, MonthEndRow } from '../../model.ts';
import { unbilledServices } from '../contracts.ts';
import { accruedGoods } from '../order-lines.ts';
import { isListOn } from '../permission.ts';

/** Whether a company `c` can book accruals at DATEV. */
export const canAccrue =
  'c.accrual_account is not null and c.consultant_number is not null and c.client_number is not null';

type Company = Awaited<ReturnType<typeof exportingCompany>> & AccruingCompany;

/** A company with the accounts that accruals need; null if it cannot book them. */
export async function accruingCompany(tx: Tx, client: number): Promise<Company | null> {
  const writer = tx.as('writer');
  const settings = await writer.maybeOne<{ accrual_account: string; charted: readonly string[] }>(
    `select c.accrual_account, array(select k.account from client_chart_account k where k.client_id = c.id) as charted
     from client c where c.id = $1 and ${canAccrue}`,
    [client],
  );
  if (settings === undefined) return null;
  const { accrual_account, charted } = settings;
  return { ...(await exportingCompany(writer, client)), accrual_account, charted: new Set(charted) };
}

/** Goods received and services of contracts until the day that are not invoiced, as the person sees them. */
export async function accruedIn(
  tx: Tx,
  { day, client, department, cost_center }: Omit<MonthEndQuery, 'list'> & { readonly day: Day },
): Promise<readonly Accrued[]> {
  const scope = { client, department, cost_center };
  const goods = (await isListOn(tx, 'received_not_invoiced'))
    ? await tx.query<Accrued>(accruedGoods, [day, client, department, cost_center])
    : [];
  const services = (await isListOn(tx, 'services_not_invoiced'))
    ? await unbilledServices(tx, { list: 'services_not_invoiced', day, ...scope })
    : [];
  return [...goods, ...services];
}

/** The list of amounts that accruals cannot book, each with what it lacks (DASH-08). Empty without a company. */
export async function accrualsLeftOut(tx: Tx, query: MonthEndQuery): Promise<MonthEndRow[]> {
  const company = query.client === null ? null : await accruingCompany(tx, query.client);
  if (company === null) return [];
  const accrued = await accruedIn(tx, query);
  return accrued.flatMap((one) => {
    const lack = lackOf(one, company);
    return lack === null ? [] : [{ ...one, document: one.kind, net: round(one.net, 2), lack }];
  });
}
