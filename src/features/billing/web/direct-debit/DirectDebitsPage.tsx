import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../../../../base/money.ts';
import { EmptyState, ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../../platform/web/kit/PageTitleRow.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import type { DirectDebits, ListedDebit } from '../../direct-debit/model.ts';
import classes from '../Billing.module.css';
import { BillingNote, MonthSelect, useEuros } from '../BillView.tsx';
import { BillingWaiting } from '../OwnBillingPage.tsx';
import { DebitFiles } from './DebitFiles.tsx';
import { DebitTable } from './DebitTable.tsx';
import { collectBills, directDebitsOptions, downloadFile } from './direct-debit-data.ts';

const keyOf = ({ tenant_id, billing_id }: ListedDebit) => `${tenant_id} ${billing_id}`;

/** `/operator/direct-debits`: the bills of a month to collect, and the files for the bank (OP-09). */
export function DirectDebitsPage(): ReactNode {
  const { t } = useTranslation();
  const { month }: { readonly month?: string } = useSearch({ strict: false });
  const { data, error, refetch, isPlaceholderData } = useQuery(directDebitsOptions(month));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = data?.bills.filter((bill) => bill.planned !== null && !left.has(keyOf(bill))) ?? [];
  const choose = (bill: ListedDebit, isChosen: boolean): void => {
    const others = [...left].filter((key) => key !== keyOf(bill));
    setLeft(new Set(isChosen ? others : [...others, keyOf(bill)]));
  };
  return (
    <>
      <PageTitleRow title={t('operator.page.direct-debits')}>
        {data?.makes_files ? <Collect bills={chosen} /> : null}
      </PageTitleRow>
      {data === undefined && error !== null ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <BillingWaiting />
      ) : (
        <>
          <Bar debits={data} chosen={chosen} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
          <div className={classes.scroll} tabIndex={0} aria-busy={isPlaceholderData}>
            {data.bills.length === 0 ? (
              <EmptyState title={t('billing.debits.none')} />
            ) : (
              <DebitTable
                bills={data.bills}
                makesFiles={data.makes_files}
                isChosen={(bill) => !left.has(keyOf(bill))}
                onChoose={choose}
              />
            )}
            <DebitFiles files={data.files} />
          </div>
        </>
      )}
    </>
  );
}

function Bar({
  debits,
  chosen,
}: {
  readonly debits: DirectDebits;
  readonly chosen: readonly ListedDebit[];
}): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const euros = useEuros();
  const { creditor, makes_files: makesFiles } = debits;
  return (
    <>
      {makesFiles ? null : (
        <BillingNote title={t('billing.debits.no_files')}>
          {t(creditor === null ? 'billing.debits.no_creditor' : 'billing.debits.at_provider')}
        </BillingNote>
      )}
      <div className={classes.bar}>
        <MonthSelect
          months={debits.months}
          month={debits.month}
          onChange={(month) =>
            void navigate({ to: '/operator/direct-debits', search: { month }, replace: true })
          }
        />
        <div className={classes.facts}>
          {creditor === null ? null : (
            <span>{t('billing.debits.creditor', { name: creditor.name, id: creditor.id })}</span>
          )}
          {makesFiles ? (
            <span role="status">
              {t('billing.debits.chosen', {
                number: chosen.length,
                total: euros(sum(chosen.map(({ amount }) => amount))),
              })}
            </span>
          ) : null}
        </div>
      </div>
    </>
  );
}

/** Downloads the files at once; they stay available below. */
function Collect({ bills }: { readonly bills: readonly ListedDebit[] }): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const collect = (): Promise<boolean> =>
    perform(() =>
      collectBills(bills).then(async (ids) => {
        toastSaved(t('billing.debits.made', { count: ids.length }));
        for (const id of ids) await downloadFile(id);
      }),
    );
  return (
    <Button variant="filled" disabled={bills.length === 0} loading={isPending} onClick={() => void collect()}>
      {t('billing.debits.make')}
    </Button>
  );
}
