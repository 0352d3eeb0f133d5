import type { Amount } from '../../base/money.ts';
import { exportTargets } from '../export-target/targets.ts';
import type { InvoiceSettings } from './check-facts.ts';
import { requiredSelections } from './required-selections.ts';
import {
  approvalSettings,
  initialSettings,
  invoiceSettingFields,
  recognitionStarts,
} from './setting-fields.ts';

/** The configuration keys for invoice rules. */
export const invoiceSettingKeys = Object.keys(invoiceSettingFields);

/** The default tolerance per row between stated and computed tax; companies may set another (INV-11). */
const usualTaxTolerance: Amount = '0.02';

/** The company's stored settings of the check. */
export interface CompanyRules {
  /** Form -> field -> flag (DATA-15). */
  readonly required_fields: unknown;
  readonly tax_tolerance: Amount;
  /** Only read on the server. */
  readonly touchless_invoices?: boolean;
}

/** The check settings from the tenant's configuration and the company; keys that are not set have their default. */
export function invoiceSettings(
  values: Readonly<Record<string, string | null>>,
  company: CompanyRules | null,
): InvoiceSettings {
  const exportTarget = chosen(exportTargets, values.invoice_export_target) ?? initialSettings.exportTarget;
  const list = values.invoice_required_fields ?? '';
  return {
    approval: chosen(approvalSettings, values.invoice_approval) ?? initialSettings.approval,
    exportTarget,
    recognitionStart: chosen(recognitionStarts, values.recognition_start) ?? initialSettings.recognitionStart,
    required: requiredSelections({
      ofTenant: list.split(','),
      ofCompany: company?.required_fields,
      needsLink: values.procurement_or_contract_required === 'true',
      exportTarget,
    }),
    isReviewed: values.insolvency_law_fields === 'true',
    isTouchless: company?.touchless_invoices === true,
    taxTolerance: company?.tax_tolerance ?? usualTaxTolerance,
  };
}

function chosen<Choice extends string>(
  choices: readonly Choice[],
  value: string | null | undefined,
): Choice | undefined {
  return choices.find((choice) => choice === value);
}
