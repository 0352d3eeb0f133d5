import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { permitDashboard } from '../access.ts';
import type { BudgetFigures } from '../model.ts';
import { filterInput, filterValues } from './filter.ts';

/**
 * Visible cost centers of the chosen companies and departments, with budgets valid on the day. Their use includes
 * documents of all people, as everywhere (BUD-05).
 */
const budgetsSql = `
  with day as materialized (
    select greatest($1::date, least($2::date, (now() at time zone app.time_zone())::date)) as day
  ), budgeted as materialized (
    select b.id as budget_id, k.id, k.number, k.shown_name as name, b.value,
        coalesce((select min(c.currency) from cost_center_client l join client c on c.id = l.client_id
          where l.cost_center_id = k.id), 'EUR') as currency
      from cost_center k
      join budget b on b.cost_center_id = k.id and b.active and (select day from day) between b.start and b."end"
      where ($3::bigint[] is null or exists (
          select from cost_center_client l where l.cost_center_id = k.id and l.client_id = any ($3)))
        and ($4::bigint[] is null or exists (
          select from department_cost_center l where l.cost_center_id = k.id and l.department_id = any ($4)))
        and ($5::bigint[] is null or k.id = any ($5))
  ), used as materialized (
    select m.budget_id, m.month, m.consumed, m.committed, b.id, b.currency
      from app.budget_months(array(select distinct id from budgeted), (select day from day)) m
      join budgeted b on b.budget_id = m.budget_id
  ), per_budget as (
    select budget_id, round(sum(consumed), 2) as consumed, round(sum(committed), 2) as committed from used group by budget_id
  ), unrated as materialized (
    select b.id, b.currency, u.kind, u.document_id
      from app.budget_unrated(array(select distinct id from budgeted), (select day from day)) u
      join budgeted b on b.budget_id = u.budget_id
  ), per_cost_center as (
    select b.id, b.number, b.name, b.currency, sum(b.value) as value,
        coalesce(sum(u.consumed), 0) as consumed, coalesce(sum(u.committed), 0) as committed
      from budgeted b left join per_budget u on u.budget_id = b.budget_id
      group by b.id, b.number, b.name, b.currency
  ), per_month as (
    select currency, month, round(sum(consumed), 2) as consumed, round(sum(committed), 2) as committed
      from used group by currency, month
  )
  select (select day from day)::text as day,
    (select coalesce(json_agg(json_build_object('id', id, 'number', number, 'name', name, 'currency', currency,
        'value', value::text, 'invoiced', (consumed - committed)::text, 'committed', committed::text,
        'without_rate', (select count(distinct (u.kind, u.document_id)) from unrated u where u.id = c.id)) order by number), '[]')
      from per_cost_center c) as cost_centers,
    (select coalesce(json_agg(json_build_object('currency', u.currency, 'count', u.count) order by u.currency), '[]')
      from (select currency, count(distinct (kind, document_id)) from unrated group by currency) u) as without_rate,
    (select coalesce(json_agg(json_build_object('currency', currency, 'month', month,
        'invoiced', (consumed - committed)::text, 'committed', committed::text) order by currency, month), '[]')
      from per_month) as months`;

/** Budgets against invoiced and committed amounts, per cost center and month (DASH-04). */
export const dashboardBudgets: QueryFunction = queryFunction({
  name: 'dashboard_budgets',
  description: 'Budgets of cost centers with invoiced and committed amounts, in total and by month.',
  isPlannedOnce: true,
  input: filterInput,
  run: async (tx, context, filter): Promise<BudgetFigures> => {
    permitDashboard(context);
    return await tx.one<BudgetFigures>(budgetsSql, filterValues(filter));
  },
});
