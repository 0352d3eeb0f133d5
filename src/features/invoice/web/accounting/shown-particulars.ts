import { type DimensionColumn, dimensionTypes } from '../../accounting/particulars.ts';
import type { InvoiceDraft, LineDraft } from '../draft.ts';
import type { Particular } from './particular-lookups.ts';

type Shown<Column extends string> = Column extends `${infer Name}_id` ? Name : never;

/** The name under which a record of the accounting is read and typed. */
export function shownParticular<Column extends Particular>(column: Column): Shown<Column> {
  return column.slice(0, -'_id'.length) as Shown<Column>;
}

const dimensionColumns = Object.keys(dimensionTypes) as readonly DimensionColumn[];
const noDimensions = Object.fromEntries(
  dimensionColumns.map((column) => [shownParticular(column), null]),
) as Readonly<Record<Shown<DimensionColumn>, null>>;

/** The head with none of the records that belong to one company alone. */
export const headOfNoCompany = {
  ...noDimensions,
  department: null,
  cost_center: null,
  ledger_account: null,
  profit_center: null,
  posting_key: null,
} satisfies Partial<InvoiceDraft['head']>;

/** A line with none of the records that belong to one company alone. */
export const lineOfNoCompany = {
  ...noDimensions,
  cost_center: null,
  profit_center: null,
  tax_group: null,
  tax_item_group: null,
} satisfies Partial<LineDraft>;
