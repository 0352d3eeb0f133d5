import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../../platform/web/kit/DayText.tsx';
import { DocumentNumber } from '../../../platform/web/kit/DocumentNumber.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { ProcurementDocument } from './document.ts';
import classes from './RelatedList.module.css';

/** What has been received so far, booking by booking (PROC-18). */
export function ReceiptList({ document }: { readonly document: ProcurementDocument }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (document.goods_receipts.length === 0) return null;
  const lineOf = (id: number) => document.procurement_lines.find((line) => line.id === id);
  return (
    <section className={classes.section} aria-labelledby="receipts">
      <h2 id="receipts" className={classes.title}>
        {t('procurement.receipts')}
      </h2>
      <ul>
        {document.goods_receipts.map((receipt) => {
          const line = lineOf(receipt.procurement_line_id);
          const note = [receipt.delivery_note_number, receipt.comment].filter(Boolean).join(', ');
          return (
            <li key={receipt.id} className={classes.row}>
              <span className={classes.number}>
                <DocumentNumber number={receipt.number_formatted} />
              </span>
              <span className={classes.name}>
                {format.quantity(receipt.quantity)} {line?.unit} {line?.description}
                {note === '' ? null : <span className={classes.quiet}> {note}</span>}
              </span>
              <span className={classes.quiet}>
                {receipt.lb_user?.name} <InstantText instant={receipt.received_at} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
