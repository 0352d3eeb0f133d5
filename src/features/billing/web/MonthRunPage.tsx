import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../../../base/money.ts';
import { monthText } from '../../../base/month.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import type { MonthRun, RunTenant } from '../model.ts';
import classes from './Billing.module.css';
import { BillingStateBadge, MonthSelect, useBillFormat, useEuros } from './BillView.tsx';
import { monthRunOptions, startMonthRun } from './billing-data.ts';
import { BillingWaiting } from './OwnBillingPage.tsx';

/** Whether a bill can start: no problem, and no invoice except a stopped one. */
function isStartable({ billing, problem }: RunTenant): boolean {
  return problem === null && (billing === null || billing.state === 'refused');
}

/** `/operator/billing`: a month of all tenants, to check and charge together (OP-13). */
export function MonthRunPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { month }: { readonly month?: string } = useSearch({ strict: false });
  const { data, error, refetch, isPlaceholderData } = useQuery(monthRunOptions(month));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const startable = data?.tenants.filter(isStartable) ?? [];
  const chosen = startable.filter(({ tenant }) => !left.has(tenant.id));
  return (
    <>
      <PageTitleRow title={t('operator.page.billing')}>
        {data === undefined ? null : <Start run={data} chosen={chosen} />}
      </PageTitleRow>
      {data === undefined && error !== null ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <BillingWaiting />
      ) : (
        <>
          <div className={classes.bar}>
            <MonthSelect
              months={data.months}
              month={data.month}
              onChange={(next) =>
                void navigate({ to: '/operator/billing', search: { month: next }, replace: true })
              }
            />
            <ChosenSum chosen={chosen} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
          <div className={classes.scroll} tabIndex={0} aria-busy={isPlaceholderData}>
            {data.tenants.length === 0 ? (
              <EmptyState title={t('billing.run.none')} />
            ) : (
              <RunTable
                run={data}
                isChosen={({ tenant }) => !left.has(tenant.id)}
                isAll={chosen.length > 0 && chosen.length === startable.length}
                onChoose={(tenants, isChosen) => {
                  const ids = new Set(tenants.map(({ tenant }) => tenant.id));
                  const others = [...left].filter((id) => !ids.has(id));
                  setLeft(new Set(isChosen ? others : [...others, ...ids]));
                }}
              />
            )}
          </div>
        </>
      )}
    </>
  );
}

const grossOf = (chosen: readonly RunTenant[]): string => sum(chosen.map(({ bill }) => bill.gross));

function ChosenSum({ chosen }: { readonly chosen: readonly RunTenant[] }): ReactNode {
  const { t } = useTranslation();
  const euros = useEuros();
  return (
    <div className={classes.facts}>
      <span role="status">
        {t('billing.run.chosen', { number: chosen.length, total: euros(grossOf(chosen)) })}
      </span>
    </div>
  );
}

interface StartProps {
  readonly run: MonthRun;
  readonly chosen: readonly RunTenant[];
}

/** Starts the chosen bills after confirming their number and sum. */
function Start({ run, chosen }: StartProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const euros = useEuros();
  const [isAsking, setAsking] = useState(false);
  const { isPending, perform } = useAction();
  const start = async (): Promise<void> => {
    const ids = chosen.map(({ tenant }) => tenant.id);
    await perform(() =>
      startMonthRun(run.month, ids).then(({ started, refused }) => {
        if (started > 0) toastSaved(t('billing.run.started', { number: started }));
        // Another operator was faster, or the data has changed.
        for (const { tenant_id, code } of refused) {
          const name = run.tenants.find(({ tenant }) => tenant.id === tenant_id)?.tenant.name;
          toastFailure(new ApiRefusal({ code, message: '' }), name);
        }
      }),
    );
    setAsking(false);
  };
  return (
    <>
      <Button variant="filled" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
        {t('billing.run.start')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('billing.run.question', { month: monthText(run.month, language) })}
        actionLabel={t('billing.run.start')}
        isPending={isPending}
        onConfirm={() => void start()}
        onClose={() => setAsking(false)}
      >
        {t('billing.run.text', { number: chosen.length, total: euros(grossOf(chosen)) })}
      </ConfirmDialog>
    </>
  );
}

interface RunTableProps {
  readonly run: MonthRun;
  readonly isChosen: (tenant: RunTenant) => boolean;
  readonly isAll: boolean;
  readonly onChoose: (tenants: readonly RunTenant[], isChosen: boolean) => void;
}

function RunTable({ run, isChosen, isAll, onChoose }: RunTableProps): ReactNode {
  const { t } = useTranslation();
  return (
    <table className={classes.table} aria-label={t('billing.run.tenants')}>
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              size="xs"
              aria-label={t('billing.run.all')}
              label={t('billing.run.column.tenant')}
              checked={isAll}
              onChange={({ currentTarget }) =>
                onChoose(run.tenants.filter(isStartable), currentTarget.checked)
              }
            />
          </th>
          {(['items', 'state'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`billing.run.column.${name}`)}
            </th>
          ))}
          {(['net', 'gross'] as const).map((name) => (
            <th key={name} scope="col" className={classes.number}>
              {t(`billing.run.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {run.tenants.map((shown) => (
          <RunRow
            key={shown.tenant.id}
            shown={shown}
            month={run.month}
            isChosen={isChosen(shown)}
            onChoose={(is) => onChoose([shown], is)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RunRowProps {
  readonly shown: RunTenant;
  readonly month: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function RunRow({ shown, month, isChosen, onChoose }: RunRowProps): ReactNode {
  const { t } = useTranslation();
  const format = useBillFormat();
  const { tenant, bill, billing, problem } = shown;
  return (
    <tr>
      <td>
        <div className={classes.state}>
          {isStartable(shown) ? (
            <Checkbox
              size="xs"
              aria-label={tenant.name}
              checked={isChosen}
              onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
            />
          ) : null}
          <Link to="/operator/tenant/invoice" search={{ id: tenant.id, month }} className="text-link">
            {tenant.name}
          </Link>
        </div>
      </td>
      <td data-label={t('billing.run.column.items')}>
        {bill.items.map(({ kind, description }) => description ?? t(`billing.item.${kind}`)).join(', ')}
      </td>
      <td data-label={t('billing.run.column.state')}>
        <div className={classes.state}>
          <BillingStateBadge state={billing?.state ?? null} />
          {billing?.document_number ? <span>{billing.document_number}</span> : null}
          {billing === null && problem !== null ? (
            <span className={classes.message}>{refusalText(problem)}</span>
          ) : null}
        </div>
      </td>
      <td className={classes.number} data-label={t('billing.run.column.net')}>
        {format.amount(bill.net, { currency: 'EUR' })}
      </td>
      <td className={classes.number} data-label={t('billing.run.column.gross')}>
        {format.amount(bill.gross, { currency: 'EUR' })}
      </td>
    </tr>
  );
}
