import { Button } from '@mantine/core';
import { IconArchive, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { type Meaning, MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { ArchiveAnswer, ArchiveState } from '../model.ts';
import classes from './Archive.module.css';
import { downloadArchive } from './archive-data.ts';
import { sizeText } from './size-text.ts';

const meanings: Readonly<Record<ArchiveState, Meaning>> = {
  waiting: 'waiting',
  packing: 'progress',
  done: 'done',
  failed: 'clearing',
  expired: 'draft',
};

export interface ArchiveListProps {
  readonly archives: readonly ArchiveAnswer[];
  /** The tenant in the operator area; null for the own tenant. */
  readonly tenantId: number | null;
}

/** Archives with progress, hash and requester. */
export function ArchiveList({ archives, tenantId }: ArchiveListProps): ReactNode {
  const { t } = useTranslation();
  if (archives.length === 0)
    return (
      <EmptyState icon={<IconArchive size={24} stroke={1.6} aria-hidden />} title={t('archive.none')}>
        {t('archive.none_about')}
      </EmptyState>
    );
  return (
    <ul className={classes.list} aria-label={t('archive.list')}>
      {archives.map((archive) => (
        <li key={archive.id} className={classes.archive}>
          <Facts archive={archive} />
          {archive.state === 'done' ? <Download archive={archive} tenantId={tenantId} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Facts({ archive }: { readonly archive: ArchiveAnswer }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const { state, problem, progress, members, size, sha256 } = archive;
  const [from, to] = [archive.from, archive.to].map((day) => (day === null ? null : format.day(day)));
  const period = from
    ? to
      ? t('archive.period', { from, to })
      : t('archive.period_from', { from })
    : to
      ? t('archive.period_to', { to })
      : t('archive.all_days');
  return (
    <div className={classes.facts}>
      <div className={classes.head}>
        <span className={classes.scope}>
          {archive.client ?? t('archive.all_companies')} · {period}
        </span>
        <MeaningBadge meaning={meanings[state]} plain>
          {t(`archive.state.${state}`)}
        </MeaningBadge>
      </div>
      <p className="quiet tabular">
        {t('archive.requested', { person: archive.requested_by, time: format.instant(archive.created_at) })}
      </p>
      {state === 'packing' || state === 'waiting' ? (
        <div className={classes.progress}>
          <progress value={progress} max={100} aria-label={t('archive.progress', { percent: progress })} />
          <span className="quiet tabular">{t('archive.progress', { percent: progress })}</span>
        </div>
      ) : null}
      {problem === null ? null : <p>{t(`archive.problem.${problem}`)}</p>}
      {archive.made_at === null || size === null ? null : (
        <p className="quiet tabular">
          {t('archive.made', {
            time: format.instant(archive.made_at),
            files: members ?? 0,
            size: sizeText(size, language),
          })}
        </p>
      )}
      {sha256 === null ? null : <p className={classes.hash}>{t('archive.hash', { hash: sha256 })}</p>}
      <HandedOver archive={archive} />
    </div>
  );
}

function HandedOver({ archive }: { readonly archive: ArchiveAnswer }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { downloaded_at: time, downloaded_by: person, expires_at: end } = archive;
  return (
    <>
      {time === null ? null : (
        <p>{t('archive.handed_over', { person: person ?? '', time: format.instant(time) })}</p>
      )}
      {end === null ? null : (
        <p className="quiet tabular">{t('archive.expires', { day: format.day(format.dayOf(end)) })}</p>
      )}
    </>
  );
}

function Download({
  archive,
  tenantId,
}: {
  readonly archive: ArchiveAnswer;
  readonly tenantId: number | null;
}): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const download = (): Promise<boolean> => perform(() => downloadArchive(archive.id, tenantId));
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      onClick={() => void download()}
    >
      {t('archive.download')}
    </Button>
  );
}
