import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isMonth, monthText } from '../../../base/month.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import type { NextDebit } from '../direct-debit/model.ts';
import classes from './Billing.module.css';
import {
  BillingHistory,
  BillingNote,
  BillingStateBadge,
  BillView,
  MonthSelect,
  useBillFormat,
  useEuros,
} from './BillView.tsx';
import { downloadBill, ownBillingOptions } from './billing-data.ts';

/** `/admin/billing`: the own tenant's bill for a month (OP-07, SET-10). */
export function OwnBillingPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: { readonly month?: string } = useSearch({ strict: false });
  const asked = search.month !== undefined && isMonth(search.month) ? search.month : undefined;
  const { data, error, refetch, isPlaceholderData } = useQuery(ownBillingOptions(asked));
  if (error !== null && data === undefined)
    return <ErrorState failure={error} onRetry={() => void refetch()} isPage />;
  return (
    <>
      <PageTitleRow title={t('billing.title')} onBack={() => void navigate({ to: '/admin' })} />
      {data === undefined ? (
        <BillingWaiting />
      ) : (
        <>
          {data.is_connected ? null : (
            <BillingNote title={t('billing.not_connected')}>{t('billing.not_connected_own')}</BillingNote>
          )}
          <div className={classes.bar}>
            <MonthSelect
              months={data.months}
              month={data.bill.month}
              onChange={(month) => void navigate({ to: '/admin/billing', search: { month }, replace: true })}
            />
            <BillingStateBadge state={data.billing?.state ?? null} />
            {data.billing?.document_number ? (
              <span className={classes.facts}>
                {t('billing.number')}: {data.billing.document_number}
              </span>
            ) : null}
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
          <div className={classes.scroll} tabIndex={0} aria-busy={isPlaceholderData}>
            <p className={classes.about}>{t('billing.about_own')}</p>
            {data.next_debits.map((debit) => (
              <NextDebitNote key={`${debit.month} ${debit.amount}`} {...debit} />
            ))}
            <BillView bill={data.bill} />
            <BillingHistory
              history={data.history}
              onPdf={(billed) => void downloadBill(billed).catch(toastFailure)}
            />
          </div>
        </>
      )}
    </>
  );
}

/** Day and mandate of the next direct debit (OP-09). */
function NextDebitNote({ month, amount, day, mandate }: NextDebit): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const euros = useEuros();
  const format = useBillFormat();
  return (
    <p className={classes.about}>
      {t('billing.next_debit', {
        ...{ amount: euros(amount), day: format.day(day), mandate, month: monthText(month, language) },
      })}
    </p>
  );
}

export function BillingWaiting(): ReactNode {
  return (
    <div className={classes.waiting}>
      <Skeleton height={28} width={200} />
      <Skeleton height={160} />
    </div>
  );
}
