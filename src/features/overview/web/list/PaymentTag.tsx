import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useNow } from '../../../../platform/web/use-format.ts';
import { nextPayment } from '../../../invoice/payment-days.ts';
import classes from './DocumentRow.module.css';
import type { ListedDocument } from './listed-document.ts';

/** The next discount or due date with its amount (OVW-10). */
export function PaymentTag({ document }: { readonly document: ListedDocument }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.dayOf(useNow());
  const next = document.payment === null ? null : nextPayment(document.payment, today);
  if (next === null) return null;
  const day = format.day(next.day);
  const amount = next.amount === null ? null : format.amount(next.amount, { currency: document.currency });
  return (
    <span className={classes.tag}>
      {amount === null
        ? t(`overview.payment.${next.kind}_day`, { day })
        : t(`overview.payment.${next.kind}`, { day, amount })}
    </span>
  );
}
