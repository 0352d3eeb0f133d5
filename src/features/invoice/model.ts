import type { Amount } from '../../base/money.ts';
import type { DocumentHead } from '../../document/facts.ts';
import type { StoredRow } from '../../document/fields.ts';
import type { InvoiceStatus } from '../../timeline/kinds.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { invoiceFields } from './fields.ts';
import type { invoiceKind } from './kind.ts';

/** The fields a person may fill; keys are the columns of the database and the fields of the API. */
export type InvoiceFields = StoredRow<typeof invoiceFields>;

/** One supplier invoice. */
export interface InvoiceHead extends InvoiceFields, DocumentHead {
  readonly status: InvoiceStatus;
  readonly total_tax: Amount;
}

/** A supplier invoice with all that its rules look at. */
export interface Invoice {
  readonly kind: typeof invoiceKind;
  readonly head: InvoiceHead;
  readonly timeline: Timeline;
}
