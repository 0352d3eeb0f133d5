import { isDay } from '../../base/day.ts';
import { type Amount, compareAmounts, decimalPlaces, isAmount } from '../../base/money.ts';
import type { FieldProblem, RefusalCode } from '../../base/refusal.ts';
import type { ProcurementFacts, SelectField } from './facts.ts';
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

/** VAL-05. */
const textLimits = {
  name: 255,
  external_order_number: 60,
  billing_address_text: 1000,
  notes: 4000,
} as const satisfies Partial<Record<keyof ProcurementFields, number>>;

const lineTextLimits = {
  description: 4000,
  item_number: 60,
  unit: 30,
  offer_number: 60,
} as const;

/** VAL-31: at most two digits and two decimals. */
const taxPercent = /^\d{1,2}(\.\d{1,2})?$/;

type Document = Pick<Procurement, 'head' | 'lines'>;

/** Everything that stands against submitting, all at once (VAL-06 to VAL-08, VAL-45). */
export function submitProblems(document: Document, facts: ProcurementFacts): readonly FieldProblem[] {
  return [
    ...formatProblems(document),
    ...requiredProblems(document.head, facts),
    ...selectProblems(document.head, facts),
    ...deliveryDateProblems(document.head, facts),
    ...lineProblems(document, facts),
  ];
}

/** What can be said about a draft while somebody still types: what is there is wrong, nothing is missing yet. */
export function typingProblems(document: Document, facts: ProcurementFacts): readonly FieldProblem[] {
  return [...formatProblems(document), ...deliveryDateProblems(document.head, facts)];
}

/** What makes even a draft unacceptable: texts too long, numbers and dates that are none (VAL-04, VAL-05). */
export function formatProblems({ head, lines }: Document): readonly FieldProblem[] {
  return [
    ...lengthProblems(head, textLimits, ''),
    ...dayProblems(head.delivery_date, 'delivery_date'),
    ...amountProblems(head.exchange_rate, 'exchange_rate', { over: '0', decimals: 6 }),
    ...lines.flatMap((line, position) => lineFormatProblems(line, `lines.${position}.`)),
  ];
}

/** What the lines lack before anybody can approve them (VAL-06, VAL-08, PRICE-05). Empty lines are ignored. */
export function lineProblems({ lines }: Document, facts: ProcurementFacts): readonly FieldProblem[] {
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

/** What product selection still owes: every line needs its supplier and price (PROC-12). */
export function selectionProblems(document: Document, facts: ProcurementFacts): readonly FieldProblem[] {
  const missing = document.lines.flatMap((line, position) => {
    if (isEmptyLine(line)) return [];
    const path = `lines.${position}.`;
    return [...requiredAt(line, 'supplier_id', path), ...requiredAt(line, 'price_netto', path)];
  });
  return [...formatProblems(document), ...lineProblems(document, facts), ...missing];
}

/** Nothing was filled in: such a line is neither checked nor kept. */
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

function requiredProblems(head: ProcurementHead, facts: ProcurementFacts): readonly FieldProblem[] {
  const fields = new Set<keyof ProcurementFields>([...requiredOnSubmit, ...(facts.requiredFields ?? [])]);
  return [...fields].flatMap((field) => requiredAt(head, field, ''));
}

/** A chosen entry must be one that may be chosen here: linked, active, visible (VAL-04, VAL-07). */
function selectProblems(head: ProcurementHead, facts: ProcurementFacts): readonly FieldProblem[] {
  return selectFields.flatMap((field) => {
    const chosen = head[field];
    const allowed = facts.selectable?.[field];
    if (chosen === null || allowed === undefined || allowed.has(chosen)) return [];
    return [{ field, code: 'foreign_key_violation' as const }];
  });
}

function deliveryDateProblems(head: ProcurementHead, facts: ProcurementFacts): readonly FieldProblem[] {
  const isPast = head.delivery_date !== null && head.delivery_date < facts.today;
  return isPast ? [{ field: 'delivery_date', code: 'date_in_past' }] : [];
}

function quantityProblems(quantity: Amount | null, field: string): readonly FieldProblem[] {
  if (quantity === null) return [required(field)];
  return isAmount(quantity) && compareAmounts(quantity, '0') === 0
    ? [{ field, code: 'number_out_of_range', values: { min: 0 } }]
    : [];
}

function lineFormatProblems(line: ProcurementLine, path: string): readonly FieldProblem[] {
  return [
    ...lengthProblems(line, lineTextLimits, path),
    ...amountProblems(line.quantity, `${path}quantity`, { decimals: 3 }),
    ...amountProblems(line.price_netto, `${path}price_netto`),
    ...amountProblems(line.price_brutto, `${path}price_brutto`),
    ...amountProblems(line.price_unit, `${path}price_unit`, { over: '0' }),
    ...dayProblems(line.offer_date, `${path}offer_date`),
    ...linkProblems(line.image_url, `${path}image_url`),
    ...linkProblems(line.webshop_url, `${path}webshop_url`),
    ...dayProblems(line.confirmed_delivery_date, `${path}confirmed_delivery_date`),
    ...(line.tax === null || taxPercent.test(line.tax) ? [] : [invalid(`${path}tax`, 'percent')]),
  ];
}

/** Amounts are at least 0, or above `over`; PRICE-01 for prices. */
function amountProblems(
  value: Amount | null,
  field: string,
  { over, decimals = 8 }: { readonly over?: Amount; readonly decimals?: number } = {},
): readonly FieldProblem[] {
  if (value === null) return [];
  if (!isAmount(value) || decimalPlaces(value) > decimals) return [invalid(field, 'numeric')];
  const isTooSmall = over === undefined ? compareAmounts(value, '0') < 0 : compareAmounts(value, over) <= 0;
  return isTooSmall ? [{ field, code: 'number_out_of_range', values: { min: 0 } }] : [];
}

function dayProblems(value: string | null, field: string): readonly FieldProblem[] {
  return value === null || isDay(value) ? [] : [invalid(field, 'date')];
}

/** VAL-05: http or https, and at most 2000 characters. */
function linkProblems(value: string | null, field: string): readonly FieldProblem[] {
  return value === null || (/^https?:\/\/\S+$/.test(value) && value.length <= 2000)
    ? []
    : [invalid(field, 'URL')];
}

function lengthProblems<Row extends object>(
  row: Row,
  limits: Readonly<Partial<Record<keyof Row & string, number>>>,
  path: string,
): readonly FieldProblem[] {
  return Object.entries<number | undefined>(limits).flatMap(([field, max = 0]) => {
    const value: unknown = row[field as keyof Row];
    const isTooLong = typeof value === 'string' && value.length > max;
    return isTooLong ? [{ field: path + field, code: 'value_too_long' as const, values: { max } }] : [];
  });
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

function invalid(field: string, type: string): FieldProblem {
  const code: RefusalCode = 'invalid_type';
  return { field, code, values: { type } };
}

function isPositive(quantity: Amount | null): boolean {
  return quantity !== null && isAmount(quantity) && compareAmounts(quantity, '0') > 0;
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
