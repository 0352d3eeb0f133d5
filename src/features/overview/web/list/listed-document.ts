import type { Day } from '../../../../base/day.ts';
import type { ListedKind } from '../../../../document/listed-kind.ts';
import type { KnownHead } from '../../../../document/web/known-head.ts';
import type { DocumentKind, EntryType } from '../../../../timeline/kinds.ts';
import type { PaymentDays } from '../../../invoice/payment-days.ts';

/** One line of a list of documents. */
export interface ListedDocument extends KnownHead {
  /** Of all documents of the list; ids count within a kind. */
  readonly key: string;
  readonly supplier: string | null;
  /** Net as the list shows and sorts it: of contracts in their own list what each commits to (CON-39); null where it is open. */
  readonly amount: number | null;
  /** Of the amount: what a contract commits to is in that of the company (PRICE-07). */
  readonly amountCurrency: string;
  readonly companyCurrency: string;
  /** The same in the currency of its company; null where the amount is in that, or no rate is known yet (PRICE-07). */
  readonly companyAmount: number | null;
  readonly createdAt: string;
  readonly deliveryDate: Day | null;
  /** By which lists tell what is urgent. */
  readonly dueDate: Day | null;
  readonly version: number;
  /** The step in progress; null when the document is done. */
  readonly step: EntryType | null;
  /** The task group that the current task waits for; null when it is a person's. */
  readonly group: string | null;
  /** Whose task it is, the task group's until somebody accepts; null when the document is done. */
  readonly assigneeId: number | null;
  /** Whom the assignee stands in for (APPR-15). */
  readonly represented: string | null;
  /** Who was asked something here and has not answered yet (TASK-23). */
  readonly askedIds: readonly number[];
  /** Who was reminded of it and has not decided yet (CON-25). */
  readonly remindedIds: readonly number[];
  /** Of an invoice among the tasks. */
  readonly payment: PaymentDays | null;
  /** Since when the current task waits. */
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
  /** Read for the list of contracts alone. */
  readonly committed_netto?: number | null;
  /** Read for the tasks alone. */
  readonly payment?: PaymentDays | null;
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
    supplier: row.supplier?.name ?? null,
    currency: row.currency,
    totalNetto,
    amount: totalNetto === null ? null : (row.committed_netto ?? totalNetto),
    amountCurrency: isCommitted ? row.company_currency : row.currency,
    companyCurrency: row.company_currency,
    companyAmount: totalNetto === null || isCommitted ? null : companyAmount(row),
    createdAt: row.created_at,
    deliveryDate: row.delivery_date,
    dueDate: row.due_date,
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

/** Without a rate it is counted as it is, and that says nothing. */
function companyAmount({ currency, company_currency, company_netto }: ListedRow): number | null {
  return currency === company_currency ? null : company_netto;
}
