import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { FieldProblem, RefusalCode, RefusalValue } from '../../base/refusal.ts';
import type { ExportTarget } from '../export-target/targets.ts';

/** One booking of an invoice as it will leave (EXP-28): an account against another one, as the target writes it. */
export interface ShownBooking {
  readonly account: string;
  readonly counter_account: string;
  readonly posting_key: string | null;
  /** Percent, as the invoice states it; null where the target is told by groups. */
  readonly tax_percentage: Amount | null;
  /** Of `account`: Soll or Haben. */
  readonly side: 'S' | 'H';
  /** Never negative, in the currency of the invoice. */
  readonly amount: Amount;
  readonly currency: string;
  /** The same in the currency of the company; null where both are one. */
  readonly base_amount: Amount | null;
  /** Cost objects or dimensions, in the order of the target. */
  readonly cost_objects: readonly string[];
  readonly text: string;
}

/** Why an invoice would not leave (EXP-27). */
export interface NotReady {
  readonly code: RefusalCode;
  readonly field?: string;
  readonly values?: Readonly<Record<string, RefusalValue>>;
  readonly problems?: readonly FieldProblem[];
}

/** What will leave of an invoice, as the exporter makes it, and what stands against it (EXP-27, EXP-28). */
export interface BookingPreview {
  readonly target: ExportTarget;
  /** Null where it is ready. */
  readonly problem: NotReady | null;
  /** On which it is booked; null where it would not be. */
  readonly day: Day | null;
  /** Empty where nothing can be booked, and for people who see no prices. */
  readonly bookings: readonly ShownBooking[];
}

/** From the accounting on it is said whether an invoice would leave (EXP-27). */
export const toldIn: readonly string[] = ['accounting', 'export'];

/** Where somebody sets right what stands against an invoice: at its supplier, its company, or in the settings of DATEV (EXP-27). */
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

/** What stands against an invoice first, with what its text names. */
export function firstProblem(problem: NotReady): Pick<NotReady, 'code' | 'values'> {
  const first = problem.problems?.[0] ?? problem;
  return { code: first.code, values: { field: first.field ?? null, ...first.values } };
}
