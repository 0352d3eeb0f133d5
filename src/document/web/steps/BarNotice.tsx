import { IconClock, IconMessage, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AgeText } from '../../../platform/web/kit/DayText.tsx';
import { useProfile } from '../../../platform/web/profile.ts';
import { stageOf, waitingSince } from '../../../timeline/web/entry-view.ts';
import classes from '../DocumentPage.module.css';
import { isDraft } from '../document.ts';
import type { DocumentForm } from '../use-document-form.ts';

/** At the left of the bar: what is not saved, else whose turn it is and since when. */
export function BarNotice({ form }: { readonly form: DocumentForm }): ReactNode {
  const { t } = useTranslation();
  const { document, editor, rights } = form;
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
  return document === null ? null : <WhoseTurn form={form} />;
}

function WhoseTurn({ form: { kind, document } }: { readonly form: DocumentForm }): ReactNode {
  const { t } = useTranslation();
  const profile = useProfile();
  if (document === null || isDraft(kind, document)) return null;
  const { timeline_entries: entries, current_entry_no: current } = document.timeline;
  const task = entries.find((entry) => entry.entry_no === current);
  if (task === undefined) return null;
  const stage = stageOf(entries, task);
  const since = waitingSince(entries, current);
  const isMine = task.lb_user !== null && (profile?.persons.includes(task.lb_user.id) ?? false);
  const step = t(`step.${task.type}`);
  return (
    <p className={classes.notice}>
      <IconClock size={16} stroke={1.6} className={classes.clock} aria-hidden />
      <span>
        <strong>
          {isMine
            ? t('document.your_task', { step })
            : t('document.task_of', { step, name: task.lb_user?.name ?? t('timeline.anybody') })}
        </strong>{' '}
        {stage === null ? null : `${t('document.stage', { ...stage })}, `}
        {since === null ? null : <AgeText instant={since} since />}
      </span>
    </p>
  );
}
