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

/** What a request can be asked for before it goes on. */
const requirements = {
  /** Whatever is there can be stored and read (VAL-04, VAL-05). */
  format: formatProblems,
  /** The fields of the head that everybody, or this company, has to fill (VAL-06, VAL-11). */
  filled: ({ head }, facts) => requiredProblems(head, facts),
  /** What the head names may be chosen here: active, linked, visible (VAL-07). */
  choosable: ({ head }, facts) => selectProblems(head, facts),
  /** The goods are not asked for by a day that is over. */
  day: ({ head }, facts) => deliveryDateProblems(head, facts),
  /** At least one line, each with description, quantity and, where wanted, product group (VAL-08, PRICE-05). */
  lines: lineProblems,
  /** Each line has its supplier and its price (PROC-12). */
  selected: selectedProblems,
  /** The same, unless the creator wants no selection: whoever orders fills it then. */
  selected_if_wanted: (document, facts) =>
    document.head.no_product_selection ? [] : selectedProblems(document, facts),
  /** Suppliers, products, groups, cost centers and accounts of the lines are active. */
  active: activeProblems,
} satisfies Readonly<
  Record<string, (document: Requested, facts: ProcurementFacts) => readonly FieldProblem[]>
>;

const asked = ['format', 'filled', 'choosable', 'lines', 'active'] as const;
const approvable = [...asked, 'selected_if_wanted'] as const;
const orderable = [...asked, 'selected'] as const;

/**
 * The one list of what a request has to have before a step forward (PROC-43). What comes from suppliers, goods and
 * confirmations, is booked whatever became of them, and what leads back or ends a request asks for nothing.
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

/** The actions that ask for something before. */
export type Forward = keyof typeof requiredAt;

/**
 * Everything that stands against the step, all at once, each with its field (PROC-43).
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

/** The refusal of a step that something is missing for; null where nothing is. */
export function requirementProblem(
  action: Forward,
  { document, facts }: { readonly document: Procurement; readonly facts: ProcurementFacts },
): Refusal | null {
  const problems = missingFor(action, document, facts);
  return problems.length > 0 ? refuse('validation_failed', { problems }) : null;
}
