import type { Day } from '../../../../base/day.ts';
import type { ListedKind } from '../../../../document/listed-kind.ts';
import type { KnownHead } from '../../../../document/web/known-head.ts';
import type { DocumentKind, EntryType } from '../../../../timeline/kinds.ts';
import type { PaymentDays } from '../../../invoice/payment-days.ts';

/** One row of a document list. */
export interface ListedDocument extends KnownHead {
  /** Unique across kinds; ids are unique per kind only. */
  readonly key: string;
  /** Shown next to the name: the supplier, or the number of the supplier if the name is that of the supplier. */
  readonly secondaryName: string | null;
  /** Net amount as shown and sorted; the commitment in the list of contracts (CON-39). Null while unknown. */
  readonly amount: number | null;
  /** Currency of the amount; the commitment of a contract is in company currency (PRICE-07). */
  readonly amountCurrency: string;
  readonly companyCurrency: string;
  /** The amount in company currency; null where the amount already is, or without a rate (PRICE-07). */
  readonly companyAmount: number | null;
  readonly createdAt: string;
  readonly deliveryDate: Day | null;
  readonly dueDate: Day | null;
  /** The day that decides urgency; read for tasks only (OVW-10). */
  readonly urgentOn: Day | null;
  /** What is lost or owed on that day, in company currency; null without a rate and for people without prices. */
  readonly atStake: number | null;
  readonly version: number;
  /** The step in progress; null when done. */
  readonly step: EntryType | null;
  /** The task group that the current task waits for; null for a person. */
  readonly group: string | null;
  /** Assignee of the current task, the task group until a member accepts; null when done. */
  readonly assigneeId: number | null;
  /** The person whom the assignee stands in for (APPR-15). */
  readonly represented: string | null;
  /** People with an open question here (TASK-23). */
  readonly askedIds: readonly number[];
  /** People reminded of the document who have not decided yet (CON-25). */
  readonly remindedIds: readonly number[];
  /** Only for invoices among the tasks. */
  readonly payment: PaymentDays | null;
  /** Start of the current task. */
  readonly since: string;
}

export interface ListedRow {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly status: string;
  readonly currency: string;
  readonly total_netto: number | null;
  readonly company_currency: string;
  readonly company_netto: number | null;
  readonly created_at: string;
  readonly delivery_date: Day | null;
  readonly due_date: Day | null;
  readonly waiting_since: string | null;
  readonly asked_ids: readonly number[];
  readonly reminded_ids: readonly number[];
  readonly supplier: { readonly name: string } | null;
  /** Read only by the list of contracts. */
  readonly committed_netto?: number | null;
  /** Read only by the tasks. */
  readonly urgent_on?: Day | null;
  readonly at_stake?: number | null;
  readonly payment?: (PaymentDays & { readonly number_printed: string | null }) | null;
  readonly content_version: number;
  readonly step: EntryType | null;
  readonly step_kind: 'present' | 'assignment' | null;
  readonly step_user: { readonly id: number; readonly name: string } | null;
  readonly step_for_user: { readonly name: string } | null;
}

export function listedDocument(row: ListedRow, kinds: readonly ListedKind[]): ListedDocument {
  const unpricedIn = kinds.find(({ name }) => name === row.kind)?.unpricedIn ?? [];
  const totalNetto = row.total_netto === 0 && unpricedIn.includes(row.status) ? null : row.total_netto;
  const isCommitted = (row.committed_netto ?? null) !== null;
  return {
    key: `${row.kind}-${row.id}`,
    kind: row.kind,
    id: row.id,
    number: row.number ?? '',
    name: row.name ?? '',
    status: row.status,
    secondaryName: secondaryNameOf(row),
    currency: row.currency,
    totalNetto,
    amount: totalNetto === null ? null : (row.committed_netto ?? totalNetto),
    amountCurrency: isCommitted ? row.company_currency : row.currency,
    companyCurrency: row.company_currency,
    companyAmount: totalNetto === null || isCommitted ? null : companyAmount(row),
    createdAt: row.created_at,
    deliveryDate: row.delivery_date,
    dueDate: row.due_date,
    urgentOn: row.urgent_on ?? null,
    atStake: row.at_stake ?? null,
    version: row.content_version,
    step: row.step,
    group: row.step_kind === 'assignment' ? (row.step_user?.name ?? '') : null,
    assigneeId: row.step_user?.id ?? null,
    represented: row.step_for_user?.name ?? null,
    askedIds: row.asked_ids,
    remindedIds: row.reminded_ids,
    payment: row.payment ?? null,
    since: row.waiting_since ?? row.created_at,
  };
}

function secondaryNameOf({ name, supplier, payment }: ListedRow): string | null {
  if (supplier === null) return null;
  return name?.startsWith(supplier.name) ? (payment?.number_printed ?? null) : supplier.name;
}

/** The value in company currency; null where it is the shown currency or unknown without a rate. */
function companyAmount({ currency, company_currency, company_netto }: ListedRow): number | null {
  return currency === company_currency ? null : company_netto;
}
