import { type Amount, compareAmounts, isAmount, isZero } from '../../base/money.ts';
import { isBlank } from '../../base/plain-line.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { malformed } from '../../document/fields.ts';
import { activeLineFields, type ProcurementFacts, type SelectField } from './facts.ts';
import { lineFields, procurementFields } from './fields.ts';
import type { Procurement, ProcurementFields, ProcurementHead, ProcurementLine } from './model.ts';
import { requiredOnSubmit } from './required-fields.ts';

const selectFields = [
  'client_id',
  'department_id',
  'cost_center_id',
  'ledger_account_id',
  'delivery_address_id',
  'consignee_id',
] as const satisfies readonly SelectField[];

/** The checked parts of a request. */
export type Requested = Pick<Procurement, 'head' | 'lines'>;

/** Problems shown while a person is still typing: wrong values, but no missing ones. */
export function typingProblems(document: Requested, facts: ProcurementFacts): readonly FieldProblem[] {
  return [...formatProblems(document), ...deliveryDateProblems(document.head, facts)];
}

/** Problems that even a draft must not have: long texts, malformed numbers and dates (VAL-04, VAL-05). */
export function formatProblems({ head, lines }: Requested): readonly FieldProblem[] {
  return [
    ...malformed(procurementFields, head),
    ...lines.flatMap((line, position) => malformed(lineFields, line, `lines.${position}.`)),
  ];
}

/** Values that lines need before approval (VAL-06, VAL-08, PRICE-05). Empty lines are ignored. */
export function lineProblems({ lines }: Requested, facts: ProcurementFacts): readonly FieldProblem[] {
  if (!lines.some((line) => isPositive(line.quantity))) return [{ field: 'lines', code: 'lines_required' }];
  return lines.flatMap((line, position) => {
    if (isEmptyLine(line)) return [];
    const path = `lines.${position}.`;
    return [
      ...requiredAt(line, 'description', path),
      ...quantityProblems(line.quantity, `${path}quantity`),
      ...(facts.isProductGroupRequired && line.kind === 'item' && line.product_group_id === null
        ? [{ field: `${path}product_group_id`, code: 'product_group_missing' as const }]
        : []),
    ];
  });
}

/** Lines without supplier or price, to be completed by product selection (PROC-12). */
export function selectedProblems({ lines }: Requested, _facts: ProcurementFacts): readonly FieldProblem[] {
  return lines.flatMap((line, position) => {
    if (isEmptyLine(line)) return [];
    const path = `lines.${position}.`;
    return [...requiredAt(line, 'supplier_id', path), ...requiredAt(line, 'price_netto', path)];
  });
}

/** References of lines to records that are deactivated or of another company (PROC-43). */
export function activeProblems(
  { lines }: Requested,
  { inactive = {} }: ProcurementFacts,
): readonly FieldProblem[] {
  return lines.flatMap((line, position) =>
    activeLineFields.flatMap((field): readonly FieldProblem[] => {
      const id = line[field];
      if (id === null || !inactive[field]?.has(id)) return [];
      return [{ field: `lines.${position}.${field}`, code: 'not_selectable' }];
    }),
  );
}

/** A new line without input is neither checked nor stored. */
export function isEmptyLine(line: ProcurementLine): boolean {
  return (
    line.id === null &&
    isBlank(line.description) &&
    line.quantity === null &&
    line.price_netto === null &&
    line.price_brutto === null &&
    line.product_id === null
  );
}

/** The required fields of the head; its account is needed only for lines that have none of their own (PROC-39). */
export function requiredProblems(
  { head, lines }: Requested,
  facts: ProcurementFacts,
): readonly FieldProblem[] {
  const fields = new Set<keyof ProcurementFields>([...requiredOnSubmit, ...(facts.requiredFields ?? [])]);
  if (hasAccounts(lines, facts.findsAccounts)) fields.delete('ledger_account_id');
  return [...fields].flatMap((field) => requiredAt(head, field, ''));
}

/** Whether all lines have an account, or may still find one. */
function hasAccounts(lines: readonly ProcurementLine[], findsAccounts = false): boolean {
  const filled = lines.filter((line) => !isEmptyLine(line));
  return filled.length > 0 && (findsAccounts || filled.every((line) => line.ledger_account_id !== null));
}

/** Chosen entries must be linked, active and visible (VAL-04, VAL-07). */
export function selectProblems(head: ProcurementHead, facts: ProcurementFacts): readonly FieldProblem[] {
  return selectFields.flatMap((field) => {
    const chosen = head[field];
    const allowed = facts.selectable?.[field];
    if (chosen === null || allowed === undefined || allowed.has(chosen)) return [];
    return [{ field, code: 'not_selectable' as const }];
  });
}

export function deliveryDateProblems(
  head: ProcurementHead,
  facts: ProcurementFacts,
): readonly FieldProblem[] {
  const isPast = head.delivery_date !== null && head.delivery_date < facts.today;
  return isPast ? [{ field: 'delivery_date', code: 'date_in_past' }] : [];
}

function quantityProblems(quantity: Amount | null, field: string): readonly FieldProblem[] {
  if (quantity === null) return [required(field)];
  return isAmount(quantity) && isZero(quantity)
    ? [{ field, code: 'number_out_of_range', values: { min: 0 } }]
    : [];
}

function requiredAt<Row extends object>(
  row: Row,
  field: keyof Row & string,
  path: string,
): readonly FieldProblem[] {
  const value: unknown = row[field];
  const isMissing = value === null || (typeof value === 'string' && isBlank(value));
  return isMissing ? [required(path + field)] : [];
}

function required(path: string): FieldProblem {
  const field = path.slice(path.lastIndexOf('.') + 1);
  return { field: path, code: 'specific_field_required', values: { field } };
}

function isPositive(quantity: Amount | null): boolean {
  return quantity !== null && isAmount(quantity) && compareAmounts(quantity, '0') > 0;
}
