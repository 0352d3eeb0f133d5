import type { Amount } from '../../../base/money.ts';

/** A record that a field points to, with the number and name that stand for it on the page. */
export interface Reference {
  readonly id: number;
  readonly number?: string | null;
  readonly name: string;
}

/** The company of a document brings along what its lines and its head are filled with. */
export interface CompanyReference<Field extends string = string> extends Reference {
  readonly billingText: string | null;
  readonly currency: string;
  readonly tax: Amount | null;
  readonly unit: string | null;
  /** What its documents need beyond the usual (VAL-11). */
  readonly requiredFields: readonly Field[];
}

/** A supplier brings along how long he takes, and within how many days he is paid. */
export interface SupplierReference extends Reference {
  /** Null where nobody knows. */
  readonly delivery_in_days?: number | null;
  readonly payment_days?: number | null;
}
