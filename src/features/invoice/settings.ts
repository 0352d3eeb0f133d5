import type { Amount } from '../../base/money.ts';
import { type StoredSetting, settingsOf } from '../configuration/stored-setting.ts';
import type { InvoiceSettings } from './check-facts.ts';
import type { ExportTarget } from './export-number.ts';
import { requiredSelections } from './required-selections.ts';

/** The configuration keys that the rules of invoices read. */
export const invoiceSettingKeys = [
  'invoice_approval',
  'invoice_required_fields',
  'procurement_or_contract_required',
  'invoice_export_target',
  'insolvency_law_fields',
] as const;

/** A stated tax may differ from the computed one by so much in each row, unless the company says otherwise (INV-11). */
export const usualTaxTolerance: Amount = '0.02';

/** What the company says of the check, as it is stored. */
export interface CompanyRules {
  /** Form -> field -> flag (DATA-15). */
  readonly required_fields: unknown;
  readonly tax_tolerance: Amount;
}

/** The settings of the check out of the tenant's configuration and its company; keys that are not set have their initial value. */
export function invoiceSettings(
  values: Readonly<Record<string, string | null>>,
  company: CompanyRules | null,
): InvoiceSettings {
  const rows = Object.entries(values).map(([key, value]): StoredSetting => {
    return { key, model: 'string', value, lb_user_id: null };
  });
  const known = settingsOf(rows);
  const exportTarget = known.invoice_export_target as ExportTarget;
  return {
    approval: known.invoice_approval as InvoiceSettings['approval'],
    exportTarget,
    required: requiredSelections({
      ofTenant: (known.invoice_required_fields ?? []) as readonly string[],
      ofCompany: company?.required_fields,
      needsLink: known.procurement_or_contract_required === true,
      exportTarget,
    }),
    isReviewed: known.insolvency_law_fields === true,
    taxTolerance: company?.tax_tolerance ?? usualTaxTolerance,
  };
}
