import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../../base/month.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import type { OperatorBilling } from '../model.ts';
import classes from './Billing.module.css';
import { BillingSteps } from './BillingSteps.tsx';
import {
  BillingHistory,
  BillingNote,
  BillingStateBadge,
  BillView,
  MonthSelect,
  useEuros,
} from './BillView.tsx';
import { type BillingChange, changeBilling, operatorBillingOptions } from './billing-data.ts';
import { CreditDialog } from './CreditDialog.tsx';
import { BillingWaiting } from './OwnBillingPage.tsx';

/** `/operator/tenant/invoice`: a tenant's bill for a month, and its invoice (NAV-10, OP-06, SET-10). */
export function BillingPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = 0, month }: { readonly id?: number; readonly month?: string } = useSearch({ strict: false });
  const { data, error, refetch, isPlaceholderData } = useQuery(operatorBillingOptions(id, month));
  return (
    <>
      <PageTitleRow
        title={[t('billing.title'), data?.tenant.name].filter(Boolean).join(' · ')}
        onBack={() => void navigate({ to: '/operator/tenant/form', search: { id } })}
      >
        {data === undefined ? null : <Changes billing={data} />}
      </PageTitleRow>
      {data === undefined && error !== null ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <BillingWaiting />
      ) : (
        <>
          <Notes billing={data} />
          <div className={classes.bar}>
            <MonthSelect
              months={data.months}
              month={data.bill.month}
              onChange={(next) =>
                void navigate({ to: '/operator/tenant/invoice', search: { id, month: next }, replace: true })
              }
            />
            <BillingStateBadge state={data.billing?.state ?? null} />
            <Facts billing={data.billing} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
          <div className={classes.scroll} tabIndex={0} aria-busy={isPlaceholderData}>
            <BillView bill={data.bill} />
            <Credits credits={data.credits} />
            <BillingSteps steps={data.steps} />
            <BillingHistory history={data.history} />
          </div>
        </>
      )}
    </>
  );
}

function Facts({ billing }: Pick<OperatorBilling, 'billing'>): ReactNode {
  const { t } = useTranslation();
  if (billing === null) return null;
  return (
    <div className={classes.facts}>
      {billing.document_number === null ? null : (
        <span>
          {t('billing.number')}: {billing.document_number}
        </span>
      )}
      {billing.is_automatic ? <span>{t('billing.automatic')}</span> : null}
      {billing.mail_to === null ? null : <span>{t('billing.mail_to', { address: billing.mail_to })}</span>}
      {billing.has_debit ? <span>{t('billing.debit')}</span> : null}
    </div>
  );
}

/** Why nothing can be charged, or why the billing stopped. */
function Notes({ billing: { billing, credits, problem } }: { readonly billing: OperatorBilling }): ReactNode {
  const { t } = useTranslation();
  const euros = useEuros();
  const stopped = [billing, ...credits].find((one) => one?.state === 'refused') ?? null;
  if (stopped?.problem) {
    return (
      <BillingNote title={t('billing.state.refused')}>
        {t(`billing.problem.${stopped.problem}`, {
          gross: stopped.provider_gross === null ? '' : euros(stopped.provider_gross),
          expected: euros(stopped.gross),
        })}
      </BillingNote>
    );
  }
  if ((billing !== null && billing.state !== 'cancelled') || problem === null) return null;
  if (problem === 'billing_not_connected')
    return <BillingNote title={t('billing.not_connected')}>{t('billing.not_connected_about')}</BillingNote>;
  return <BillingNote title={t('billing.preview')}>{refusalText(problem)}</BillingNote>;
}

/** The month's credit notes. */
function Credits({ credits }: Pick<OperatorBilling, 'credits'>): ReactNode {
  const { t } = useTranslation();
  const euros = useEuros();
  if (credits.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>{t('billing.credit.list')}</h2>
      <ul className={classes.lines}>
        {credits.map(({ id, state, gross, document_number }) => (
          <li key={id}>
            <BillingStateBadge state={state} />
            <span>{document_number}</span>
            <span className={classes.number}>{euros(gross)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const toastKeys: Readonly<Record<BillingChange, string>> = {
  create: 'billing.started',
  send: 'billing.sending',
  cancel: 'billing.cancel_started',
};

function Changes({ billing: shown }: { readonly billing: OperatorBilling }): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const [pending, setPending] = useState<BillingChange | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { billing, credits, bill, tenant, problem } = shown;
  const [isCrediting, setCrediting] = useState(false);
  const change = async (what: BillingChange): Promise<void> => {
    setPending(what);
    await changeBilling(tenant.id, bill.month, what).then(() => toastSaved(t(toastKeys[what])), toastFailure);
    setPending(null);
    setAsking(false);
  };
  const isStopped = [billing, ...credits].some((one) => one?.state === 'refused');
  const isAgain = billing?.state === 'cancelled';
  const mayCreate = billing === null || isAgain ? problem === null : isStopped;
  const maySend = billing?.state === 'done' && billing.mail_to === null;
  const mayCancel =
    billing !== null && billing.document_number !== null && ['done', 'refused'].includes(billing.state);
  return (
    <>
      {mayCreate ? (
        <Button
          variant={isStopped ? 'default' : 'filled'}
          loading={pending === 'create'}
          onClick={() => void change('create')}
        >
          {t(isStopped ? 'billing.retry' : isAgain ? 'billing.again' : 'billing.create')}
        </Button>
      ) : null}
      {maySend ? (
        <Button variant="default" loading={pending === 'send'} onClick={() => void change('send')}>
          {t('billing.send')}
        </Button>
      ) : null}
      {billing?.state === 'done' ? (
        <Button variant="default" onClick={() => setCrediting(true)}>
          {t('billing.credit.action')}
        </Button>
      ) : null}
      {isCrediting ? <CreditDialog billing={shown} onClose={() => setCrediting(false)} /> : null}
      {mayCancel && credits.length === 0 ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('billing.cancel')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={isAsking}
        title={t('billing.cancel_question', {
          number: billing?.document_number ?? monthText(bill.month, language),
        })}
        actionLabel={t('billing.cancel')}
        isDestructive
        isPending={pending === 'cancel'}
        onConfirm={() => void change('cancel')}
        onClose={() => setAsking(false)}
      >
        {t('billing.cancel_text')}
      </ConfirmDialog>
    </>
  );
}
