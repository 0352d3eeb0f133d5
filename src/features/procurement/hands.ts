import { removedLine } from '../../document/editing.ts';
import type { ProcurementSituation } from './facts.ts';
import { linePriceFields } from './fields.ts';

/** The remark on an edit, which names the fields, and those on a change of what an approval covers. */
const editedCode = 'document_edited';
const changedCodes: readonly string[] = ['approval_again', 'approval_outgrown'];

/** The fields of head and lines that decide on value, payee, account and cost bearer. */
const moneyFields: ReadonlySet<string> = new Set([
  ...linePriceFields,
  ...['quantity', removedLine, 'currency', 'exchange_rate', 'client_id', 'department_id', 'contract_id'],
  ...['supplier_id', 'cost_center_id', 'ledger_account_id'],
]);

/**
 * The people who changed value, payee or account of a submitted request, where the company separates that from the
 * approval (APPR-17, INV-32). The creator is none of them: `self_approval` decides about creators (APPR-09).
 */
export function handsOf({ document: { head, timeline }, facts }: ProcurementSituation): readonly number[] {
  if (facts.company?.separate_check !== true) return [];
  return timeline.entries.flatMap(({ note, createdBy }) => {
    if (note === null || createdBy === null || createdBy === head.creator_id) return [];
    const fields = note.code === editedCode ? String(note.values.fields ?? '').split(' ') : [];
    const isHand = changedCodes.includes(note.code) || fields.some((field) => moneyFields.has(field));
    return isHand ? [createdBy] : [];
  });
}
