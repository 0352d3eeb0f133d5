import { type Amount, compareAmounts, isAmount } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { type Draft, sameValue } from '../../entity/draft.ts';
import type { Row } from '../../entity/entity.ts';

/** VAL-33, BUD-01: the end is not before the start, one scope, and no second budget of the scope at the same time. */
export function checkBudget(row: Row, siblings: readonly Row[]): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (row.not_allocated === true && row.ledger_account_id) {
    problems.push({ field: 'not_allocated', code: 'validation_failed', values: { rule: 'budget_scope' } });
  }
  if (!hasPeriod(row)) return problems;
  if (String(row.end) < String(row.start)) {
    problems.push({ field: 'end', code: 'validation_failed', values: { rule: 'end_before_start' } });
  } else if (siblings.some((other) => overlaps(row, other))) {
    problems.push({ field: 'start', code: 'already_exists', values: { rule: 'budget_overlap' } });
  }
  return problems;
}

function overlaps(row: Row, other: Row): boolean {
  return (
    row.active === true &&
    other.active === true &&
    hasPeriod(other) &&
    scopeOf(row) === scopeOf(other) &&
    String(row.start) <= String(other.end) &&
    String(other.start) <= String(row.end)
  );
}

function hasPeriod(row: Row): boolean {
  return Boolean(row.start) && Boolean(row.end);
}

/** One account, what no account has a budget for, or all amounts (BUD-02). */
function scopeOf(row: Row): string {
  return `${row.ledger_account_id ?? 'all'} ${row.not_allocated === true}`;
}

/** A budget of which a change may take what is used of it. */
export interface UndercutBudget {
  readonly id: number;
  /** What it is lowered to; null where it is moved, deactivated or removed. */
  readonly value: Amount | null;
}

/** The budgets of a cost center that are lowered, moved, deactivated or removed; the database asks the same (BUD-08, AUTH-37). */
export function undercutBudgets(before: Draft, after: Draft): readonly UndercutBudget[] {
  const now = new Map((after.children.budgets ?? []).map(({ id, values }) => [id, values]));
  return (before.children.budgets ?? []).flatMap(({ id, values: was }): readonly UndercutBudget[] => {
    if (id === null) return [];
    const is = now.get(id);
    if (is === undefined) return [{ id, value: null }];
    const names = Object.keys(was).filter((name) => !sameValue(was[name] ?? null, is[name] ?? null));
    if (names.some((name) => name !== 'value' && name !== 'name')) return [{ id, value: null }];
    const [from, to] = [amountOfCell(was.value), amountOfCell(is.value)];
    return from !== null && to !== null && compareAmounts(to, from) < 0 ? [{ id, value: to }] : [];
  });
}

function amountOfCell(value: unknown): Amount | null {
  return typeof value === 'string' && isAmount(value) ? value : null;
}
