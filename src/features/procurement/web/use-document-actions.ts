import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import type { CommandAnswer } from './commands.ts';
import type { ActionRow } from './document.ts';
import { rolePersonsQuery } from './role-persons.ts';
import { type AskedRole, askedRoles } from './submit-persons.ts';
import type { ProcurementForm } from './use-procurement-form.ts';
import type { Target } from './use-save.ts';
import { type ClickedAction, isClicked, type StepCommand, useStepCommands } from './use-step-commands.ts';

/** The dialog that is open. */
export type OpenDialog =
  | { readonly kind: 'action'; readonly action: ActionRow; readonly target: Target }
  | { readonly kind: 'receive' }
  | { readonly kind: 'confirm_order'; readonly supplierId: number }
  | { readonly kind: 'send_order' }
  | { readonly kind: 'submit'; readonly asked: readonly AskedRole[]; readonly target: Target }
  | { readonly kind: 'delete' }
  | { readonly kind: 'discard' };

export interface DocumentActions {
  readonly commands: Readonly<Record<ClickedAction, StepCommand>>;
  readonly dialog: OpenDialog | null;
  readonly open: (dialog: OpenDialog | null) => void;
  /** Takes an action on offer: at once, or by way of its dialog. */
  readonly take: (action: ActionRow) => void;
  readonly submit: () => void;
  readonly submitWith: (target: Target, persons: Readonly<Record<string, number>>) => void;
  /** After a command of a dialog: the dialog closes, and the person goes on as after every other action. */
  readonly onDialogDone: (key: string, answer: CommandAnswer) => void;
}

/** After these the document stays in view: it is still with this person, or the person follows its way. */
const staysAfter = ['submit', 'accept', 'withdraw', 'receive', 'send_order', 'confirm_order'];

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
    const approver_ids = form.approvers.map((person) => person.id);
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
    else if (action.key === 'send_order') open({ kind: 'send_order' });
    else if (action.key === 'confirm_order')
      open({ kind: 'confirm_order', supplierId: firstUnconfirmed(form) });
    else if (isClicked(action.key) && !asksForPerson(action))
      await commands[action.key].run({ ...target, comment: form.comment.trim() || null });
    else open({ kind: 'action', action, target });
  };

  return {
    commands,
    dialog,
    open,
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

function firstUnconfirmed({ document }: ProcurementForm): number {
  const confirmed = new Set(
    document?.procurement_supplier_orders
      .filter((order) => order.state === 'confirmed')
      .map((order) => order.supplier?.id),
  );
  const line = document?.procurement_lines.find(
    ({ supplier }) => supplier !== null && !confirmed.has(supplier.id),
  );
  return line?.supplier?.id ?? 0;
}
