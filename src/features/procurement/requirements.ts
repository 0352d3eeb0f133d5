import { type FieldProblem, type Refusal, refuse } from '../../base/refusal.ts';
import type { ProcurementFacts } from './facts.ts';
import type { Procurement } from './model.ts';
import {
  activeProblems,
  deliveryDateProblems,
  formatProblems,
  lineProblems,
  type Requested,
  requiredProblems,
  selectedProblems,
  selectProblems,
} from './validation.ts';

/** The possible requirements of a step forward. */
const requirements = {
  /** All values can be stored (VAL-04, VAL-05). */
  format: formatProblems,
  /** The head has all fields that are required everywhere or by this company (VAL-06, VAL-11). */
  filled: requiredProblems,
  /** The entries chosen in the head are active, linked and visible (VAL-07). */
  choosable: ({ head }, facts) => selectProblems(head, facts),
  /** The delivery date is not in the past. */
  day: ({ head }, facts) => deliveryDateProblems(head, facts),
  /** At least one line, each with description, quantity and, if required, product group (VAL-08, PRICE-05). */
  lines: lineProblems,
  /** Each line has its supplier and its price (PROC-12). */
  selected: selectedProblems,
  /** The same, unless the creator wants no selection; then the order sender fills it. */
  selected_if_wanted: (document, facts) =>
    document.head.no_product_selection ? [] : selectedProblems(document, facts),
  /** Suppliers, products, groups, cost centers and accounts of the lines are active, the last two of its company. */
  active: activeProblems,
} satisfies Readonly<
  Record<string, (document: Requested, facts: ProcurementFacts) => readonly FieldProblem[]>
>;

const asked = ['format', 'filled', 'choosable', 'lines', 'active'] as const;
const approvable = [...asked, 'selected_if_wanted'] as const;
const orderable = [...asked, 'selected'] as const;

/**
 * The requirements of each step forward (PROC-43). Goods receipts and supplier confirmations are always booked, and
 * steps that lead back or end a request require nothing.
 */
const requiredAt = {
  submit: ['format', 'filled', 'choosable', 'day', 'lines', 'active'],
  to_next_selection: asked,
  to_select_product: asked,
  to_approval: approvable,
  to_order: approvable,
  approve: approvable,
  to_delivery: orderable,
  send_order: orderable,
  confirm_order: orderable,
  complete_order: orderable,
} as const satisfies Readonly<Record<string, readonly (keyof typeof requirements)[]>>;

/** The actions with requirements. */
export type Forward = keyof typeof requiredAt;

/**
 * All unmet requirements of the step, each with its field (PROC-43).
 *
 * @see docs/topics/requests-and-orders.md
 */
export function missingFor(
  action: Forward,
  document: Requested,
  facts: ProcurementFacts,
): readonly FieldProblem[] {
  return requiredAt[action].flatMap((one) => requirements[one](document, facts));
}

/** Refuses a step with unmet requirements; null if all are met. */
export function requirementProblem(
  action: Forward,
  { document, facts }: { readonly document: Procurement; readonly facts: ProcurementFacts },
): Refusal | null {
  const problems = missingFor(action, document, facts);
  return problems.length > 0 ? refuse('validation_failed', { problems }) : null;
}
