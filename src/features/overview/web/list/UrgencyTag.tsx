import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useNow } from '../../../../platform/web/use-format.ts';
import { nextPayment } from '../../../invoice/payment-days.ts';
import classes from './DocumentRow.module.css';
import type { ListedDocument } from './listed-document.ts';

/** The day that decides the urgency of a task, with the amount at stake (OVW-10). */
export function UrgencyTag({ document }: { readonly document: ListedDocument }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const next = useNext(document);
  if (next === null) return null;
  const day = format.day(next.day);
  const amount = next.amount === null ? null : format.amount(next.amount, { currency: next.currency });
  return (
    <span className={classes.tag}>
      {amount === null
        ? t(`overview.payment.${next.kind}_day`, { day })
        : t(`overview.payment.${next.kind}`, { day, amount })}
    </span>
  );
}

/** Payments are in the currency of the invoice. The delivery day is shown if the column shows another day. */
function useNext({
  kind,
  currency,
  companyCurrency,
  payment,
  urgentOn,
  atStake,
  deliveryDate,
}: ListedDocument) {
  const today = useFormat().dayOf(useNow());
  const paid = payment === null ? null : nextPayment(payment, today);
  if (paid !== null) return { ...paid, currency };
  if (urgentOn === null || payment !== null) return null;
  const day = { day: urgentOn, currency: companyCurrency };
  if (kind === 'contract') return { ...day, kind: 'notice', amount: atStake } as const;
  return urgentOn === deliveryDate ? null : ({ ...day, kind: 'delivery', amount: null } as const);
}
