import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Commands, useCommands } from '../../../platform/web/command.ts';
import type { ApiRefusal } from '../../../platform/web/failure.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { type CommandAnswer, commandMutation } from '../commands.ts';
import { dropTask } from '../known-head.ts';
import { type ActionRow, staysInView } from '../offered-actions.ts';
import type { Target } from '../use-document-command.ts';
import type { DocumentForm } from '../use-document-form.ts';
import { dialogOf, wayOf } from './action-way.ts';
import type { AskedRole } from './SubmitDialog.tsx';

/** The open dialog. */
export type OpenDialog =
  | { readonly kind: 'action'; readonly action: ActionRow; readonly target: Target }
  /** A kind's own dialog, by key; `about` identifies its subject if the document has several. */
  | { readonly kind: 'own'; readonly key: string; readonly about: string }
  | { readonly kind: 'submit'; readonly asked: readonly AskedRole[]; readonly target: Target }
  | { readonly kind: 'delete' }
  /** The read-only list of changes. */
  | { readonly kind: 'changes' }
  | { readonly kind: 'discard' };

export interface DocumentActions {
  readonly dialog: OpenDialog | null;
  readonly open: (dialog: OpenDialog | null) => void;
  /** Saves the form, then opens a kind's own dialog. */
  readonly ask: (key: string, about?: string) => void;
  /** Runs an offered action, directly or through its dialog. */
  readonly take: (action: ActionRow) => void;
  readonly submit: () => void;
  readonly submitWith: (target: Target, persons: Readonly<Record<string, number>>) => void;
  /** The last action that ran without a dialog. */
  readonly taken: string | null;
  readonly isPending: boolean;
  /** The confirmation that the server requires for that action (API-41). */
  readonly confirmation: Commands<unknown>['confirmation'];
  /** After the command of a dialog: closes it and continues as after every other action. */
  readonly onDialogDone: (key: string, answer: CommandAnswer) => void;
}

/** How a kind submits its documents. */
export interface Submission {
  /** The roles for which the settings leave a choice (RDEF-05). */
  readonly asked: (client: QueryClient) => Promise<readonly AskedRole[]>;
  /** Further command input. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Of a kind without submission: its documents begin with their check. */
export const noSubmission: Submission = { asked: async () => [], input: {} };

/** Runs the actions of a document. `ownDialogs` are those of its kind, by action or subject. */
export function useDocumentActions(
  form: DocumentForm,
  submission: Submission,
  ownDialogs: Readonly<Record<string, unknown>>,
): DocumentActions {
  const { kind } = form;
  const client = useQueryClient();
  const finish = useGoingOn(form);
  const [dialog, open] = useState<OpenDialog | null>(null);
  const [taken, setTaken] = useState<string | null>(null);
  const clicked = useRef<{ readonly action: ActionRow; readonly target: Target } | null>(null);
  const onRefused = (refusal: ApiRefusal): boolean => {
    // An action that needed only a click now requires a comment: ask again in its dialog.
    if (refusal.code !== 'comment_required' || clicked.current === null)
      return form.saving.showRefused(refusal);
    const { action, target } = clicked.current;
    void client.invalidateQueries();
    openDialog({ ...action, is_comment_required: true }, target);
    return true;
  };
  const forgetTyped = (): void => form.typed.change({ text: '', picked: [] });
  const commands = useCommands<{ readonly document: CommandAnswer }>({ onRefused, onWaiting: forgetTyped });

  const run = async (key: string, input: Readonly<Record<string, unknown>>): Promise<void> => {
    setTaken(key);
    const comment = form.typed.text.trim() || null;
    const result = await commands.run(commandMutation(kind.name, key), { ...input, comment });
    if (result === null) return;
    forgetTyped();
    finish(key, result.document);
  };

  const openDialog = (action: ActionRow, target: Target): void => {
    if (dialogOf(action, ownDialogs) === 'dialog') open({ kind: 'action', action, target });
    else open({ kind: 'own', key: action.key, about: '' });
  };

  const { submit, submitWith } = useSubmitting(form, submission, { open, run });
  const take = async (action: ActionRow): Promise<void> => {
    const { key } = action;
    if (key === 'submit') return submit();
    const target = await form.saving.save();
    if (target === null) return;
    clicked.current = { action, target };
    if (wayOf(action, kind.actions, ownDialogs) === 'click') await run(key, { ...target });
    else openDialog(action, target);
  };
  const ask = async (key: string, about: string): Promise<void> => {
    if ((await form.saving.save()) !== null) open({ kind: 'own', key, about });
  };

  return {
    dialog,
    open,
    ask: (key, about = '') => void ask(key, about).catch(toastFailure),
    take: (action) => void take(action).catch(toastFailure),
    submit: () => void submit().catch(toastFailure),
    submitWith,
    taken,
    isPending: commands.isPending,
    confirmation: commands.confirmation,
    onDialogDone: (key, answer) => {
      open(null);
      finish(key, answer);
    },
  };
}

/** Takes over the answer of a command and, if the person's task is done, goes to the next one (TASK-21). */
function useGoingOn({ kind, seen }: DocumentForm): (key: string, answer: CommandAnswer) => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (key, answer) => {
    seen.adopt(answer.timeline.content_version);
    toastSaved();
    if (staysInView(key) || kind.actions.staying.includes(key)) return;
    dropTask(client, kind.name, answer.id);
    void navigate({ to: '/overview', search: { tab: 'tasks' }, ignoreBlocker: true });
  };
}

interface Submitting {
  readonly open: DocumentActions['open'];
  readonly run: (key: string, input: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Submits a valid document, after asking for persons where the settings leave a choice (RDEF-05). */
function useSubmitting(form: DocumentForm, submission: Submission, { open, run }: Submitting) {
  const client = useQueryClient();
  const submitWith = (target: Target, persons: Readonly<Record<string, number>>): void => {
    open(null);
    void run('submit', { ...target, ...persons, ...submission.input });
  };
  const submit = async (): Promise<void> => {
    if (!form.check()) return;
    const target = await form.saving.save();
    if (target === null) return;
    const asked = await submission.asked(client);
    if (asked.length === 0) submitWith(target, {});
    else open({ kind: 'submit', asked, target });
  };
  return { submit, submitWith };
}
