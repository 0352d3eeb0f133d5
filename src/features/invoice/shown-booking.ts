import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { FieldProblem, RefusalCode, RefusalValue } from '../../base/refusal.ts';
import type { ExportTarget } from '../export-target/targets.ts';

/**
 * One booking of an invoice as it will be exported (EXP-28): account and counter account in the target's notation.
 */
export interface ShownBooking {
  readonly account: string;
  readonly counter_account: string;
  readonly posting_key: string | null;
  /** Percent, as stated on the invoice; null if the target uses tax groups. */
  readonly tax_percentage: Amount | null;
  /** The side of `account`: Soll (debit) or Haben (credit). */
  readonly side: 'S' | 'H';
  /** Never negative, in the currency of the invoice. */
  readonly amount: Amount;
  readonly currency: string;
  /** The amount in the company's currency; null if the currencies are the same. */
  readonly base_amount: Amount | null;
  /** Cost objects or dimensions, in the order of the target. */
  readonly cost_objects: readonly string[];
  readonly text: string;
}

/** Why an invoice cannot be exported (EXP-27). */
export interface NotReady {
  readonly code: RefusalCode;
  readonly field?: string;
  readonly values?: Readonly<Record<string, RefusalValue>>;
  readonly problems?: readonly FieldProblem[];
}

/** The bookings that the exporter will write for an invoice, and the problem that prevents it (EXP-27, EXP-28). */
export interface BookingPreview {
  readonly target: ExportTarget;
  /** Null if it is ready. */
  readonly problem: NotReady | null;
  /** The booking date; null if it would not be booked. */
  readonly day: Day | null;
  /** Empty if nothing can be booked, and for people who see no prices. */
  readonly bookings: readonly ShownBooking[];
}

/** The steps that show whether an invoice can be exported (EXP-27). */
export const reportedIn: readonly string[] = ['accounting', 'export'];

/** Where a problem of an invoice is solved: in its supplier, its company, or the settings of the target (EXP-27). */
export const placesToMend: Partial<Readonly<Record<RefusalCode, 'supplier' | 'client' | 'settings'>>> = {
  export_supplier_id_missing: 'supplier',
  export_d365_vendor_missing: 'supplier',
  bank_data_unconfirmed: 'supplier',
  export_company_numbers_missing: 'client',
  export_payables_missing: 'client',
  export_period_closed: 'client',
  export_cost_object: 'client',
  export_tax_key_missing: 'client',
  export_d365_entity_missing: 'client',
  export_d365_journal_missing: 'client',
  export_d365_category_missing: 'client',
  export_connection_inactive: 'settings',
  export_account_unclear: 'settings',
};

/** The first problem of an invoice, with the values of its text. */
export function firstProblem(problem: NotReady): Pick<NotReady, 'code' | 'values'> {
  const first = problem.problems?.[0] ?? problem;
  return { code: first.code, values: { field: first.field ?? null, ...first.values } };
}
