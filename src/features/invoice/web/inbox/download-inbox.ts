import type { TFunction } from 'i18next';
import { csvHead, csvRows } from '../../../../base/csv.ts';
import { addDays, type Day, startOfDay } from '../../../../base/day.ts';
import { downloadText } from '../../../../platform/web/download-text.ts';
import { type Arrival, arrivalsBetween } from './inbox-data.ts';

/** The columns of the export; their titles are `invoice.inbox.proof.column.{name}`. */
export const proofColumns = [
  ...['number', 'time', 'way', 'place', 'sender', 'subject', 'name', 'unpacked', 'fate', 'reason', 'invoice'],
  ...['dismissed_by', 'dismissed_at'],
] as const;

/** Downloads everything received in a range of days, both included, with its result, as one table (REC-13). */
export async function downloadInbox(from: Day, until: Day, timeZone: string, t: TFunction): Promise<void> {
  const span = {
    from: startOfDay(from, timeZone),
    until: startOfDay(addDays(until, 1), timeZone),
  };
  let text = csvHead(proofColumns.map((name) => t(`invoice.inbox.proof.column.${name}`)));
  for await (const arrivals of arrivalsBetween(span)) text += csvRows(arrivals.map((one) => cellsOf(one, t)));
  downloadText(`${t('invoice.inbox.proof.title')} ${from} ${until}.csv`, text);
}

function cellsOf(arrival: Arrival, t: TFunction) {
  const { id, created_at, way, mailbox, brought_by, sender, subject, name, unpacked_from } = arrival;
  const { fate, reason, invoice, dismissed_by, dismissed_at } = arrival;
  return [
    { number: String(id) },
    created_at,
    t(`invoice.inbox.way.${way}`),
    mailbox?.name ?? brought_by?.name ?? null,
    ...[sender, subject, name, unpacked_from],
    dismissed_at === null ? t(`invoice.inbox.proof.fate.${fate}`) : t('invoice.inbox.proof.fate.dismissed'),
    reason === null ? null : t(`invoice.inbox.reason.${reason}`),
    invoice?.invoice_number_formatted ?? null,
    ...[dismissed_by?.name ?? null, dismissed_at],
  ];
}
