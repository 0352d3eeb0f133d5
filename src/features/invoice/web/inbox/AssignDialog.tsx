import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import { assignArrival, type FoundInvoice, findInvoices } from './inbox-data.ts';

interface AssignDialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks which invoice an inbox file belongs to. */
export function AssignDialog({ id, name, onClose }: AssignDialogProps): ReactNode {
  const { t } = useTranslation();
  const [invoice, setInvoice] = useState<FoundInvoice | null>(null);
  const { isPending, perform } = useAction();
  const assign = async (): Promise<void> => {
    if (invoice === null) return;
    await perform(async () => {
      await assignArrival(id, invoice.id);
      toastSaved(t('invoice.inbox.assigned', { name, invoice: invoice.name }));
      onClose();
    });
  };
  return (
    <ConfirmDialog
      opened
      title={t('invoice.inbox.assign_named', { name })}
      actionLabel={t('invoice.inbox.assign_now')}
      isPending={isPending}
      onConfirm={() => void assign()}
      onClose={onClose}
    >
      <SearchSelect
        label={t('invoice.inbox.invoice')}
        value={invoice}
        searchKey={['inbox-invoices']}
        search={findInvoices}
        onChange={(chosen) => setInvoice(chosen as FoundInvoice | null)}
      />
    </ConfirmDialog>
  );
}
