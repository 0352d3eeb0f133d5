import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useIsAuditor } from '../../../platform/web/profile.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import type { OwnArchiveList } from '../model.ts';
import classes from './Archive.module.css';
import { ArchiveList } from './ArchiveList.tsx';
import { makeOwnArchive, ownArchivesOptions } from './archive-data.ts';
import { Waiting } from './OperatorArchivePage.tsx';

/**
 * `/admin/archive`: exports for auditors by company and period (ARC-05). `/archive`: archives within an auditor's
 * scope (ARC-04).
 */
export function OwnArchivePage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isAuditing = useIsAuditor();
  const { data, error, refetch } = useQuery(ownArchivesOptions());
  return (
    <>
      <PageTitleRow
        title={t('archive.title')}
        onBack={() => void navigate({ to: isAuditing ? '/overview' : '/admin' })}
      />
      {data === undefined ? (
        <Waiting failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className="scroll">
          <p className={classes.about}>{t('archive.about')}</p>
          <Order known={data} />
          <ArchiveList archives={data.archives} tenantId={null} />
        </div>
      )}
    </>
  );
}

function Order({ known }: { readonly known: OwnArchiveList }): ReactNode {
  const { t } = useTranslation();
  const { audited } = known;
  const [client, setClient] = useState(audited === null ? '' : String(known.clients[0]?.id ?? ''));
  const [from, setFrom] = useState<Day | null>(audited?.from ?? null);
  const [to, setTo] = useState<Day | null>(audited?.to ?? null);
  const { isPending, perform } = useAction();
  const isRunning = known.archives.some(({ state }) => state === 'waiting' || state === 'packing');
  const isBackwards = from !== null && to !== null && to < from;
  const make = async (): Promise<void> => {
    const order = { client_id: client === '' ? null : Number(client), from, to };
    await perform(() => makeOwnArchive(order).then(() => toastSaved(t('archive.started'))));
  };
  return (
    <section className={classes.order} aria-label={t('archive.order')}>
      <NativeSelect
        className={classes.company}
        label={t('archive.company')}
        value={client}
        onChange={({ currentTarget }) => setClient(currentTarget.value)}
        data={[
          ...(audited === null ? [{ value: '', label: t('archive.all_companies') }] : []),
          ...known.clients.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <div className={classes.day}>
        <DayField label={t('archive.from')} value={from} onChange={setFrom} />
      </div>
      <div className={classes.day}>
        <DayField
          label={t('archive.to')}
          value={to}
          onChange={setTo}
          error={isBackwards ? t('archive.backwards') : null}
        />
      </div>
      <Button disabled={isRunning || isBackwards} loading={isPending} onClick={() => void make()}>
        {t('archive.make')}
      </Button>
    </section>
  );
}
