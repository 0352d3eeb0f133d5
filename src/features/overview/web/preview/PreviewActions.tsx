import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { draftStatus } from '../../../../document/listed-kind.ts';
import { type CommandAnswer, commandMutation } from '../../../../document/web/commands.ts';
import { plainActions } from '../../../../document/web/kind.ts';
import type { PreviewDocument, ShownKind } from '../../../../document/web/listed-kind.ts';
import type { ActionRow } from '../../../../document/web/offered-actions.ts';
import {
  isTakenInPreview,
  nextDeed,
  shownActions,
  staysInView,
} from '../../../../document/web/offered-actions.ts';
import { wayOf } from '../../../../document/web/steps/action-way.ts';
import type { Target } from '../../../../document/web/use-document-command.ts';
import { loadChunk } from '../../../../platform/web/chunk.ts';
import { useCommands } from '../../../../platform/web/command.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import {
  type BarAction,
  MainButton,
  OtherActions,
  useMainAction,
} from '../../../../platform/web/kit/ActionBar.tsx';
import { CommandConfirmation } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { useOfferedActions } from '../../../../platform/web/page-actions.ts';
import { useProfile } from '../../../../platform/web/profile.ts';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import type { KeptComment } from '../../../../timeline/web/typed-comments.ts';
import { approvedAhead, showForeseen } from './foreseen.ts';
import classes from './Preview.module.css';

const ActionDialog = lazy(() =>
  loadChunk(() => import('../../../../document/web/steps/ActionDialog.tsx')).then((chunk) => ({
    default: chunk.ActionDialog,
  })),
);

export interface PreviewActionsProps {
  readonly kind: ShownKind;
  readonly document: PreviewDocument;
  /** Text of the comment box, sent along with an action (TASK-01). */
  readonly typed: KeptComment;
  readonly onOpen: () => void;
  /** Called after an action moved the document on. */
  readonly onDone: () => void;
}

/** The next action, and others that need only a comment or a person; all others are on the page. */
export function PreviewActions(props: PreviewActionsProps): ReactNode {
  const { kind, document, typed, onOpen } = props;
  const { t } = useTranslation();
  const deed = useDeed(kind, document);
  const actions = usePreviewActions(props);
  const { asked, taken, commands } = actions;

  const barAction = (action: ActionRow): BarAction => ({
    key: action.key,
    label: t(action.label_key),
    ...(action.is_main && action.next ? { detail: nextText(t, action.next) } : {}),
    refusal: action.refusal ? refusalText(action.refusal.code, action.refusal.values) : null,
    isPending: commands.isPending && taken?.key === action.key,
    onRun: () => actions.take(action),
  });
  const shown = shownActions(document.actions);
  const due = shown.find((action) => action.is_main);
  const toPage: BarAction = { key: 'open', label: t(`action.show.${deed}`), onRun: onOpen };
  const main = due && (isTakenInPreview(due) ? barAction(due) : toPage);
  const others = shown.filter((action) => action !== due && isTakenInPreview(action)).map(barAction);
  useMainAction(main);
  useOfferedActions([...(main ? [{ ...main, isMain: true }] : []), ...others]);
  if (main === undefined && others.length === 0) return null;
  return (
    <>
      <div className={classes.actions}>
        {main ? <MainButton action={main} hint={t('shell.key.ctrl_enter')} /> : null}
        {others.length === 0 ? null : <OtherActions actions={others} compact opensDown />}
      </div>
      {main?.refusal ? <p className={classes.refusal}>{main.refusal}</p> : null}
      <CommandConfirmation command={commands} actionLabel={taken ? t(taken.label_key) : ''} />
      {asked === null ? null : (
        <Suspense fallback={null}>
          <ActionDialog
            kind={{ name: kind.name, actions: plainActions }}
            action={asked.action}
            target={asked.target}
            typed={typed}
            onDone={() => actions.finish(asked.action.key)}
            onClose={actions.close}
          />
        </Suspense>
      )}
    </>
  );
}

interface Asked {
  readonly action: ActionRow;
  readonly target: Target;
}

/** Runs actions on click, or through the dialog common to all kinds. */
function usePreviewActions({ kind, document, typed, onDone }: PreviewActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [taken, setTaken] = useState<ActionRow | null>(null);
  const forgetTyped = (): void => typed.change({ text: '', picked: [] });
  const commands = useCommands<{ readonly document: CommandAnswer }>({ onWaiting: forgetTyped });
  const client = useQueryClient();
  const profile = useProfile();
  const target = { id: document.id, expected_version: document.timeline.content_version };
  const finish = (key: string): void => {
    setAsked(null);
    toastSaved();
    if (!staysInView(key)) onDone();
  };
  const run = async (action: ActionRow): Promise<void> => {
    setTaken(action);
    const input = { ...target, comment: typed.text.trim() || null };
    const ahead = action.key === 'approve' && profile ? approvedAhead(kind.name, document, profile.id) : null;
    const takeBack = ahead && (await showForeseen(client, { kind: kind.name, id: document.id }, ahead));
    if ((await commands.run(commandMutation(kind.name, action.key), input)) === null) {
      takeBack?.();
      return;
    }
    forgetTyped();
    finish(action.key);
  };
  const take = (action: ActionRow): void => {
    if (wayOf(action, plainActions, {}) === 'click') void run(action);
    else setAsked({ action, target });
  };
  return { asked, taken, commands, take, finish, close: () => setAsked(null) };
}

/** Label of the person's next action, as in the list. */
function useDeed({ shownSteps }: ShownKind, { timeline, status }: PreviewDocument): string {
  const persons = useProfile()?.persons ?? [];
  if (status === draftStatus) return draftStatus;
  const current = timeline.timeline_entries.find((entry) => entry.entry_no === timeline.current_entry_no);
  const step = current?.type ?? null;
  const assigneeId = current?.lb_user?.id ?? null;
  const isGroupTask = current?.text_type === 'assignment';
  return nextDeed({ step, assigneeId, isGroupTask, askedIds: [], remindedIds: [] }, shownSteps, persons);
}

function nextText(t: ReturnType<typeof useTranslation>['t'], next: NonNullable<ActionRow['next']>): string {
  if (next.step === null) return t('action.next_done');
  return t('action.next', { step: t(`step.${next.step}`), name: next.person_name ?? t('timeline.anybody') });
}
