import { coveredParts } from '../../src/document/approval/covered.ts';
import { approverSources } from '../../src/document/web/steps/approver-sources.ts';

/** Text keys common to all documents, in the form of `textFamilies`. */
export const documentFamilies: Readonly<Record<string, readonly string[]>> = {
  'document.approver_source.*': approverSources,
  'document.changed.*': ['lines_added', 'lines_removed', 'lines_changed', 'received'],
  'document.approval.again.*': ['between', 'later', 'limit'],
  'document.covered.*': [...coveredParts, 'number', 'date'],
  'document.original.failure.*': ['encrypted', 'damaged', 'broken'],
  'document.rate.*': ['typed', 'document', 'ecb'],
  'invoice.due.*': ['terms', 'supplier', 'usual'],
  'procurement.scan.*': ['starting', 'refused', 'missing'],
  'procurement.scan.*_order': ['same', 'other'],
  'notification.*': ['question', 'declined', 'cancelled', 'sender', 'amount'],
  'notification.brief.*': [
    ...[
      'creator',
      'supplier',
      'further_lines',
      'net',
      'net_yearly',
      'gross',
      'cost_center',
      'budget',
      'budget_left',
    ],
  ],
  'approval_link.*': ['changed', 'moved', 'expired', 'off'],
  'approval_link.*_text': ['changed', 'moved', 'expired', 'off'],
};
