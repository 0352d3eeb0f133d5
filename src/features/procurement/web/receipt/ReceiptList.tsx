import { Button } from '@mantine/core';
import { IconArrowBackUp, IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../../document/web/head/RelatedList.module.css';
import { DayText, InstantText } from '../../../../platform/web/kit/DayText.tsx';
import { DocumentNumber } from '../../../../platform/web/kit/DocumentNumber.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ProcurementDocument } from '../document.ts';
import { FileButton } from '../ordering/OrderTrail.tsx';
import { type Booking, bookings, returnableReceipts } from './receipt-bookings.ts';

export interface ReceiptListProps {
  readonly document: ProcurementDocument;
  /** Takes a booking back; null if not allowed (PROC-18). */
  readonly onTakeBack: ((booking: string) => void) | null;
}

/** The goods receipts by booking (PROC-18). */
export function ReceiptList({ document, onTakeBack }: ReceiptListProps): ReactNode {
  const { t } = useTranslation();
  if (document.goods_receipts.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="receipts">
      <h2 id="receipts" className={classes.title}>
        {t('procurement.receipts')}
      </h2>
      <ul>
        {bookings(document).map((booking) => (
          <BookingRow key={booking.number} document={document} booking={booking} onTakeBack={onTakeBack} />
        ))}
      </ul>
    </section>
  );
}

function BookingRow({
  document,
  booking,
  onTakeBack,
}: ReceiptListProps & { readonly booking: Booking }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { number, common, receipts } = booking;
  const isReturnable =
    onTakeBack !== null && !booking.isCounter && returnableReceipts(document, booking).length > 0;
  return (
    <li className={classes.row}>
      <span className={classes.number}>
        <DocumentNumber number={number} />
      </span>
      <div className={classes.name}>
        {receipts.map((receipt) => {
          const line = document.procurement_lines.find((one) => one.id === receipt.procurement_line_id);
          return (
            <p key={receipt.id}>
              {format.quantity(receipt.quantity)} {line?.unit} {line?.description}
              {receipt.reason === null ? null : <span className={classes.quiet}> {receipt.reason}</span>}
            </p>
          );
        })}
        <DeliveryNoteText booking={booking} />
      </div>
      <span className={classes.quiet}>
        {common.lb_user?.name} <InstantText instant={common.received_at} />
      </span>
      {common.file_id === null ? null : (
        <FileButton
          fileId={common.file_id}
          fileName={t('procurement.receive.booking_of', { number })}
          label={t('procurement.order.open_pdf', { name: t('procurement.receive.booking_of', { number }) })}
          icon={<IconPhoto size={16} stroke={1.6} aria-hidden />}
        />
      )}
      {isReturnable ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={14} stroke={1.6} aria-hidden />}
          aria-label={t('procurement.receive.counter_of', { number })}
          onClick={() => onTakeBack?.(number)}
        >
          {t('procurement.receive.counter')}
        </Button>
      ) : null}
    </li>
  );
}

function DeliveryNoteText({ booking: { common } }: { readonly booking: Booking }): ReactNode {
  const { t } = useTranslation();
  const note =
    common.delivery_note_number === null
      ? null
      : t('procurement.receive.delivery_note', { number: common.delivery_note_number });
  if (note === null && common.location === null && common.comment === null && !common.delivery_note_date)
    return null;
  return (
    <p className={classes.quiet}>
      {note} <DayText day={common.delivery_note_date} />
      {[common.location?.name, common.comment].filter(Boolean).map((text) => (
        <span key={text}> · {text}</span>
      ))}
    </p>
  );
}
