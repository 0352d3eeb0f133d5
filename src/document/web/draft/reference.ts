import type { Amount } from '../../../base/money.ts';

/** A referenced record with its shown number and name. */
export interface Reference {
  readonly id: number;
  readonly number?: string | null;
  readonly name: string;
}

/** A company with the defaults for head and lines. */
export interface CompanyReference<Field extends string = string> extends Reference {
  readonly billingText: string | null;
  readonly currency: string;
  readonly tax: Amount | null;
  readonly unit: string | null;
  /** The fields that its documents require beyond the usual (VAL-11). */
  readonly requiredFields: readonly Field[];
}

/** A supplier with its delivery time and payment term. */
export interface SupplierReference extends Reference {
  /** In days; null if unknown. */
  readonly delivery_in_days?: number | null;
  readonly payment_days?: number | null;
}
