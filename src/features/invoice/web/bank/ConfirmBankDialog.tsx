import type { ReactNode } from 'react';
import { AccountWarnings } from '../../../../document/web/AccountWarnings.tsx';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { type InvoiceDocument, invoicePage } from '../kind.ts';
import { useStoredDoubt } from './bank-state.ts';
import { ComparedAccounts } from './ComparedAccounts.tsx';

/** Shows both accounts before a second person confirms the new one (INV-21). */
export function ConfirmBankDialog({
  document,
  action,
  ...props
}: OwnDialogProps<InvoiceDocument>): ReactNode {
  const doubt = useStoredDoubt(document);
  if (action === undefined) return null;
  return (
    <ActionDialog {...props} kind={invoicePage} action={action}>
      {doubt === null ? null : (
        <>
          <ComparedAccounts doubt={doubt} />
          <AccountWarnings supplierId={document.supplier?.id ?? null} iban={doubt.iban} />
        </>
      )}
    </ActionDialog>
  );
}
