import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../../entity/labels.ts';
import { useCommand } from '../../../platform/web/command.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useDayName } from '../../../platform/web/use-day-name.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { ListContent } from '../content.ts';
import { runMutation, switchMutation } from '../mutations.ts';
import { lastBankingDay, type Rhythm } from '../rhythm.ts';
import classes from './Exports.module.css';
import { deleteExport, type ListedExport, type ListedRun } from './exports-data.ts';
import { writtenMinute } from './minute.ts';

/** Leads to a list. */
export type ListLink = ComponentType<Pick<ListContent, 'search'>>;

interface ExportItemProps {
  readonly item: ListedExport;
  readonly ListLink: ListLink;
  readonly onEdit: () => void;
}

/** A regular export with its last files. */
export function ExportItem({ item, ListLink, onEdit }: ExportItemProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const rhythm = useRhythmText();
  const {
    id,
    name,
    content,
    lb_user: owner,
    active,
    is_stopped,
    next_run_at,
    export_destination: place,
  } = item;
  const session = useSession();
  const isAdmin = useHasRole('user-admin');
  const isOwn = owner?.id === session?.userId;
  const mayChange = isOwn || (isAdmin && owner?.is_service === true);
  const state = active
    ? t('scheduled_export.next', { time: next_run_at === null ? '' : format.instant(next_run_at) })
    : t(is_stopped ? 'scheduled_export.stopped' : 'scheduled_export.off');
  const facts = [
    rhythm(item),
    t(`overview.export.format.${item.format}`),
    place?.name ?? t('scheduled_export.to_owner'),
    ...(isOwn || owner === null ? [] : [owner.name]),
  ];
  return (
    <li className={classes.item}>
      <h2 className={classes.name}>{name}</h2>
      <p>
        {content.of === 'table' ? (
          t(entityLabelKey(content.entity, 'many'))
        ) : (
          <ListLink search={content.search} />
        )}{' '}
        · {facts.join(' · ')}
      </p>
      <p className={is_stopped ? 'problem' : 'quiet'}>{state}</p>
      <Actions id={id} active={active} name={name} mayChange={mayChange} mayEnd={isAdmin} onEdit={onEdit} />
      <Runs runs={item.scheduled_export_runs} />
    </li>
  );
}

function useRhythmText(): (rhythm: Rhythm) => string {
  const { t } = useTranslation();
  const dayName = useDayName();
  return ({ rhythm, at_minute, weekdays, month_day: day }) => {
    const time = writtenMinute(at_minute);
    if (rhythm === 'daily') return t('scheduled_export.each_day', { time });
    if (rhythm === 'weekly')
      return t('scheduled_export.each_week', { days: weekdays.map(dayName).join(', '), time });
    return day === lastBankingDay
      ? t('scheduled_export.each_last', { time })
      : t('scheduled_export.each_month', { day, time });
  };
}

interface ActionsProps extends Pick<ListedExport, 'id' | 'active' | 'name'> {
  readonly mayChange: boolean;
  /** Administrators end exports of others. */
  readonly mayEnd: boolean;
  readonly onEdit: () => void;
}

function Actions({ id, active, name, mayChange, mayEnd, onEdit }: ActionsProps): ReactNode {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const run = useCommand(runMutation, { onDone: () => toastSaved(t('scheduled_export.started')) });
  const change = useCommand(switchMutation, { onDone: () => toastSaved() });
  const { isPending, perform } = useAction();
  if (!mayChange && !mayEnd) return null;
  const remove = (): Promise<boolean> =>
    perform(async () => {
      await deleteExport(id);
      setAsked(false);
      toastSaved(t('scheduled_export.deleted'));
    });
  const button = (label: string, onClick: () => void, loading = false): ReactNode => (
    <Button variant="default" size="compact-sm" loading={loading} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className={classes.buttons}>
      {mayChange ? button(t('scheduled_export.edit'), onEdit) : null}
      {mayChange ? button(t('scheduled_export.run'), () => void run.run({ id }), run.isPending) : null}
      {mayChange || active
        ? button(
            t(active ? 'scheduled_export.switch_off' : 'scheduled_export.switch_on'),
            () => void change.run({ id, active: !active }),
            change.isPending,
          )
        : null}
      {button(t('scheduled_export.delete'), () => setAsked(true))}
      <ConfirmDialog
        opened={isAsked}
        title={t('scheduled_export.delete')}
        actionLabel={t('scheduled_export.delete')}
        isDestructive
        isPending={isPending}
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      >
        {t('scheduled_export.delete_question', { name })}
      </ConfirmDialog>
    </div>
  );
}

function Runs({ runs }: { readonly runs: readonly ListedRun[] }): ReactNode {
  const { t } = useTranslation();
  if (runs.length === 0) return null;
  return (
    <details>
      <summary>{t('scheduled_export.runs')}</summary>
      <ul className={classes.runs}>
        {runs.map((run) => (
          <RunItem key={run.id} run={run} />
        ))}
      </ul>
    </details>
  );
}

const kilobyte = 1024;

function RunItem({ run }: { readonly run: ListedRun }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { planned_at, state, target, file_name, row_count, byte_count, problem } = run;
  const facts = [
    t(`scheduled_export.state.${state}`),
    ...(problem === null ? [] : [refusalText(problem.code, problem.values)]),
    ...(row_count === null ? [] : [t('scheduled_export.rows', { rows: row_count })]),
    ...(byte_count === null
      ? []
      : [t('scheduled_export.kilobytes', { size: Math.max(1, Math.round(byte_count / kilobyte)) })]),
    ...(file_name === null ? [] : [file_name]),
    ...(target === null ? [] : [target]),
  ];
  return (
    <li className={state === 'failed' || state === 'uncertain' ? 'problem' : 'quiet'}>
      {format.instant(planned_at)} · {facts.join(' · ')}
    </li>
  );
}
