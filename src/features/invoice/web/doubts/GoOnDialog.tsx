import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { type InvoiceDocument, invoicePage } from '../kind.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { DuplicateList } from './DuplicateNote.tsx';

/** Goes on with what may be the same invoice a second time: what it may be is told, and why one goes on is asked (INV-20). */
export function GoOnDialog(props: OwnDialogProps<InvoiceDocument>): ReactNode {
  const { document, action, target, typed, onDone, onClose } = props;
  const { t } = useTranslation();
  const [compared, setCompared] = useState<number | null>(null);
  if (action === undefined) return null;
  const { possible_duplicates: duplicates } = document;
  if (compared !== null)
    return <CompareDialog {...props} about={String(compared)} onClose={() => setCompared(null)} />;
  return (
    <ActionDialog
      kind={invoicePage}
      action={{ ...action, is_comment_required: true }}
      {...{ target, typed, onDone, onClose }}
      isTold={({ code }) => code === 'possible_duplicate'}
    >
      <p>{t('error.possible_duplicate')}</p>
      {duplicates.length === 0 ? (
        <p>{t('invoice.duplicate.unseen')}</p>
      ) : (
        <DuplicateList duplicates={duplicates} onCompare={setCompared} />
      )}
      <p>{t('invoice.duplicate.reason')}</p>
    </ActionDialog>
  );
}
