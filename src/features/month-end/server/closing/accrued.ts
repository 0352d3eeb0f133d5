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

/**
 * Goods received and services of contracts until the day that are not invoiced and in no batch of the day, as the person
 * sees them.
 */
export async function accruedIn(
  tx: Tx,
  { day, client, department, cost_center }: Omit<MonthEndQuery, 'list'> & { readonly day: Day },
): Promise<readonly Accrued[]> {
  const scope = { client, department, cost_center };
  const booked = await tx.as('writer').one<Booked>(selectBooked, [client, day]);
  const goods = (await isListOn(tx, 'received_not_invoiced'))
    ? await tx.query<Accrued>(accruedGoods, [day, client, department, cost_center, booked.lines])
    : [];
  const services = (await isListOn(tx, 'services_not_invoiced'))
    ? await unbilledServices(tx, { list: 'services_not_invoiced', day, ...scope })
    : [];
  return [...goods, ...services.filter(({ id }) => id === null || !booked.contracts.includes(id))];
}

/** What the batches of a closed month book. */
interface Booked {
  readonly lines: readonly number[];
  readonly contracts: readonly number[];
}

const selectBooked = `
  with files as (
    select f.booked_lines, f.booked_contracts from closed_month m join closed_month_file f on f.closed_month_id = m.id
    where m.client_id = $1 and m.day = $2::date
  )
  select array(select unnest(booked_lines) from files) as lines, array(select unnest(booked_contracts) from files) as contracts`;

/** The number of accruals that can be booked now and are in no batch of the day. */
export async function addableAccruals(tx: Tx, client: number, day: Day): Promise<number> {
  const company = await accruingCompany(tx, client);
  if (company === null) return 0;
  const accrued = await accruedIn(tx, { day, client, department: null, cost_center: null });
  return accrued.filter((one) => lackOf(one, company) === null).length;
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
