import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../platform/web/kit/Amount.tsx';
import { PageTitleRow } from '../../platform/web/kit/PageTitleRow.tsx';
import classes from './DocumentPage.module.css';
import type { KnownHead } from './known-head.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { useBack } from './use-back.ts';

/** The skeleton of a document page, so that nothing moves on arrival; with the title if a list knows it. */
export function PageSkeleton({ head }: { readonly head: KnownHead | null }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.page} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('document.loading')}
      </span>
      {head === null ? null : <KnownTitle head={head} />}
      <div className={classes.skeleton}>
        {head === null ? <Skeleton height={28} width={320} /> : null}
        <Parts />
      </div>
    </div>
  );
}

function KnownTitle({ head }: { readonly head: KnownHead }): ReactNode {
  const { t } = useTranslation();
  const back = useBack();
  const { kind, number, name, status, totalNetto: net, currency } = head;
  return (
    <PageTitleRow
      title={name.trim() || t('overview.unnamed')}
      number={number}
      status={<StatusBadge kind={kind} status={status} />}
      onBack={back}
      {...(net === null
        ? {}
        : {
            amount: <Amount value={String(net)} currency={currency} decimals={2} />,
            amountLabel: t('document.net'),
          })}
    />
  );
}

/** The skeleton below an existing title. */
export function BodySkeleton(): ReactNode {
  return (
    <div className={classes.skeleton} aria-hidden>
      <Parts />
    </div>
  );
}

function Parts(): ReactNode {
  return (
    <>
      <Skeleton height={96} />
      <Skeleton height={32} />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </>
  );
}
