import { handsIn } from '../../document/approval/separate-check.ts';
import { removedLine } from '../../document/editing.ts';
import type { ProcurementSituation } from './facts.ts';
import { linePriceFields } from './fields.ts';

/** The fields of head and lines that decide on value, payee, account, cost bearer and where the goods go. */
const decisiveFields: ReadonlySet<string> = new Set([
  ...linePriceFields,
  ...[
    'kind',
    'quantity',
    removedLine,
    'currency',
    'exchange_rate',
    'client_id',
    'department_id',
    'contract_id',
  ],
  ...['supplier_id', 'cost_center_id', 'ledger_account_id', 'delivery_address_id'],
]);

/** Whether a field of the head or of a line is decided on. */
export function isDecisive(field: string): boolean {
  return decisiveFields.has(field);
}

/** The people who changed what is decided on in a submitted request (APPR-17, INV-32). */
export function handsOf(situation: ProcurementSituation): readonly number[] {
  return handsIn(situation, isDecisive);
}
