import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../platform/web/failure-text.ts';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import note from '../../../platform/web/kit/PageNote.module.css';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { HealthAnswer } from '../health.ts';
import { FailedJobs } from './FailedJobs.tsx';
import { FailedMails } from './FailedMails.tsx';
import { Folders, Nodes, Queues, Storage, Versions } from './HealthFigures.tsx';
import { healthOptions } from './health-data.ts';
import classes from './Operator.module.css';
import { Waiting } from './TenantListPage.tsx';

/** `/operator/health`: processes, queues, failed work, storage and versions; refreshed while visible. */
export function HealthPage(): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(healthOptions);
  return (
    <>
      <PageTitleRow title={t('operator.page.health')} />
      {data === undefined && error !== null ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <>
          <div className={classes.bar}>{t('health.as_of', { time: format.instant(data.at) })}</div>
          <Notes health={data} failure={error} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
          <section className={classes.scroll} tabIndex={0} aria-label={t('operator.page.health')}>
            <Nodes health={data} />
            <Queues health={data} />
            <FailedJobs queues={data.queues} />
            <FailedMails />
            <Folders health={data} />
            <Storage health={data} />
            <Versions health={data} />
          </section>
        </>
      )}
    </>
  );
}

interface NotesProps {
  readonly health: HealthAnswer;
  /** Why the refresh failed. */
  readonly failure: unknown;
}

/** Problems that need an operator, shown at the top. */
function Notes({ health, failure }: NotesProps): ReactNode {
  const { t } = useTranslation();
  const { nodes, queues, folders, versions } = health;
  const notes = [
    ...(failure === null ? [] : [[t('health.note.no_answer'), failureText(failure)] as const]),
    ...(nodes.some(({ is_silent }) => is_silent)
      ? [[t('health.note.silent'), t('health.note.silent_text')] as const]
      : []),
    ...(queues.some(({ is_late }) => is_late)
      ? [[t('health.note.late'), t('health.note.late_text')] as const]
      : []),
    ...(folders.length > 0 ? [[t('health.note.folders'), t('health.note.folders_text')] as const] : []),
    ...(nodes.some(({ is_other_version }) => is_other_version) || versions.pending + versions.unknown > 0
      ? [[t('health.note.update'), t('health.note.update_text')] as const]
      : []),
  ];
  return notes.map(([title, text]) => (
    <section key={title} className={note.note} aria-label={title}>
      <IconAlertCircle size={16} stroke={1.6} className={note.icon} aria-hidden />
      <div className={note.text}>
        <p className={note.title}>{title}</p>
        <p>{text}</p>
      </div>
    </section>
  ));
}
