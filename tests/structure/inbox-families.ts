import { arrivalFates, arrivalReasons, arrivalWays } from '../../src/features/invoice/arrival.ts';
import { proofColumns } from '../../src/features/invoice/web/inbox/download-inbox.ts';
import { inboxViews } from '../../src/features/invoice/web/inbox/inbox-data.ts';

/** The possible keys of texts of the inbox (REC-13). */
export const inboxFamilies: Readonly<Record<string, readonly string[]>> = {
  'invoice.inbox.views.*': inboxViews,
  'invoice.inbox.none.*': inboxViews,
  'invoice.inbox.column.*': ['came', 'what', 'from', 'fate', 'actions'],
  'invoice.inbox.way.*': arrivalWays,
  'invoice.inbox.fate.*': arrivalFates.filter((fate) => fate !== 'open'),
  'invoice.inbox.reason.*': arrivalReasons,
  'invoice.inbox.proof.column.*': proofColumns,
  'invoice.inbox.proof.fate.*': [...arrivalFates, 'dismissed'],
  'invoice.inbox.*': ['take', 'assign', 'dismiss'],
  'invoice.inbox.*_named': ['take', 'assign', 'dismiss'],
  'mailbox.*': ['scan_of_no_company', 'scan_of_two_companies'],
};
