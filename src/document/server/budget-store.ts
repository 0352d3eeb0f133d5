import type { Day } from '../../base/day.ts';
import { distinct } from '../../base/distinct.ts';
import { type Amount, minus, round, sum, times } from '../../base/money.ts';
import type { Tx } from '../../platform/server/database.ts';
import {
  type BudgetedAmount,
  type BudgetScope,
  type CountedAmount,
  coveredBy,
  exceededBy,
  takenOff,
} from '../budget/budget-scope.ts';
import { restsAbove } from '../budget/rests-above.ts';

/** The planned amounts of a document, in its own currency. */
interface PlannedUse {
  /** The document itself, which the consumption excludes. */
  readonly exceptId: number;
  /** Company currency per unit of the document's currency. */
  readonly rate: Amount;
  readonly amounts: readonly BudgetedAmount[];
  /** Its contract, of which it takes off what counts (DASH-09); null without one. */
  readonly aboveId: number | null;
}

/** A document whose saved amounts already count. */
interface KeptUse {
  readonly kept: { readonly kind: string; readonly id: number };
  /** The cost centers that its amounts may use. */
  readonly costCenterIds: readonly (number | null)[];
}

/**
 * The day that determines the period (BUD-03). An instant becomes a day in the tenant's time zone (GEN-14); null is
 * now.
 */
type BudgetDay = { readonly day: Day } | { readonly instant: string | null };

/** The amounts of a document on the budgets of a day. */
export type BudgetedDocument = { readonly on: BudgetDay } & (PlannedUse | KeptUse);

export type BudgetQuestion = BudgetedDocument & {
  /**
   * The company asked for an approval; null without one. Where it blocks exceeded budgets, documents waiting for
   * approval are excluded (BUD-04).
   */
  readonly approvingClientId: number | null;
  /** Locks the cost centers first, so that the sum still holds when the caller commits. */
  readonly isLocking: boolean;
};

/** A budget that would become negative, with the excess including all other requests (BUD-06). */
export interface ExceededBudget {
  readonly budget_id: number;
  readonly name: string;
  readonly cost_center_id: number;
  readonly cost_center: string;
  readonly exceeded_by: Amount;
}

interface BudgetRow extends BudgetScope {
  readonly id: number;
  readonly name: string;
  readonly cost_center_id: number;
  readonly cost_center: string;
  readonly value: Amount;
  readonly consumed: Amount;
  /** The amounts of the document that the consumption includes, in the company's currency. */
  readonly kept: readonly BudgetedAmount[];
  /** What the contract of the document counts without it, in the company's currency. */
  readonly above: readonly CountedAmount[];
  readonly start: Day;
  readonly end: Day;
}

/**
 * The budgets that this document overdraws (BUD-02 to BUD-06). Locks the cost centers in id order and sums in the
 * next statement, as writer, so that of two simultaneous documents the second sees the first.
 */
export async function loadExceededBudgets(tx: Tx, question: BudgetQuestion): Promise<ExceededBudget[]> {
  const { on } = question;
  const { exceptId, kept, costCenterIds, aboveId } = asked(question);
  const costCenters = distinct(costCenterIds);
  if (costCenters.length === 0) return [];
  if (question.isLocking) holdCostCenters(tx, costCenters);
  const budgets = await tx.fixed<BudgetRow>(budgetsWithConsumption, [
    costCenters,
    'day' in on ? on.day : null,
    exceptId,
    question.approvingClientId,
    kept?.kind ?? null,
    kept?.id ?? null,
    'day' in on ? null : on.instant,
    aboveId,
  ]);
  const planned = 'kept' in question ? [] : question.amounts.filter((one) => one.cost_center_id !== null);
  const net = 'kept' in question ? '0' : times(sum(planned.map((one) => one.net)), question.rate);
  return budgets.flatMap((budget) => {
    const { id, name, cost_center_id, cost_center, value, consumed } = budget;
    const ofSameCostCenter = budgets.filter((other) => other.cost_center_id === cost_center_id);
    const part = (amounts: readonly BudgetedAmount[]) =>
      coveredBy(budget, ofSameCostCenter, cost_center_id, amounts);
    const counted = part(budget.kept);
    const own = 'kept' in question ? counted : round(times(part(question.amounts), question.rate), 2);
    const released = part(
      takenOff(budget.above, net).filter(({ day }) => budget.start <= day && day <= budget.end),
    );
    const used = minus(minus(consumed, counted), released);
    const exceeded_by = exceededBy({ value, used }, own);
    return exceeded_by === null ? [] : [{ budget_id: id, name, cost_center_id, cost_center, exceeded_by }];
  });
}

/**
 * Locks cost centers, so that the sums of their budgets hold until the commit. Must precede locks on orders (BUD-06).
 */
export function holdCostCenters(tx: Tx, ids: readonly (number | null)[]): void {
  const costCenters = distinct(ids);
  if (costCenters.length > 0)
    tx.send('select id from cost_center where id = any ($1) order by id for no key update', [costCenters]);
}

/** The query arguments: consumption without the document, or including its saved amounts. */
function asked(question: BudgetQuestion) {
  if ('kept' in question) return { ...question, exceptId: null, aboveId: null };
  const costCenterIds = question.amounts.map((amount) => amount.cost_center_id);
  return { ...question, kept: null, costCenterIds };
}

const budgetsWithConsumption = `
  select b.id, b.name, b.cost_center_id, c.name as cost_center, b.ledger_account_id, b.not_allocated, b.value, u.consumed,
    b.start, b."end",
    (select coalesce(json_agg(json_build_object(
       'cost_center_id', k.cost_center_id, 'ledger_account_id', k.ledger_account_id, 'net', k.net::text)), '[]')
     from app.kept_amounts($5, $6) k where k.day between b.start and b."end") as kept,
    ${restsAbove({ id: '$8', except: '$3', isDecided: 'm.is_blocking' })} as above
  from (select exists (select from client where id = $4 and when_budget_exceeded = 'block') as is_blocking) m
  cross join app.budget_use($1, coalesce($2::date, (coalesce($7::timestamptz, now()) at time zone app.time_zone())::date), $3,
    m.is_blocking) u
  join budget b on b.id = u.budget_id
  join cost_center c on c.id = b.cost_center_id
  order by b.id`;
