import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { uniqueKey } from '../../../platform/web/unique-key.ts';
import { useAction } from '../../../platform/web/use-action.ts';
import { type DocumentationLanguage, longestNote } from '../model.ts';
import { makeVersion } from './process-data.ts';

export interface NewVersionDialogProps {
  readonly lang: DocumentationLanguage;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for a note and makes the next version, which cannot be undone. */
export function NewVersionDialog({ lang, opened, onClose }: NewVersionDialogProps): ReactNode {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const { isPending, perform } = useAction();
  // A repeated call after a lost answer makes no second version.
  const [key, setKey] = useState(() => uniqueKey());
  const make = (): Promise<boolean> =>
    perform(async () => {
      const { number } = await makeVersion({ lang, note: note.trim() || null, key });
      toastSaved(t('process_documentation.made', { number: String(number) }));
      setNote('');
      setKey(uniqueKey());
      onClose();
    });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('process_documentation.make')}
      actionLabel={t('process_documentation.make_action')}
      isPending={isPending}
      onConfirm={() => void make()}
      onClose={onClose}
    >
      <p>{t('process_documentation.make_about')}</p>
      <TextField
        label={t('process_documentation.note')}
        hint={t('process_documentation.note_hint')}
        value={note}
        onChange={setNote}
        rows={3}
        maxLength={longestNote}
      />
    </ConfirmDialog>
  );
}
