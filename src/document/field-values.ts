import { compareAmounts } from '../base/money.ts';
import type { DocumentFields } from './fields.ts';

/** Declared amounts are equal as values, `12.5` is `12.50`; everything else as it stands. */
export function isSameField(
  fields: DocumentFields,
  name: PropertyKey,
  before: unknown,
  after: unknown,
): boolean {
  const isAmount = fields[String(name)]?.sort === 'amount';
  const areAmounts = isAmount && typeof before === 'string' && typeof after === 'string';
  return areAmounts ? compareAmounts(before, after) === 0 : before === after;
}

/** The row with these fields alone, whatever else came along. */
export function fieldsOf<Row extends object, Field extends keyof Row>(
  row: Row,
  fields: readonly Field[],
): Pick<Row, Field> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>;
}
