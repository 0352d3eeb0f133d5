import type { FieldProblem } from '../../base/refusal.ts';
import type { Row } from '../../entity/entity.ts';

/** VAL-33, BUD-01: the end is not before the start, one scope only, and no overlapping budget of the same scope. */
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

/** One account, all accounts without a budget of their own, or all amounts (BUD-02). */
function scopeOf(row: Row): string {
  return `${row.ledger_account_id ?? 'all'} ${row.not_allocated === true}`;
}
