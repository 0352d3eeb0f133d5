import {
  IconArrowBackUp,
  IconArrowRight,
  IconBan,
  IconCheck,
  IconCopy,
  IconFlag,
  IconMessageQuestion,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { ActionBar, type BarAction } from '../../../../platform/web/kit/ActionBar.tsx';
import { CommandConfirmation } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import type { ActionRow } from '../document.ts';
import { useDocumentCommand } from '../use-document-command.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { BarNotice } from './BarNotice.tsx';
import { DocumentDialogs } from './DocumentDialogs.tsx';
import type { DocumentActions } from './use-document-actions.ts';
import { isClicked } from './use-step-commands.ts';

export interface DocumentBarProps {
  readonly form: ProcurementForm;
  readonly actions: DocumentActions;
}

/** Actions that have their own place on the page. */
const elsewhere = [
  ...['send_order', 'confirm_order', 'record_confirmation', 'accept_confirmation'],
  'comment',
];

const goesOn = <IconArrowRight size={16} stroke={1.6} aria-hidden />;

const icons: Readonly<Record<string, ReactNode>> = {
  finish_delivery: <IconFlag size={16} stroke={1.6} aria-hidden />,
  reassign: <IconUserShare size={16} stroke={1.6} aria-hidden />,
  send_to_clearing: <IconMessageQuestion size={16} stroke={1.6} aria-hidden />,
  withdraw: <IconArrowBackUp size={16} stroke={1.6} aria-hidden />,
  give_back: <IconArrowBackUp size={16} stroke={1.6} aria-hidden />,
  cancel: <IconBan size={16} stroke={1.6} aria-hidden />,
  close_question: <IconCheck size={16} stroke={1.6} aria-hidden />,
};

/** The bar at the bottom: the action that is due, named with the next step and person, and the others (TASK-01). */
export function DocumentBar({ form, actions }: DocumentBarProps): ReactNode {
  const { t } = useTranslation();
  const offered = (form.document?.actions ?? []).filter(isForThisPerson);
  const due = offered.find((action) => action.is_main);
  const toBarAction = (action: ActionRow): BarAction => barAction(action, form, actions, t);
  const main = form.document === null ? newRequestAction(form, actions, t) : due ? toBarAction(due) : null;
  const save = saveAction(form, t);
  const beside = offered.find(
    (action) => ['decline', 'finish_delivery', 'close_question'].includes(action.key) && action !== due,
  );
  const second = save ?? (beside ? toBarAction(beside) : null);
  const copyAction = useCopyAction(form, t);
  const inMenu = offered.filter((action) => action !== due && (save !== null || action !== beside));

  return (
    <>
      <ActionBar
        main={main}
        second={second}
        isUnsaved={save !== null}
        others={[...inMenu.map(toBarAction), ...copyAction, ...draftActions(form, actions, t)]}
      >
        <BarNotice form={form} />
      </ActionBar>
      <DocumentDialogs form={form} actions={actions} />
      <CommandConfirmation command={form.saving} actionLabel={t('procurement.save')} />
      {Object.entries(actions.commands).map(([key, command]) => (
        <CommandConfirmation key={key} command={command} actionLabel={t(`procurement.actions.${key}`)} />
      ))}
    </>
  );
}

/** Another person's task offers nothing, and only who made a request takes it back; the bar says whose turn it is. */
function isForThisPerson({ key, enabled, refusal }: ActionRow): boolean {
  return !elsewhere.includes(key) && refusal?.code !== 'not_assignee' && (key !== 'withdraw' || enabled);
}

type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

function barAction(
  action: ActionRow,
  form: ProcurementForm,
  actions: DocumentActions,
  t: Translate,
): BarAction {
  const { key } = action;
  const isOwnStep = action.is_main || key === 'decline' || key === 'finish_delivery';
  const isOutdated = form.seen.note !== null && isOwnStep;
  const reason = action.refusal && refusalText(action.refusal.code, action.refusal.values);
  const refusal = action.refusal && key === 'cancel' ? t('procurement.only_in_clearing') : reason;
  return {
    key,
    label: t(action.label_key),
    icon: action.is_main ? undefined : (icons[key] ?? goesOn),
    ...(action.is_main && !form.editor.isDirty ? detailOf(action, t) : {}),
    refusal: isOutdated ? t('procurement.changed.first_acknowledge') : refusal,
    isPending: isClicked(key) && actions.commands[key].isPending,
    isDestructive: key === 'cancel',
    onRun: () => actions.take(action),
  };
}

/** Where the document goes by it; booking goods and accepting a task keep it where it is. */
function detailOf({ key, next }: ActionRow, t: Translate): Pick<BarAction, 'detail'> {
  if (next === null || key === 'receive' || key === 'accept') return {};
  if (next.step === null) return { detail: t('action.next_done') };
  return {
    detail: t('action.next', {
      step: t(`step.${next.step}`),
      name: next.person_name ?? t('timeline.anybody'),
    }),
  };
}

function newRequestAction(form: ProcurementForm, actions: DocumentActions, t: Translate): BarAction {
  return {
    key: 'submit',
    label: t('procurement.actions.submit'),
    isPending: actions.commands.submit.isPending || form.saving.isPending,
    onRun: actions.submit,
  };
}

/** Beside the due action while there is something to save. */
function saveAction(form: ProcurementForm, t: Translate): BarAction | null {
  if (!form.isEditing || !form.editor.isDirty) return null;
  const isDraft = form.document === null || form.document.status === 'draft';
  return {
    key: 'save',
    label: t(isDraft ? 'procurement.save_draft' : 'procurement.save'),
    isPending: form.saving.isPending,
    onRun: form.saveAndTell,
  };
}

/** A new draft with the same lines, for whoever sees the request (PROC-33). */
function useCopyAction({ document }: ProcurementForm, t: Translate): readonly BarAction[] {
  const navigate = useNavigate();
  const command = useDocumentCommand('copy', {
    onDone: ({ id }) => {
      toastSaved(t('procurement.copied'));
      void navigate({ to: '/procurement/form', search: { id } });
    },
  });
  if (document === null || document.status === 'draft') return [];
  const icon = <IconCopy size={16} stroke={1.6} aria-hidden />;
  const onRun = (): void => void command.run({ id: document.id });
  return [{ key: 'copy', label: t('procurement.actions.copy'), icon, isPending: command.isPending, onRun }];
}

function draftActions(form: ProcurementForm, actions: DocumentActions, t: Translate): readonly BarAction[] {
  const { document, editor } = form;
  const discard: BarAction = {
    key: 'discard',
    label: t('procurement.discard'),
    icon: <IconArrowBackUp size={16} stroke={1.6} aria-hidden />,
    onRun: () => actions.open({ kind: 'discard' }),
  };
  const remove: BarAction = {
    key: 'delete',
    label: t('procurement.delete_draft'),
    icon: <IconTrash size={16} stroke={1.6} aria-hidden />,
    isDestructive: true,
    onRun: () => actions.open({ kind: 'delete' }),
  };
  // Once submitted, a request keeps its number and can only be cancelled (NUM-05).
  const isDeletable =
    document !== null && document.status === 'draft' && document.order_number_formatted === null;
  return [...(editor.isDirty ? [discard] : []), ...(isDeletable ? [remove] : [])];
}
