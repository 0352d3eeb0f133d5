import { addDays } from '../src/base/day.ts';
import { searchedWords } from '../src/base/search.ts';
import { countedAtMost } from '../src/features/overview/documents-query.ts';
import type { FilterFacts, OrderBy, OverviewFilter, OverviewTab } from '../src/features/overview/filter.ts';
import { columnsOf } from '../src/features/overview/place-in-order.ts';
import { daysOfRange } from '../src/features/overview/time-range.ts';

/** A hand-written statement that uses the tables, their indexes and the person's visibility. */
export interface HandStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface HandView {
  readonly tab: OverviewTab;
  readonly filter: OverviewFilter;
  readonly order: OrderBy;
  readonly facts: FilterFacts;
  /** The person sees only own documents. */
  readonly isInvolvedOnly: boolean;
}

/** Fifty rows of the overview. */
export function rowsByHand(view: HandView): HandStatement {
  const { where, values } = narrowed(view);
  const order = view.order
    .flatMap((entry) => Object.entries(entry))
    .map(([column, direction]) => `d.${column} ${direction.replace('_nulls_', ' nulls ')}`);
  const placed = columnsOf(view.order).filter((column) => !rowColumns.includes(column));
  const shown = [...rowColumns, ...placed];
  const keys = ['tenant_id', 'supplier_id', 'step_user_id', 'step_for_user_id', 'invoice_id'];
  const read = [...new Set([...shown, ...keys])].map((column) => `d.${column}`);
  const fields = shown.map((column) => `'${column}', d.${column}`).join(', ');
  return {
    sql: `
      select json_build_object('data', json_build_object('part0', coalesce(json_agg(json_build_object(${fields},
        'supplier', (select json_build_object('name', s.name) from supplier s
          where s.tenant_id = d.tenant_id and s.id = d.supplier_id),
        'step_user', (select json_build_object('id', u.id, 'name', u.name) from lb_user u where u.tenant_id = d.tenant_id and u.id = d.step_user_id),
        'step_for_user', (select json_build_object('name', u.name) from lb_user u where u.tenant_id = d.tenant_id and u.id = d.step_for_user_id)
        ${view.tab === 'tasks' ? payment : ''})), '[]')))::text as body
      from (select ${read.join(', ')} from document d where ${where} order by ${order.join(', ')} limit 50) d`,
    values,
  };
}

/** The payment date of an invoice, shown in the tasks (OVW-10). */
const payment = `, 'payment', (select json_build_object('paid', i.paid, 'due_date', i.due_date, 'amount_due', i.amount_due,
  'discount_1_date', i.discount_1_date, 'discount_1_amount', i.discount_1_amount, 'discount_2_date', i.discount_2_date,
  'discount_2_amount', i.discount_2_amount) from invoice i where i.tenant_id = d.tenant_id and i.id = d.invoice_id)`;

/** The number of hits, up to the limit of the page. */
export function countByHand(view: HandView): HandStatement {
  const { where, values } = narrowed(view);
  return {
    sql: `
      select json_build_object('data', json_build_object('document_aggregate', json_build_object('aggregate',
        json_build_object('count', count(*)))))::text as body
      from (select from document d where ${where} limit ${countedAtMost + 1}) d`,
    values,
  };
}

function narrowed(view: HandView): { readonly where: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  return { where: conditions(view, (value) => `$${values.push(value)}`).join(' and '), values };
}

const rowColumns: readonly string[] = [
  'kind',
  'id',
  'number',
  'name',
  'status',
  'currency',
  'total_netto',
  'created_at',
  'delivery_date',
  'due_date',
  'waiting_since',
  'asked_ids',
  'reminded_ids',
  'content_version',
  'step',
  'step_kind',
];

type Parameter = (value: unknown) => string;

function conditions(view: HandView, parameter: Parameter): readonly string[] {
  const { tab, filter, facts, isInvolvedOnly } = view;
  return [
    `d.kind = '${tab === 'invoice' ? tab : 'procurement'}'`,
    ...(isInvolvedOnly ? ['d.concerned_ids && app.persons()'] : []),
    ...ofTab(tab, filter, facts, parameter),
    ...searchedWords(filter.text).map(
      (forms) => `d.search_text like any (${parameter(forms.map((form) => `%${form}%`))})`,
    ),
    ...ofReferences(filter, parameter),
    ...ofContract(filter, parameter),
    ...ofAmount(filter, parameter),
    ...ofRange(filter, facts, parameter),
    ...(filter.isOverdue
      ? [`d.${tab === 'tasks' ? 'urgent_on' : 'owed_on'} < ${parameter(facts.today)}`]
      : []),
  ];
}

function ofTab(tab: OverviewTab, { status }: OverviewFilter, { userId }: FilterFacts, parameter: Parameter) {
  if (tab === 'drafts') return ["d.status = 'draft'", `d.creator_id = ${parameter(userId)}`];
  const inStatus = status.length === 0 ? "d.status <> 'draft'" : `d.status = any (${parameter(status)})`;
  if (tab !== 'tasks') return [inStatus];
  const person = parameter([userId]);
  return [
    inStatus,
    'd.has_tasks',
    `(d.assignee_ids @> ${person} or d.asked_ids @> ${person} or d.reminded_ids @> ${person})`,
  ];
}

function ofReferences({ references }: OverviewFilter, parameter: Parameter) {
  return Object.entries(references).flatMap(([key, ids]) => {
    if (ids.length === 0) return [];
    if (key === 'responsible') return [underContract(`c.responsible_id = any (${parameter(ids)})`)];
    const isList = key === 'supplier' || key === 'assignee';
    return [isList ? `d.${key}_ids && ${parameter(ids)}` : `d.${key}_id = any (${parameter(ids)})`];
  });
}

function ofContract({ words }: OverviewFilter, parameter: Parameter) {
  const categories = words.contract_category ?? [];
  if (categories.length === 0) return [];
  return [underContract(`c.category = any (${parameter(categories)})`)];
}

/** A condition on a contract, which for contracts is the document itself. */
function underContract(condition: string): string {
  return `d.under_contract_id is not null and exists (select from contract c where c.tenant_id = d.tenant_id
    and c.id = d.under_contract_id and ${condition})`;
}

function ofAmount({ amountFrom, amountTo }: OverviewFilter, parameter: Parameter) {
  return [
    ...(amountFrom === null ? [] : [`d.company_netto_cents >= ${parameter(`${amountFrom}00`)}`]),
    ...(amountTo === null ? [] : [`d.company_netto_cents <= ${parameter(`${amountTo}00`)}`]),
  ];
}

function ofRange(
  { range, dateField }: OverviewFilter,
  { today, timeZone }: FilterFacts,
  parameter: Parameter,
) {
  if (range === null) return [];
  const { from, to } = daysOfRange(range, today);
  if (dateField === 'delivery') return [`d.delivery_date between ${parameter(from)} and ${parameter(to)}`];
  const zone = parameter(timeZone);
  const instant = (day: string): string => `(${parameter(day)}::date::timestamp at time zone ${zone})`;
  return [`d.created_at >= ${instant(from)} and d.created_at < ${instant(addDays(to, 1))}`];
}
