import { type DimensionColumn, dimensionColumns } from '../../accounting/particulars.ts';
import type { InvoiceDraft, LineDraft } from '../draft.ts';
import type { Particular } from './particular-lookups.ts';

type Shown<Column extends string> = Column extends `${infer Name}_id` ? Name : never;

/** The form field of an accounting column. */
export function shownParticular<Column extends Particular>(column: Column): Shown<Column> {
  return column.slice(0, -'_id'.length) as Shown<Column>;
}

const noDimensions = Object.fromEntries(
  dimensionColumns.map((column) => [shownParticular(column), null]),
) as Readonly<Record<Shown<DimensionColumn>, null>>;

/** Empty values for all fields of the head that refer to records of one company. */
export const headOfNoCompany = {
  ...noDimensions,
  department: null,
  cost_center: null,
  ledger_account: null,
  profit_center: null,
  posting_key: null,
} satisfies Partial<InvoiceDraft['head']>;

/** Empty values for all fields of a line that refer to records of one company. */
export const lineOfNoCompany = {
  ...noDimensions,
  cost_center: null,
  profit_center: null,
  tax_group: null,
  tax_item_group: null,
} satisfies Partial<LineDraft>;
