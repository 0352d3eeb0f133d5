import { compareAmounts } from '../base/money.ts';
import type { DocumentFields } from './fields.ts';

/** Compares amounts as values (`12.5` equals `12.50`) and everything else strictly. */
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

/** The row reduced to these fields. */
export function fieldsOf<Row extends object, Field extends keyof Row>(
  row: Row,
  fields: readonly Field[],
): Pick<Row, Field> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>;
}
