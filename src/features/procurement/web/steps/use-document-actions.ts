import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import type { CommandAnswer } from '../commands.ts';
import type { ActionRow, OrderBlockRow } from '../document.ts';
import type { DocumentCommand, Target } from '../use-document-command.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { rolePersonsQuery } from './role-persons.ts';
import { type AskedRole, askedRoles } from './submit-persons.ts';
import { type ClickedAction, isClicked, useStepCommands } from './use-step-commands.ts';

/** The dialog that is open. */
export type OpenDialog =
  | { readonly kind: 'action'; readonly action: ActionRow; readonly target: Target }
  | { readonly kind: 'receive' }
  | { readonly kind: 'take_back'; readonly booking: string }
  | { readonly kind: OrderDialogKind; readonly block: OrderBlockRow }
  | { readonly kind: 'submit'; readonly asked: readonly AskedRole[]; readonly target: Target }
  | { readonly kind: 'delete' }
  | { readonly kind: 'discard' };

/** The dialogs about the order of one supplier. */
export type OrderDialogKind = 'send_order' | 'confirm_order' | 'record_confirmation' | 'accept_confirmation';

export interface DocumentActions {
  readonly commands: Readonly<Record<ClickedAction, DocumentCommand>>;
  readonly dialog: OpenDialog | null;
  readonly open: (dialog: OpenDialog | null) => void;
  /** Saves what is typed, then opens a dialog about the saved document. */
  readonly ask: (dialog: OpenDialog) => void;
  /** Takes an action on offer: at once, or by way of its dialog. */
  readonly take: (action: ActionRow) => void;
  readonly submit: () => void;
  readonly submitWith: (target: Target, persons: Readonly<Record<string, number>>) => void;
  /** After a command of a dialog: the dialog closes, and the person goes on as after every other action. */
  readonly onDialogDone: (key: string, answer: CommandAnswer) => void;
}

/** After these the document stays in view: it is still with this person, or the person follows its way. */
const staysAfter = [
  ...['submit', 'accept', 'withdraw', 'receive', 'close_question'],
  ...['send_order', 'confirm_order', 'record_confirmation', 'accept_confirmation'],
];

/** Runs the actions of a document. */
export function useDocumentActions(form: ProcurementForm): DocumentActions {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [dialog, open] = useState<OpenDialog | null>(null);

  const finish = (key: string, answer: CommandAnswer): void => {
    form.seen.adopt(answer.timeline.content_version);
    toastSaved();
    form.setComment('');
    // What was the person's task is done: on to the next one (TASK-21).
    if (!staysAfter.includes(key))
      void navigate({ to: '/overview', search: { tab: 'tasks' }, ignoreBlocker: true });
  };
  const commands = useStepCommands(finish, form.saving.showRefused);

  const submitWith = (target: Target, persons: Readonly<Record<string, number>>): void => {
    open(null);
    const approver_ids = form.editor.draft.approvers.map((person) => person.id);
    void commands.submit.run({ ...target, ...persons, approver_ids, comment: form.comment.trim() || null });
  };
  const submit = async (): Promise<void> => {
    if (!form.check()) return;
    const target = await form.saving.save();
    if (target === null) return;
    const situation = form.situation;
    const { client_id, department_id, creator_id } = situation.document.head;
    const persons = await client.fetchQuery(rolePersonsQuery(client_id, department_id, creator_id));
    const asked = askedRoles(situation.document, persons);
    if (asked.length === 0) submitWith(target, {});
    else open({ kind: 'submit', asked, target });
  };
  const take = async (action: ActionRow): Promise<void> => {
    if (action.key === 'submit') return submit();
    const target = await form.saving.save();
    if (target === null) return;
    if (action.key === 'receive') open({ kind: 'receive' });
    else if (isClicked(action.key) && !asksForPerson(action))
      await commands[action.key].run({ ...target, comment: form.comment.trim() || null });
    else open({ kind: 'action', action, target });
  };

  const ask = async (asked: OpenDialog): Promise<void> => {
    if ((await form.saving.save()) !== null) open(asked);
  };

  return {
    commands,
    dialog,
    open,
    ask: (asked) => void ask(asked).catch(toastFailure),
    take: (action) => void take(action).catch(toastFailure),
    submit: () => void submit().catch(toastFailure),
    submitWith,
    onDialogDone: (key, answer) => {
      open(null);
      finish(key, answer);
    },
  };
}

/** A forward out of clearing chooses the next person; elsewhere the flow knows him (TASK-07). */
function asksForPerson(action: ActionRow): boolean {
  return (action.person_ids ?? []).length > 0;
}
