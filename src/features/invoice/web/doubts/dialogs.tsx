import type { OwnDialogs } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { ConfirmBankDialog } from '../bank/ConfirmBankDialog.tsx';
import type { InvoiceDocument } from '../kind.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { GoOnDialog } from './GoOnDialog.tsx';

/** Dialogs that only invoices have; an action that needs a reason has one (INV-20). */
export const invoiceDialogs: OwnDialogs<InvoiceDocument> = {
  compare: CompareDialog,
  confirm_bank_data: ConfirmBankDialog,
  to_approval: GoOnDialog,
  to_accounting: GoOnDialog,
  to_export: GoOnDialog,
};
