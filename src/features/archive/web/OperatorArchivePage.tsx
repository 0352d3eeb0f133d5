import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState, type RetryProps } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import classes from './Archive.module.css';
import { ArchiveList } from './ArchiveList.tsx';
import { makeWholeArchive, operatorArchivesOptions } from './archive-data.ts';

/** `/operator/tenant/archive`: archives of a whole tenant, to hand over before deletion (ARC-03, OP-02). */
export function OperatorArchivePage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = 0 }: { readonly id?: number } = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(operatorArchivesOptions(id));
  const { isPending, perform } = useAction();
  const isRunning = data?.archives.some(({ state }) => state === 'waiting' || state === 'packing') ?? true;
  const make = (): Promise<boolean> =>
    perform(() => makeWholeArchive(id).then(() => toastSaved(t('archive.started'))));
  return (
    <>
      <PageTitleRow
        title={[t('archive.operator_title'), data?.tenant.name].filter(Boolean).join(' · ')}
        onBack={() => void navigate({ to: '/operator/tenant/form', search: { id } })}
      >
        {data === undefined ? null : (
          <Button disabled={isRunning} loading={isPending} onClick={() => void make()}>
            {t('archive.make')}
          </Button>
        )}
      </PageTitleRow>
      {data === undefined ? (
        <Waiting failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className="scroll">
          <p className={classes.about}>{t('archive.operator_about')}</p>
          <ArchiveList archives={data.archives} tenantId={id} />
        </div>
      )}
    </>
  );
}

/** Placeholder while archives load or after a failure. */
export function Waiting({ failure, onRetry }: RetryProps): ReactNode {
  if (failure !== null) return <ErrorState failure={failure} onRetry={onRetry} />;
  return (
    <div className={classes.about}>
      <Skeleton height={28} width={200} mb={12} />
      <Skeleton height={120} />
    </div>
  );
}
