import { amountOf, isZero, minus } from '../../base/money.ts';
import { defaultCurrency } from '../../platform/constants.ts';
import { type Context, hasRole } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { BriefBudget, BriefFact, BriefLine, BriefRate, Committed, DocumentBrief } from '../brief.ts';
import { type BudgetRow, budgetFigures } from '../budget/budget-figures.ts';
import type { CountedAmount } from '../budget/budget-scope.ts';
import type { Kind } from '../kind.ts';

/** A document kind whose mails summarise the document. */
export interface ReportedKind extends Kind {
  /** The commitment of a document as of today, for kinds where it is not the total (CON-39). Runs as writer. */
  readonly committed?: (tx: Tx, id: number) => Promise<Committed>;
}

interface HeadRow extends Pick<DocumentBrief, 'number' | 'name' | 'creator' | 'company' | 'currency'> {
  readonly suppliers: readonly string[];
  readonly company_currency: string | null;
  /** Absent for readers without prices. */
  readonly net?: string;
  readonly gross?: string | null;
}

/**
 * The summary of a document for a decision. `tx` acts as the reader, so that it contains what the person may see
 * (ROLE-07). Contains the first `maxLines` lines.
 */
export async function loadBrief(
  tx: Tx,
  context: Context,
  kind: ReportedKind,
  id: number,
  maxLines: number,
): Promise<DocumentBrief> {
  const seesPrices = hasRole(context, 'user-price');
  const [head, facts, lines, costCenters, budgets, rate, commitment] = await Promise.all([
    tx.one<HeadRow>(
      `select d.number, d.name, d.currency, c.name as company, c.currency as company_currency,
              (select name from lb_user u where u.id = d.creator_id) as creator,
              array(select s.name from supplier s where s.id = any (d.supplier_ids) order by s.name) as suppliers
              ${seesPrices ? ', d.total_netto as net, d.total_brutto as gross' : ''}
       from document d left join client c on c.id = d.client_id
       where d.kind = $1 and d.id = $2`,
      [kind.name, id],
    ),
    factsOf(tx, kind, id),
    linesOf(tx, kind, id, maxLines, seesPrices),
    costCentersOf(tx, kind, id),
    seesPrices ? budgetsOf(tx, kind, id) : [],
    seesPrices && kind.hasCurrency ? rateOf(tx, kind, id) : null,
    seesPrices && kind.committed ? kind.committed(tx.as('writer'), id) : null,
  ]);
  const { company_currency, net = null, gross = null, ...rest } = head;
  const currency = company_currency ?? defaultCurrency;
  return {
    ...rest,
    net,
    gross,
    rate,
    commitment,
    costCenters,
    facts,
    lines: lines.map(({ total: _, net: ofLine = null, ...line }) => ({ ...line, net: ofLine })),
    lineCount: lines[0]?.total ?? 0,
    budgets: budgets.map((budget) => ({ ...budget, currency })),
  };
}

async function factsOf(tx: Tx, { name, briefColumns = [] }: Kind, id: number): Promise<BriefFact[]> {
  if (briefColumns.length === 0) return [];
  const row = await tx.one<Readonly<Record<string, string | null>>>(
    `select ${briefColumns.map(({ column }) => `${column}::text as ${column}`).join(', ')} from ${name} where id = $1`,
    [id],
  );
  return briefColumns.flatMap((fact) => {
    const value = row[fact.column];
    return value ? [{ ...fact, value }] : [];
  });
}

/** Null for a document in the currency of its company (BUD-08). */
async function rateOf(tx: Tx, { name }: Kind, id: number): Promise<BriefRate | null> {
  const [rate] = await tx.fixed<BriefRate>(
    `select c.currency, trim_scale(d.exchange_rate) as rate, d.rate_date as day, coalesce(d.rate_source, 'typed') as source
     from ${name} d join client c on c.id = d.client_id
     where d.id = $1 and d.currency <> c.currency and d.exchange_rate is not null`,
    [id],
  );
  return rate ?? null;
}

type LineRow = Omit<BriefLine, 'net'> & { readonly net?: string | null; readonly total: number };

async function linesOf(
  tx: Tx,
  { name, shortLine }: Kind,
  id: number,
  maxLines: number,
  seesPrices: boolean,
): Promise<LineRow[]> {
  if (shortLine === undefined) return [];
  const { text, unit, net } = shortLine;
  return await tx.fixed<LineRow>(
    `select ${text} as text, trim_scale(quantity) as quantity, ${unit ?? 'null::text'} as unit,
            (count(*) over ())::integer as total ${seesPrices ? `, ${net} as net` : ''}
     from ${name}_line where ${name}_id = $1 order by sort_no, id limit $2`,
    [id, maxLines],
  );
}

async function costCentersOf(tx: Tx, { name, shortLine }: Kind, id: number): Promise<string[]> {
  const column = shortLine?.costCenter ?? null;
  const ofLines = column === null ? '' : `union select ${column} from ${name}_line where ${name}_id = $1`;
  const rows = await tx.fixed<{ label: string }>(
    `select concat_ws(' ', number, name) as label from cost_center
     where id in (select cost_center_id from ${name} where id = $1 ${ofLines})
     order by number, name`,
    [id],
  );
  return rows.map(({ label }) => label);
}

interface BudgetAndCenter extends BudgetRow {
  readonly cost_center_id: number;
  readonly cost_center: string;
}

/** The budgets that count the document, with the remainder before and after it (BUD-04, BUD-05). */
async function budgetsOf(tx: Tx, { name }: Kind, id: number): Promise<Omit<BriefBudget, 'currency'>[]> {
  const { counted: rows } = await tx.one<{
    counted: readonly (Omit<CountedAmount, 'net'> & { net: number })[];
  }>('select app.counted_amounts($1, $2) as counted', [name, id]);
  const counted = rows.map((row) => ({ ...row, net: amountOf(row.net) }));
  const budgets = await tx.fixed<BudgetAndCenter>(
    `select b.id, b.name, b.value, b.start, b."end", b.not_allocated, b.ledger_account_id, b.cost_center_id,
            concat_ws(' ', c.number, c.name) as cost_center, app.budget_consumed(b.id) as consumed
     from budget b join cost_center c on c.id = b.cost_center_id
     where b.active and exists (
       select from unnest($1::bigint[], $2::date[]) as counted (cost_center_id, day)
       where counted.cost_center_id = b.cost_center_id and counted.day between b.start and b."end")
     order by c.number, b.id`,
    [counted.map((one) => one.cost_center_id), counted.map((one) => one.day)],
  );
  return budgets.flatMap((budget) => {
    const { cost_center_id: costCenterId, cost_center: costCenter } = budget;
    const siblings = budgets.filter((other) => other.cost_center_id === costCenterId);
    // The document is counted already, so that the day for planned amounts does not matter.
    const use = { costCenterId, day: budget.start, counted, planned: null, above: [] };
    const figures = budgetFigures(siblings, use).find((one) => one.id === budget.id);
    if (figures === undefined || isZero(figures.own)) return [];
    const before = minus(figures.value, figures.used);
    return [{ name: budget.name, costCenter, before, after: figures.free }];
  });
}
