import type { OwnDialogs } from '../../../../document/web/steps/DocumentDialogs.tsx';
import type { ContractDocument } from '../kind.ts';
import { AcknowledgeDialog } from '../reminders/AcknowledgeDialog.tsx';
import { ConfirmTerminationDialog } from './ConfirmTerminationDialog.tsx';
import { CorrectReceiptDialog } from './CorrectReceiptDialog.tsx';
import { SendLetterDialog } from './SendLetterDialog.tsx';
import { TerminateDialog } from './TerminateDialog.tsx';

/** Dialogs specific to contracts. */
export const contractDialogs: OwnDialogs<ContractDocument> = {
  acknowledge: AcknowledgeDialog,
  terminate: TerminateDialog,
  send_letter: SendLetterDialog,
  confirm_termination: ConfirmTerminationDialog,
  correct_receipt: CorrectReceiptDialog,
};
