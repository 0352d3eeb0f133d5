import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentAction, PreviewDocument } from '../../../../document/web/listed-kind.ts';
import { useCommand } from '../../../../platform/web/command.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import {
  type BarAction,
  MainButton,
  OtherActions,
  useMainAction,
} from '../../../../platform/web/kit/ActionBar.tsx';
import { CommandConfirmation } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { useOfferedActions } from '../../../../platform/web/page-actions.ts';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import type { DocumentKind } from '../../../../timeline/kinds.ts';
import type { KeptComment } from '../../../../timeline/web/typed-comments.ts';
import { acceptMutation, approveMutation, closeQuestionMutation } from '../commands.ts';
import classes from './Preview.module.css';

export interface PreviewActionsProps {
  readonly kind: DocumentKind;
  readonly document: PreviewDocument;
  /** What stands in the comment box: approving takes it along (TASK-01). */
  readonly typed: KeptComment;
  readonly onOpen: () => void;
  readonly onDone: () => void;
}

/** The one filled button. Approving and accepting happen here; whatever needs input happens on the page. */
export function PreviewActions({ kind, document, typed, onOpen, onDone }: PreviewActionsProps): ReactNode {
  const { t } = useTranslation();
  const onSaved = (): void => {
    toastSaved();
    onDone();
  };
  const approve = useCommand(approveMutation(kind), {
    onDone: () => {
      typed.change({ text: '', picked: [] });
      onSaved();
    },
  });
  const accept = useCommand(acceptMutation(kind), { onDone: () => toastSaved() });
  const closeQuestion = useCommand(closeQuestionMutation(kind), { onDone: () => toastSaved() });
  const input = { id: document.id, expected_version: document.timeline.content_version };

  const barAction = (action: DocumentAction): BarAction => ({
    key: action.key,
    label: t(action.label_key),
    ...(action.next ? { detail: nextText(t, action.next) } : {}),
    refusal: action.refusal ? refusalText(action.refusal.code, action.refusal.values) : null,
    isPending:
      (action.key === 'approve' && approve.isPending) || (action.key === 'accept' && accept.isPending),
    onRun: () => {
      if (action.key === 'approve') void approve.run({ ...input, comment: typed.text.trim() || null });
      else if (action.key === 'accept') void accept.run(input);
      else if (action.key === 'close_question') void closeQuestion.run({ id: document.id });
      else onOpen();
    },
  });
  // Somebody else's task is no button that fails: the timeline says whose it is.
  const main = document.actions.find((action) => action.is_main && action.refusal?.code !== 'not_assignee');
  const others = document.actions.filter((action) => !action.is_main && action.key !== 'comment');
  const mainAction = main ? barAction(main) : null;
  useMainAction(mainAction);
  useOfferedActions([...(mainAction ? [mainAction] : []), ...others.map(barAction)]);
  if (mainAction === null && others.length === 0) return null;
  return (
    <>
      <div className={classes.actions}>
        {mainAction ? <MainButton action={mainAction} hint={t('shell.key.ctrl_enter')} /> : null}
        {others.length === 0 ? null : <OtherActions actions={others.map(barAction)} compact opensDown />}
      </div>
      {mainAction?.refusal ? <p className={classes.refusal}>{mainAction.refusal}</p> : null}
      <CommandConfirmation command={approve} actionLabel={mainAction?.label ?? ''} />
    </>
  );
}

function nextText(
  t: (key: string, values?: Record<string, unknown>) => string,
  next: NonNullable<DocumentAction['next']>,
): string {
  if (next.step === null) return t('action.next_done');
  return t('action.next', { step: t(`step.${next.step}`), name: next.person_name ?? t('timeline.anybody') });
}
