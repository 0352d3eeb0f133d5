import type { DashboardAnswers } from '../src/features/dashboard/query.ts';

export type DashboardPart = keyof DashboardAnswers;

type Row = Readonly<Record<string, string | number | null>>;

/**
 * The sums of a part in hand-written SQL with the person's visibility. Names of records and the cut of long lists are
 * left out.
 */
interface ByHand<Part extends DashboardPart> {
  /** Its values are the tenant, the person and both days. */
  readonly sql: (seen: string) => string;
  /** The values on which both answers must agree. */
  readonly ofProduct: (answer: DashboardAnswers[Part]) => readonly string[];
  readonly ofHand: (rows: readonly Row[]) => readonly string[];
}

const inTime = `d.created_at >= $3::date::timestamp at time zone 'Europe/Berlin'
  and d.created_at < ($4::date + 1)::timestamp at time zone 'Europe/Berlin'`;

const whole = (amount: unknown): number => Math.round(Number(amount));

const parts: { readonly [Part in DashboardPart]: ByHand<Part> } = {
  dashboard_figures: {
    sql: (seen) => `
      select d.kind, d.company_currency as currency, d.status, d.department_id, d.cost_center_id, d.ledger_account_id,
        grouping(d.status, d.department_id, d.cost_center_id, d.ledger_account_id) as dimension,
        count(*)::int as count, sum(d.company_netto) as net
      from document d where ${seen} and ${inTime}
      group by d.kind, d.company_currency,
        grouping sets ((), (d.status), (d.department_id), (d.cost_center_id), (d.ledger_account_id))`,
    ofProduct: (answer) => answer.filter(({ dimension }) => dimension === null).map(reported),
    ofHand: (rows) => rows.filter(({ dimension }) => dimension === 15).map(reported),
  },
  dashboard_budgets: {
    sql: () => `
      select b.cost_center_id, date_trunc('month', a.day)::date as month, sum(a.net) as used, sum(a.committed) as committed
      from budget b join budget_amount a on a.tenant_id = b.tenant_id and a.cost_center_id = b.cost_center_id
        and a.day between b.start and b."end"
      where b.tenant_id = $1 and b.active and $4::date between b.start and b."end" group by 1, 2`,
    ofProduct: ({ months }) => months.map(({ month, committed }) => `${month} ${whole(committed)}`),
    ofHand: (rows) =>
      [...Map.groupBy(rows, ({ month }) => month)].map(
        ([month, own]) =>
          `${month} ${whole(own.reduce((sum, row) => sum + Number(row.committed), 0).toFixed(2))}`,
      ),
  },
  dashboard_products: {
    sql: (seen) => `
      select l.product_id, l.unit, d.company_currency as currency, sum(l.quantity) as quantity, sum(l.total_netto) as net
      from document d join procurement_line l on l.tenant_id = d.tenant_id and l.procurement_id = d.id
      where ${seen} and ${inTime} and d.kind = 'procurement' group by 1, 2, 3 order by sum(l.total_netto) desc limit 20`,
    ofProduct: (answer) => answer.filter(({ by_value }) => by_value <= 20).map(({ net }) => `${whole(net)}`),
    ofHand: (rows) => rows.map(({ net }) => `${whole(net)}`),
  },
  dashboard_contracts: {
    sql: (seen) =>
      `select count(*)::int as count from document d where ${seen} and d.kind = 'contract' and d.status = 'active'`,
    ofProduct: ({ active }) => [String(active.reduce((sum, { count }) => sum + count, 0))],
    ofHand: (rows) => rows.map(({ count }) => String(count)),
  },
  dashboard_turn_around: {
    sql: () => `
      select e.type as step, count(*)::int as count,
        extract(epoch from percentile_cont(0.5) within group (order by e.completed_at - b.completed_at)) as median
      from timeline_entry e
      join timeline_entry b on b.tenant_id = e.tenant_id and b.timeline_id = e.timeline_id and b.entry_no = e.entry_no - 1
      where e.tenant_id = $1 and e.lb_user_id = $2 and e.status in ('approved', 'declined')
        and e.completed_at >= $3::date::timestamp at time zone 'Europe/Berlin'
        and e.completed_at < ($4::date + 1)::timestamp at time zone 'Europe/Berlin' group by 1`,
    ofProduct: (answer) => answer.map(({ step, count }) => `${step} ${count}`),
    ofHand: (rows) => rows.map(({ step, count }) => `${step} ${count}`),
  },
};

function reported({
  kind,
  count,
  net,
}: { readonly [Key in 'kind' | 'count' | 'net']?: Row[string] }): string {
  return `${kind} ${count} ${whole(net)}`;
}

/** The rows as one text in the column `body`. */
export function dashboardByHand(part: DashboardPart, isInvolvedOnly: boolean): string {
  const involved = isInvolvedOnly ? 'and d.concerned_ids && array[$2]::bigint[]' : '';
  const seen = `d.tenant_id = $1 and d.status <> 'draft' ${involved}`;
  return `
    with typed as (select $1::bigint, $2::bigint, $3::date, $4::date)
    select coalesce(json_agg(s), '[]')::text as body from (${parts[part].sql(seen)}) s`;
}

/** Throws with the sums of both answers when they differ. */
export function requireSameSums<Part extends DashboardPart>(part: Part, product: string, hand: string): void {
  const { data } = JSON.parse(product) as { data: Pick<DashboardAnswers, Part> };
  const byHand: ByHand<Part> = parts[part];
  const ours = byHand.ofProduct(data[part]).toSorted();
  const theirs = byHand.ofHand(JSON.parse(hand) as readonly Row[]).toSorted();
  if (ours.join() === theirs.join()) return;
  throw new Error(
    `${part}: the product answers ${ours.slice(0, 20).join()}\nand the SQL ${theirs.slice(0, 20).join()}`,
  );
}
