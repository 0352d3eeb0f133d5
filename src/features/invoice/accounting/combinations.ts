import type { FieldProblem } from '../../../base/refusal.ts';
import { targets } from '../../export-target/targets.ts';
import type { AccountingFacts, AllowedCombination, InvoiceFields, InvoiceLineFields } from '../model.ts';
import { bookedBy } from './particulars.ts';

const columns = ['ledger_account_id', 'cost_center_id', 'profit_center_id'] as const;

/**
 * Checks that the combination of ledger account, cost center and profit center of each line is allowed, if the
 * company restricts them (VAL-20). An invoice without lines counts as one line.
 */
export function combinationProblems(
  head: InvoiceFields,
  lines: readonly InvoiceLineFields[],
  { target, allowed }: Pick<AccountingFacts, 'target' | 'allowed'>,
): readonly FieldProblem[] {
  if (!targets[target].bookedBy.combinations || allowed === null) return [];
  const problem = (path: string): FieldProblem => ({
    field: `${path}ledger_account_id`,
    code: 'combination_not_allowed',
  });
  if (lines.length === 0) return isAllowed(head, allowed) ? [] : [problem('')];
  return lines.flatMap((line, place) =>
    isAllowed(bookedBy(head, line), allowed) ? [] : [problem(`lines.${place}.`)],
  );
}

/** A null field of an allowed combination matches any value. */
function isAllowed(booked: AllowedCombination, allowed: readonly AllowedCombination[]): boolean {
  return allowed.some((one) =>
    columns.every((column) => one[column] === null || one[column] === booked[column]),
  );
}
