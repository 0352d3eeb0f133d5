import {
  IconArrowBackUp,
  IconArrowRight,
  IconBan,
  IconCheck,
  IconCopy,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconMessageQuestion,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../platform/web/command.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { ActionBar, type BarAction } from '../../../platform/web/kit/ActionBar.tsx';
import { CommandConfirmation } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { useIsAuditor } from '../../../platform/web/profile.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { type CommandAnswer, commandMutation, hasCommand } from '../commands.ts';
import { isDraft, isNumbered } from '../document.ts';
import { useDocumentHistory } from '../document-history.ts';
import type { KindActions } from '../kind.ts';
import type { ActionRow } from '../offered-actions.ts';
import { shownActions } from '../offered-actions.ts';
import type { DocumentForm } from '../use-document-form.ts';
import { BarNotice } from './BarNotice.tsx';
import type { DocumentActions } from './use-document-actions.ts';

export interface DocumentBarProps {
  readonly form: DocumentForm;
  readonly actions: DocumentActions;
}

const goesOn = <IconArrowRight size={16} stroke={1.6} aria-hidden />;

const icons: Readonly<Record<string, ReactNode>> = {
  reassign: <IconUserShare size={16} stroke={1.6} aria-hidden />,
  send_to_clearing: <IconMessageQuestion size={16} stroke={1.6} aria-hidden />,
  withdraw: <IconArrowBackUp size={16} stroke={1.6} aria-hidden />,
  give_back: <IconArrowBackUp size={16} stroke={1.6} aria-hidden />,
  cancel: <IconBan size={16} stroke={1.6} aria-hidden />,
  discard: <IconBan size={16} stroke={1.6} aria-hidden />,
  hold: <IconLock size={16} stroke={1.6} aria-hidden />,
  lift_hold: <IconLockOpen size={16} stroke={1.6} aria-hidden />,
  close_question: <IconCheck size={16} stroke={1.6} aria-hidden />,
};

/** The bar at the bottom: the main action with the next step and person, and the other actions (TASK-01). */
export function DocumentBar({ form, actions }: DocumentBarProps): ReactNode {
  const { t } = useTranslation();
  const { kind, document } = form;
  const offered = shownActions(document?.actions ?? [], kind.actions.elsewhere);
  const due = offered.find((action) => action.is_main);
  const toBarAction = (action: ActionRow): BarAction => barAction(action, form, actions, t);
  const main = document === null ? newDocumentAction(form, actions, t) : due ? toBarAction(due) : null;
  const save = saveAction(form, t);
  const beside = offered.find((action) => isBeside(action, kind.actions) && action !== due);
  const second = save ?? (beside ? toBarAction(beside) : null);
  const copyAction = useCopyAction(form, t);
  const changesAction = useChangesAction(form, actions, t);
  const inMenu = offered.filter((action) => action !== due && (save !== null || action !== beside));

  return (
    <>
      <ActionBar
        main={main}
        second={second}
        isUnsaved={save !== null}
        others={[
          ...inMenu.map(toBarAction),
          ...copyAction,
          ...changesAction,
          ...draftActions(form, actions, t),
        ]}
      >
        <BarNotice form={form} />
      </ActionBar>
      <CommandConfirmation command={form.saving} actionLabel={t('document.save')} />
      <CommandConfirmation
        command={actions}
        actionLabel={actions.taken === null ? '' : t(`${kind.name}.actions.${actions.taken}`)}
      />
    </>
  );
}

/** Whether the action ends the own task as an alternative to the main action. */
function endsOwnTask({ key }: ActionRow, { beside }: KindActions): boolean {
  return key === 'decline' || beside.includes(key);
}

function isBeside(action: ActionRow, kind: KindActions): boolean {
  return action.key === 'close_question' || endsOwnTask(action, kind);
}

/** Whether the action ends the document for good (TASK-08, TASK-09). */
function endsForGood(key: string): boolean {
  return key === 'cancel' || key === 'discard';
}

type Translate = ReturnType<typeof useTranslation>['t'];

function barAction(action: ActionRow, form: DocumentForm, actions: DocumentActions, t: Translate): BarAction {
  const { key } = action;
  const ofKind = form.kind.actions;
  const isOutdated = form.seen.note !== null && (action.is_main || endsOwnTask(action, ofKind));
  const reason = action.refusal && refusalText(action.refusal.code, action.refusal.values);
  const refusal = action.refusal && endsForGood(key) ? t('document.only_in_clearing') : reason;
  return {
    key,
    label: t(action.label_key),
    icon: action.is_main ? undefined : (ofKind.icons[key] ?? icons[key] ?? goesOn),
    ...(action.is_main && !form.editor.isDirty ? detailOf(action, ofKind, t) : {}),
    refusal: isOutdated ? t('document.changed.first_acknowledge') : refusal,
    isPending: actions.isPending && actions.taken === key,
    isDestructive: endsForGood(key),
    onRun: () => actions.take(action),
  };
}

/** The next step and person, for actions that move the document. */
function detailOf(
  { key, next }: ActionRow,
  { inPlace }: KindActions,
  t: Translate,
): Pick<BarAction, 'detail'> {
  if (next === null || key === 'accept' || inPlace.includes(key)) return {};
  if (next.step === null) return { detail: t('action.next_done') };
  return {
    detail: t('action.next', {
      step: t(`step.${next.step}`),
      name: next.person_name ?? t('timeline.anybody'),
    }),
  };
}

/** Submits a new document; kinds without drafts only save it. */
function newDocumentAction(form: DocumentForm, actions: DocumentActions, t: Translate): BarAction {
  if (!hasCommand(form.kind.name, 'submit')) {
    const { isPending } = form.saving;
    return { key: 'save', label: t('document.save'), isPending, onRun: form.saveAndNotify };
  }
  return {
    key: 'submit',
    label: t(`${form.kind.name}.actions.submit`),
    isPending: (actions.isPending && actions.taken === 'submit') || form.saving.isPending,
    onRun: actions.submit,
  };
}

/** The save button beside the main action, if there are changes. */
function saveAction({ kind, document, ...form }: DocumentForm, t: Translate): BarAction | null {
  if (!form.isEditing || !form.editor.isDirty) return null;
  if (document === null && !hasCommand(kind.name, 'submit')) return null;
  return {
    key: 'save',
    label: t(document === null || isDraft(kind, document) ? 'document.save_draft' : 'document.save'),
    isPending: form.saving.isPending,
    onRun: form.saveAndNotify,
  };
}

/** Copies the content to a new draft, for everybody who sees the document (PROC-33). */
function useCopyAction({ kind, document }: DocumentForm, t: Translate): readonly BarAction[] {
  const navigate = useNavigate();
  const command = useCommands<{ readonly document: CommandAnswer }>({
    onDone: ({ document: { id } }) => {
      toastSaved(t('document.copied'));
      void navigate({ to: kind.route, search: { id } });
    },
  });
  const isAuditing = useIsAuditor();
  if (!hasCommand(kind.name, 'copy') || document === null || isAuditing) return [];
  // A withdrawn document has a number known to others, so that it is more than a draft.
  if (isDraft(kind, document) && !isNumbered(kind, document)) return [];
  const icon = <IconCopy size={16} stroke={1.6} aria-hidden />;
  const onRun = (): void => void command.run(commandMutation(kind.name, 'copy'), { id: document.id });
  return [{ key: 'copy', label: t(`${kind.name}.actions.copy`), icon, isPending: command.isPending, onRun }];
}

/** Shows the changes since the document was submitted (AUD-08); not for unsubmitted drafts. */
function useChangesAction(
  { kind, document }: DocumentForm,
  actions: DocumentActions,
  t: Translate,
): readonly BarAction[] {
  const hasHistory = useDocumentHistory() !== null;
  if (!hasHistory || document === null) return [];
  if (isDraft(kind, document) && !isNumbered(kind, document)) return [];
  const icon = <IconHistory size={16} stroke={1.6} aria-hidden />;
  const onRun = (): void => actions.open({ kind: 'changes' });
  return [{ key: 'changes', label: t('timeline.changes'), icon, onRun }];
}

function draftActions(form: DocumentForm, actions: DocumentActions, t: Translate): readonly BarAction[] {
  const { kind, document, editor } = form;
  const discard: BarAction = {
    key: 'discard_changes',
    label: t('document.discard'),
    icon: <IconArrowBackUp size={16} stroke={1.6} aria-hidden />,
    onRun: () => actions.open({ kind: 'discard' }),
  };
  const remove: BarAction = {
    key: 'delete',
    label: t('document.delete_draft'),
    icon: <IconTrash size={16} stroke={1.6} aria-hidden />,
    isDestructive: true,
    onRun: () => actions.open({ kind: 'delete' }),
  };
  const isDeletable = document !== null && isDraft(kind, document);
  return [
    ...(editor.isDirty ? [discard] : []),
    ...(isDeletable && hasCommand(kind.name, 'delete_draft') ? [remove] : []),
  ];
}
