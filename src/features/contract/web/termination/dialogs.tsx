import type { OwnDialogs } from '../../../../document/web/steps/DocumentDialogs.tsx';
import type { ContractDocument } from '../kind.ts';
import { ConfirmTerminationDialog } from './ConfirmTerminationDialog.tsx';
import { TerminateDialog } from './TerminateDialog.tsx';

/** The dialogs that only contracts have. */
export const contractDialogs: OwnDialogs<ContractDocument> = {
  terminate: TerminateDialog,
  confirm_termination: ConfirmTerminationDialog,
};
