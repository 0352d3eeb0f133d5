import { distinct } from '../../base/distinct.ts';
import {
  type Amount,
  atLeastZero,
  compareAmounts,
  dividedBy,
  minus,
  round,
  sum,
  times,
} from '../../base/money.ts';
import type { DocumentFacts, DocumentSituation } from '../../document/facts.ts';
import type { Doubt } from '../../document/outcome.ts';
import type { LinePrice, LineQuantity, Procurement, ProcurementFields, ProcurementLine } from './model.ts';

/** Data outside a request that its rules need; the store loads it before a decision. */
export interface ProcurementFacts extends DocumentFacts {
  /** The groups of the document's lines (RDEF-06). */
  readonly productGroups: ReadonlyMap<number, ProductGroupFacts>;
  readonly isProductGroupRequired: boolean;
  /** Further fields that the company requires on the order form (ADM-08). */
  readonly requiredFields?: readonly (keyof ProcurementFields)[];
  /** Prices of the products in the lines, for writers who may not see prices (ROLE-07). */
  readonly catalogPrices?: ReadonlyMap<number, LinePrice> | undefined;
  /** Doubts about the request under its contract (CON-40); absent where the store does not check. */
  readonly contractDoubts?: readonly Doubt[];
  /** The server finds the accounts of lines when it saves them, so that they are not required before (PROC-39). */
  readonly findsAccounts?: boolean;
  /** The ids a person may choose on this form; absent where the store does not check (VAL-04). */
  readonly selectable?: Readonly<Partial<Record<SelectField, ReadonlySet<number>>>>;
  /** Records of lines that may not be used; absent where the store does not check (PROC-43). */
  readonly inactive?: InactiveRecords;
}

/** The columns of a line whose records have to be active, and of its company, before the request goes on (PROC-43). */
export const activeLineFields = [
  'supplier_id',
  'product_id',
  'product_group_id',
  'cost_center_id',
  'ledger_account_id',
] as const;

/** Ids of records that are deactivated or of another company, by the line column that refers to them. */
export type InactiveRecords = Readonly<
  Partial<Record<(typeof activeLineFields)[number], ReadonlySet<number>>>
>;

export interface ProductGroupFacts {
  readonly name: string;
  readonly user_select_product_id: number | null;
}

export type SelectField =
  | 'client_id'
  | 'department_id'
  | 'cost_center_id'
  | 'ledger_account_id'
  | 'consignee_id'
  | 'delivery_address_id';

export type ProcurementSituation = DocumentSituation<Procurement, ProcurementFacts>;

/** Ordered and not yet received; freight and surcharges never arrive (PROC-34). */
export function missingQuantity(line: LineQuantity): Amount {
  if (line.kind !== 'item' || line.quantity === null) return '0';
  const missing = minus(line.quantity, line.quantity_received);
  return atLeastZero(missing);
}

/** The largest quantity that may still be received: the missing one plus the accepted over-delivery (PROC-42). */
export function receivableQuantity(line: LineQuantity, overDeliveryPercent: Amount): Amount {
  if (line.kind !== 'item' || line.quantity === null) return '0';
  const over = round(dividedBy(times(line.quantity, overDeliveryPercent), '100'), 3);
  const left = minus(sum([line.quantity, over]), line.quantity_received);
  return atLeastZero(left);
}

/** The lines with outstanding quantity. */
export function linesMissing(lines: readonly ProcurementLine[]): readonly ProcurementLine[] {
  return lines.filter((line) => compareAmounts(missingQuantity(line), '0') > 0);
}

/** The distinct suppliers of the lines. */
export function supplierIds(lines: readonly ProcurementLine[]): readonly number[] {
  return distinct(lines.map((line) => line.supplier_id));
}
