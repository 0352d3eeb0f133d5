import { compareAmounts } from '../base/money.ts';

const amountFields: ReadonlySet<PropertyKey> = new Set([
  'quantity',
  'price_netto',
  'price_brutto',
  'price_unit',
  'tax',
  'exchange_rate',
]);

/** Amounts are equal as values, `12.5` is `12.50`; everything else as it stands. */
export function isSameField(field: PropertyKey, before: unknown, after: unknown): boolean {
  const areAmounts = amountFields.has(field) && typeof before === 'string' && typeof after === 'string';
  return areAmounts ? compareAmounts(before, after) === 0 : before === after;
}

/** The row with these fields alone, whatever else came along. */
export function fieldsOf<Row extends object, Field extends keyof Row>(
  row: Row,
  fields: readonly Field[],
): Pick<Row, Field> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>;
}
