import { distinct } from '../../base/distinct.ts';
import { type Amount, compareAmounts, minus } from '../../base/money.ts';
import type { Tx } from '../../platform/server/database.ts';
import {
  type BudgetedAmount,
  type BudgetScope,
  type CountedAmount,
  coveredBy,
  exceededBy,
  leftAfter,
} from '../budget/budget-scope.ts';
import { countedUnder, restsAbove } from '../budget/rests-above.ts';
import { type ExceededBudget, holdCostCenters } from './budget-store.ts';

/** A document whose amounts count on days of their own, less the documents under it (DASH-09). */
export interface SpreadUse {
  /** The document in force that counts these amounts, or will. */
  readonly countedId: number;
  /**
   * The amounts once it is in force, in the company's currency, before documents under it are taken off; empty where
   * it counts in no budget. Runs as writer.
   *
   * @param isLocking whether the locks that precede those of cost centers are taken
   */
  readonly spread: (tx: Tx, isLocking: boolean) => Promise<readonly CountedAmount[]>;
}

interface BudgetRow extends BudgetScope {
  readonly id: number;
  readonly name: string;
  readonly cost_center_id: number;
  readonly cost_center: string;
  readonly value: Amount;
  readonly consumed: Amount;
  readonly start: string;
  readonly end: string;
  /** The first of the amounts' days on which it is valid. */
  readonly asked_on: string;
  /** The day on which this row was computed. */
  readonly day: string;
  /** What the document in force counts already. */
  readonly rests: readonly CountedAmount[];
  /** What documents under it count. */
  readonly under: Amount;
}

/**
 * The budgets that the spread amounts overdraw. A budget from which they take no more than is counted already is not
 * overdrawn by them. Locks the cost centers like `loadExceededBudgets`.
 */
export async function loadExceededBySpread(
  tx: Tx,
  {
    countedId,
    spread,
    approvingClientId,
    isLocking,
  }: SpreadUse & {
    readonly approvingClientId: number | null;
    readonly isLocking: boolean;
  },
): Promise<ExceededBudget[]> {
  const amounts = await spread(tx, isLocking);
  const costCenters = distinct(amounts.map(({ cost_center_id }) => cost_center_id));
  if (costCenters.length === 0) return [];
  if (isLocking) holdCostCenters(tx, costCenters);
  const days = amounts.map(({ day }) => day);
  const rows = await tx.fixed<BudgetRow>(budgetsOfDays, [costCenters, days, approvingClientId, countedId]);
  return rows.flatMap((budget) => {
    const { id, name, cost_center_id, cost_center, value, consumed, day, rests, under } = budget;
    if (budget.asked_on !== day) return [];
    const siblings = rows.filter((row) => row.day === day && row.cost_center_id === cost_center_id);
    const part = (all: readonly CountedAmount[]): Amount =>
      coveredBy(budget, siblings, cost_center_id, inPeriod(budget, all));
    const [own, counted] = [part(leftAfter(amounts, under)), part(rests)];
    if (compareAmounts(own, counted) <= 0) return [];
    const exceeded_by = exceededBy({ value, used: minus(consumed, counted) }, own);
    return exceeded_by === null ? [] : [{ budget_id: id, name, cost_center_id, cost_center, exceeded_by }];
  });
}

function inPeriod(
  { start, end }: Pick<BudgetRow, 'start' | 'end'>,
  amounts: readonly CountedAmount[],
): readonly BudgetedAmount[] {
  return amounts.filter(({ day }) => start <= day && day <= end);
}

/** The budgets valid on the first day of each that has an amount, with those beside them. */
const budgetsOfDays = `
  with asked as (
    select distinct on (b.id) b.id, d.day
    from budget b join unnest($2::date[]) as d (day) on d.day between b.start and b."end"
    where b.cost_center_id = any ($1) and b.active order by b.id, d.day
  ), counted as (
    select m.is_blocking, ${restsAbove({ id: '$4', except: 'null', isDecided: 'm.is_blocking' })} as rests,
      ${countedUnder({ id: '$4', isDecided: 'm.is_blocking' })} as under
    from (select exists (select from client where id = $3 and when_budget_exceeded = 'block') as is_blocking) m
  )
  select b.id, b.name, b.cost_center_id, c.name as cost_center, b.ledger_account_id, b.not_allocated, b.value, u.consumed,
    b.start, b."end", d.day, a.day as asked_on, k.rests, k.under
  from counted k
  cross join (select distinct day from asked) d
  cross join lateral app.budget_use($1, d.day, null, k.is_blocking) u
  join budget b on b.id = u.budget_id
  join cost_center c on c.id = b.cost_center_id
  join asked a on a.id = b.id
  order by b.id, d.day`;
