import { absolute, compareAmounts } from '../../base/money.ts';
import { type Corrections, type TaughtField, taughtFields } from '../recognition/hint.ts';
import type { Reading } from '../recognition/reading.ts';
import type { ProposedDays } from './proposed-days.ts';

/** The columns of a checked invoice from which corrections are learnt. */
export const taughtColumns = {
  invoiceNumber: 'number_printed',
  orderReference: 'order_reference',
  invoiceDate: 'invoice_date',
  dueDate: 'due_date',
  deliveryDate: 'delivery_date',
  totalNet: 'total_netto',
  totalTax: 'total_tax',
  totalGross: 'total_brutto',
} as const satisfies Readonly<Record<TaughtField, string>>;

/** The part of a checked invoice from which corrections are learnt. */
export type CheckedInvoice = Readonly<Record<(typeof taughtColumns)[TaughtField], string | null>>;

/**
 * The corrections of a reading: fields whose value was changed, or filled where nothing was read. A removed value
 * teaches nothing, and neither does an e-invoice, which is read exactly.
 *
 * @param proposed the days proposed where none were read; they teach nothing (VAL-13)
 * @param hinted fields with hints: an unsure value that was kept tells which hints are right
 */
export function correctionsOf(
  reading: Reading,
  checked: CheckedInvoice,
  hinted: ReadonlySet<TaughtField>,
  proposed: ProposedDays,
): Corrections {
  if (reading.reading === 'xml') return {};
  const isProposed = (field: TaughtField, now: string): boolean => {
    const days: Partial<Record<TaughtField, string | null>> = {
      deliveryDate: proposed.delivery_date,
      dueDate: proposed.due_date,
    };
    return reading.fields[field] === null && days[field] === now;
  };
  return Object.fromEntries(
    Object.entries(taughtColumns).flatMap(([name, column]) => {
      const field = name as TaughtField;
      const now = checked[column];
      if (now === null || now === '' || isProposed(field, now)) return [];
      const { value: read, sure } = reading.fields[field] ?? { value: null, sure: false };
      const isAmount = taughtFields[field] === 'amount';
      // A credit note may print its amounts with or without a minus.
      const isKept =
        read !== null && (isAmount ? compareAmounts(absolute(read), absolute(now)) === 0 : read === now);
      return isKept && (sure || !hinted.has(field)) ? [] : [[field, isAmount ? absolute(now) : now]];
    }),
  );
}
