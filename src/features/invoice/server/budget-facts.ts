import type { Day } from '../../../base/day.ts';
import { fiscalYearStart } from '../../../base/fiscal-year.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { InvoiceFacts } from '../model.ts';

/** Reads `known_since` only for invoice dates over a year before the company's creation; later years are known. */
const selectFacts = `with parts as (
    select coalesce(l.cost_center_id, i.cost_center_id) as center, coalesce(i.procurement_id, l.procurement_line_id) as ordered,
      l.id is null or l.total_netto <> 0 as is_charged
    from invoice i left join invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id where i.id = $1
  ), booked as (
    select center as id from parts union select cost_center_id from invoice where id = $1
  ), of_company as (
    select b.start, b."end" from invoice i join cost_center_client l on l.client_id = i.client_id
      join budget b on b.cost_center_id = l.cost_center_id where i.id = $1
  )
  select i.invoice_date, coalesce(c.fiscal_year_start, '01-01') as fiscal_year_start,
    exists (select from booked k join budget b on b.cost_center_id = k.id
      where i.invoice_date is not null and (now() at time zone app.time_zone())::date between b.start and b."end"
        and not exists (select from budget o where o.cost_center_id = k.id and i.invoice_date between o.start and o."end"))
    as is_out,
    exists (select from booked k join budget b on b.cost_center_id = k.id and b.active
      where (select (r.covered ->> 'day')::date from approval_record r where r.tenant_id = app.tenant_id() and r.invoice_id = $1
          and r.state <> 'asked' order by r.id desc limit 1) between b.start and b."end"
        and i.invoice_date not between b.start and b."end")
    as is_moved,
    exists (select from parts where center is null and ordered is null and is_charged)
      and exists (select from of_company where i.invoice_date between start and "end") as is_in_none,
    case when i.invoice_date < came.day then least(came.day, (select min(start) from of_company),
      (select min(o.invoice_date) from invoice o where o.client_id = c.id and o.exported_at is not null and o.id <> i.id)) end
    as known_since
  from invoice i left join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
  left join lateral (select ((c.created_at at time zone app.time_zone())::date - interval '1 year')::date as day) came on true
  where i.id = $1`;

interface FactsRow {
  readonly invoice_date: Day | null;
  /** `MM-DD` */
  readonly fiscal_year_start: string;
  readonly is_out: boolean;
  readonly is_moved: boolean;
  readonly is_in_none: boolean;
  /** The earliest known day of the company; null if the invoice is not older. */
  readonly known_since: Day | null;
}

/**
 * Whether the invoice counts in no budget because it has no cost center (BUD-03), whether its date is outside the
 * budgets that its cost centers have today or had on its approved date, and whether it is before the first fiscal year
 * of its company (INV-32):
 * the earliest of the years of its first budget, its first booking, and one year before the company was created. Runs
 * as writer.
 */
export async function loadBudgetFacts(
  tx: Tx,
  id: number,
): Promise<Pick<InvoiceFacts, 'isOutOfBudget' | 'isMovedFromBudget' | 'isInNoBudget' | 'isBeforeFirstYear'>> {
  const { invoice_date: day, known_since: since, ...row } = await tx.one<FactsRow>(selectFacts, [id]);
  return {
    isOutOfBudget: row.is_out,
    isMovedFromBudget: row.is_moved,
    isInNoBudget: row.is_in_none,
    isBeforeFirstYear: day !== null && since !== null && day < fiscalYearStart(since, row.fiscal_year_start),
  };
}
