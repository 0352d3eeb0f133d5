import { choice, choices } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { type ExportTarget, exportTargets, initialTarget } from '../export-target/targets.ts';
import { mandatoryFields } from '../master-data/mandatory-fields.ts';

/** When invoices are approved (APPR-14). */
export const approvalSettings = ['always', 'if-no-order', 'never'] as const;
export type ApprovalSetting = (typeof approvalSettings)[number];

/** When a received file is read: on arrival, or when a person starts it (REC-01). */
export const recognitionStarts = ['at_once', 'by_hand'] as const;
export type RecognitionStart = (typeof recognitionStarts)[number];

/** The defaults. */
export const initialSettings: {
  readonly exportTarget: ExportTarget;
  readonly approval: ApprovalSetting;
  readonly recognitionStart: RecognitionStart;
} = { exportTarget: initialTarget, approval: 'if-no-order', recognitionStart: 'at_once' };

/** The selections that the tenant may require; a separate setting requires an order or contract. */
const ofEveryInvoice = mandatoryFields.invoice.filter((name) => name !== 'procurement_or_contract');

/** The tenant settings for invoice rules (SET-02). */
export const invoiceSettingFields = {
  invoice_export_target: choice(exportTargets, { required: true, initial: initialSettings.exportTarget }),
  invoice_approval: choice(approvalSettings, { required: true, initial: initialSettings.approval }),
  recognition_start: choice(recognitionStarts, {
    required: true,
    initial: initialSettings.recognitionStart,
  }),
  procurement_or_contract_required: flag(),
  invoice_required_fields: choices(ofEveryInvoice),
  insolvency_law_fields: flag(),
} as const;
