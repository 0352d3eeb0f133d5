import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { forgetUnread } from '../../../platform/web/kit/unread-fields.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import type { KeptComment } from '../../../timeline/web/typed-comments.ts';
import type { Kind } from '../../kind.ts';
import type { CommandAnswer } from '../commands.ts';
import type { ShownDocument } from '../document.ts';
import { useDocumentHistory } from '../document-history.ts';
import type { ActionRow } from '../offered-actions.ts';
import { type CommandDialogProps, useDocumentCommand } from '../use-document-command.ts';
import type { DocumentForm } from '../use-document-form.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { Irreversible } from './Irreversible.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import type { DocumentActions } from './use-document-actions.ts';

/** The props of a kind's own dialog. */
export interface OwnDialogProps<Document extends ShownDocument> extends CommandDialogProps {
  readonly document: Document;
  /** The offered action of the dialog; undefined if it has another name or is no longer offered. */
  readonly action: ActionRow | undefined;
  /** Identifies the subject if the document has several. */
  readonly about: string;
  /** The text of the comment box. */
  readonly typed: KeptComment;
}

/** The own dialogs of a kind, by key. */
export type OwnDialogs<Document extends ShownDocument> = Readonly<
  Record<string, (props: OwnDialogProps<Document>) => ReactNode>
>;

export interface DocumentDialogsProps<Document extends ShownDocument> {
  readonly form: DocumentForm<Document>;
  readonly actions: DocumentActions;
  readonly dialogs: OwnDialogs<Document>;
}

/** The open dialog, if any. */
export function DocumentDialogs<Document extends ShownDocument>(
  props: DocumentDialogsProps<Document>,
): ReactNode {
  const { form, actions, dialogs } = props;
  const { dialog } = actions;
  const { kind, document } = form;
  const onClose = (): void => actions.open(null);
  if (dialog === null) return null;
  if (dialog.kind === 'discard') return <DiscardDialog form={form} onClose={onClose} />;
  if (dialog.kind === 'submit') {
    return (
      <SubmitDialog
        kind={kind}
        asked={dialog.asked}
        onSubmit={(persons) => actions.submitWith(dialog.target, persons)}
        onClose={onClose}
      />
    );
  }
  if (document === null) return null;
  const target = { id: document.id, expected_version: form.seen.version };
  const { typed } = form;
  switch (dialog.kind) {
    case 'own': {
      const { key, about } = dialog;
      const Dialog = dialogs[key];
      const action = document.actions.find((one) => one.key === key);
      const onDone = (answer: CommandAnswer): void => actions.onDialogDone(key, answer);
      const shared = { document, action, about, typed, target, onDone, onClose };
      return Dialog === undefined ? null : <Dialog {...shared} />;
    }
    case 'action': {
      const { action, target } = dialog;
      const onDone = (answer: CommandAnswer): void => actions.onDialogDone(action.key, answer);
      return <ActionDialog {...{ kind, action, target, typed, onDone, onClose }} />;
    }
    case 'delete':
      return <DeleteDialog form={form} target={target} onClose={onClose} />;
    case 'changes':
      return <Changes kind={kind} document={document} onClose={onClose} />;
  }
}

/** All changes since the document was submitted (AUD-08). */
function Changes(props: {
  readonly kind: Pick<Kind, 'name'>;
  readonly document: ShownDocument;
  readonly onClose: () => void;
}): ReactNode {
  const { kind, document, onClose } = props;
  const History = useDocumentHistory();
  if (History === null) return null;
  return <History kind={kind.name} id={document.id} entryId={null} onAll={onClose} onClose={onClose} />;
}

interface OfFormProps {
  readonly form: DocumentForm;
  readonly onClose: () => void;
}

function DeleteDialog({
  form: { kind },
  target,
  onClose,
}: OfFormProps & Pick<CommandDialogProps, 'target'>): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const command = useDocumentCommand(kind, 'delete_draft', {
    onDone: () => {
      toastSaved(t('document.draft_deleted'));
      void navigate({ to: '/overview', search: { tab: 'drafts' }, ignoreBlocker: true });
    },
  });
  return (
    <ConfirmDialog
      opened
      isDestructive
      title={t('document.dialog.delete_draft.title')}
      actionLabel={t('document.delete_draft')}
      isPending={command.isPending}
      onConfirm={() => void command.run({ ...target })}
      onClose={onClose}
    >
      <p>{t('document.dialog.delete_draft.text')}</p>
      <Irreversible action={{ is_irreversible: true }} />
    </ConfirmDialog>
  );
}

function DiscardDialog({ form, onClose }: OfFormProps): ReactNode {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      opened
      isDestructive
      title={t('document.dialog.discard.title')}
      actionLabel={t('document.discard')}
      onConfirm={() => {
        form.editor.reset();
        if (form.container.current) forgetUnread(form.container.current);
        form.saving.showProblems([]);
        form.setEditing(false);
        onClose();
      }}
      onClose={onClose}
    >
      {t('document.dialog.discard.text')}
    </ConfirmDialog>
  );
}
