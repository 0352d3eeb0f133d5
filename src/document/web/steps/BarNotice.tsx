import { IconClock, IconMessage, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AgeText } from '../../../platform/web/kit/DayText.tsx';
import { useProfile } from '../../../platform/web/profile.ts';
import { useIsPhone } from '../../../platform/web/use-is-phone.ts';
import { stageOf, waitingSince } from '../../../timeline/web/entry-view.ts';
import classes from '../DocumentPage.module.css';
import { isDraft } from '../document.ts';
import type { DocumentForm } from '../use-document-form.ts';

/** The left part of the bar: unsaved changes, else the current assignee and the waiting time. */
export function BarNotice({ form }: { readonly form: DocumentForm }): ReactNode {
  const { t } = useTranslation();
  const { document, editor, rights } = form;
  const isPhone = useIsPhone();
  if (editor.isDirty && form.isEditing) {
    return (
      <p className={classes.notice}>
        <IconPencil size={16} stroke={1.6} aria-hidden />
        <span>
          <strong>{t('document.not_saved')}</strong>{' '}
          <span className={classes.wide}>
            {t(rights.startsApprovalAgain ? 'document.starts_approval_again' : 'document.kept_in_browser')}
          </span>
        </span>
      </p>
    );
  }
  if (form.typed.text.trim() !== '' && document?.actions.some((action) => action.is_main && action.enabled)) {
    return (
      <p className={classes.notice}>
        <IconMessage size={16} stroke={1.6} aria-hidden />
        <span>{t('document.comment_goes_along')}</span>
      </p>
    );
  }
  // Phones show it below the title, to leave room for the actions.
  return document === null || isPhone ? null : <WhoseTurn form={form} />;
}

/** The assignee of the task, its stage, and the waiting time. */
function WhoseTurn({ form }: { readonly form: DocumentForm }): ReactNode {
  const { t } = useTranslation();
  const turn = useTurn(form);
  if (turn === null) return null;
  const { step, name, isMine, stage, since } = turn;
  return (
    <p className={classes.notice}>
      <IconClock size={16} stroke={1.6} className={classes.clock} aria-hidden />
      <span>
        <strong>{isMine ? t('document.your_task', { step }) : t('document.task_of', { step, name })}</strong>{' '}
        {stage === null ? null : `${stage}, `}
        {since === null ? null : <AgeText instant={since} since />}
      </span>
    </p>
  );
}

/** The short form beside the status, which names the step already. */
export function ShortTurn({ form }: { readonly form: DocumentForm }): ReactNode {
  const { t } = useTranslation();
  const turn = useTurn(form);
  if (turn === null) return null;
  const { name, isMine, stage, since } = turn;
  return (
    <span className={classes.turn}>
      {[isMine ? t('document.your_turn') : name, stage].filter(Boolean).join(', ')}
      {since === null ? null : ', '}
      {since === null ? null : <AgeText instant={since} since />}
    </span>
  );
}

function useTurn({ kind, document }: DocumentForm) {
  const { t } = useTranslation();
  const profile = useProfile();
  if (document === null || isDraft(kind, document)) return null;
  const { timeline_entries: entries, current_entry_no: current } = document.timeline;
  const task = entries.find((entry) => entry.entry_no === current);
  if (task === undefined) return null;
  const stage = stageOf(entries, task);
  return {
    step: t(`step.${task.type}`),
    name: task.lb_user?.name ?? t('timeline.anybody'),
    isMine: task.lb_user !== null && (profile?.persons.includes(task.lb_user.id) ?? false),
    stage: stage && t('document.stage', { ...stage }),
    since: waitingSince(entries, current),
  };
}
