import { closedPeriods } from '../../src/features/accounting-export/booking-day.ts';
import { findings } from '../../src/features/accounting-export/reconciling/found.ts';
import { previewKinds } from '../../src/features/accounting-export/web/master-data/preview-lines.ts';
import {
  connectedSystems,
  connectionOf,
  exportTargets,
  targets,
} from '../../src/features/export-target/targets.ts';
import { lacks } from '../../src/features/month-end/accruals.ts';
import { columnsOf, monthEndFormats } from '../../src/features/month-end/model.ts';
import { monthEndLists } from '../../src/features/month-end/search.ts';
import { archiveFamilies } from './archive-families.ts';
import { billingFamilies } from './billing-families.ts';
import { onboardingFamilies } from './onboarding-families.ts';

/** The texts of exports, of the billing of tenants and of their connections, by the ends of their keys. */
export const exportFamilies: Readonly<Record<string, readonly string[]>> = {
  'datev_master_data.kind.*': [...previewKinds, 'problems'],
  'datev_master_data.skipped.*': ['debtors', 'partners', 'languages'],
  'datev_master_data.column.*': ['account', 'name', 'field', 'before', 'after', 'line', 'problem'],
  'invoice_export.target.*': exportTargets,
  'invoice_export.state.*': ['running', 'done', 'done_with_failures', 'failed', 'withdrawn'],
  'invoice.bookings.column.*': [
    ...['account', 'counter_account', 'posting_key', 'tax', 'debit', 'credit', 'base', 'cost', 'text'],
  ],
  'invoice.ready.to_*': ['supplier', 'client'],
  'invoice_export.automatic.when.*': ['off', 'daily', 'approval'],
  'mail.export_summary.*': ['failed', 'not_ready'],
  'invoice_export.found.*': findings,
  'invoice_export.found_in.*': ['target', 'file'],
  'invoice_export.says.*': exportTargets.filter((target) => !targets[target].isFile),
  'mail.export_missing.found.*': findings.filter((finding) => finding !== 'arrived'),
  'invoice_export.compared_with.*': ['target', 'file'],
  'invoice_export.closed.*': closedPeriods,
  'invoice_export.transfer_state.*': ['open', 'sending', 'ended'],
  'invoice_export.protocol_kind.*': ['information', 'warning', 'error'],
  'accounting_connection.state.*': ['none', 'active', 'ends_soon', 'expired', 'inactive', 'disconnected'],
  'accounting_connection.connected.*': connectedSystems.map((system) => connectionOf(system).tab),
  'invoice_export.column.*': ['number', 'printed', 'supplier', 'company', 'date'],
  ...archiveFamilies,
  ...billingFamilies,
  ...onboardingFamilies,
  'month_end.list.*': monthEndLists,
  'month_end.about.*': monthEndLists,
  'month_end.document.*': ['procurement', 'invoice', 'contract'],
  'month_end.closing.*': ['close', 'add_accruals', 'add_files', 'left_out', 'no_batch'],
  'month_end.lack.*': lacks,
  'month_end.closing.content.*': ['accruals', 'accruals_reversal'],
  'month_end.closing.label.*': ['accruals', 'accruals_reversal'],
  'month_end.download.*': monthEndFormats,
  'month_end.column.*': [
    ...new Set(Object.values(columnsOf).flatMap((columns) => columns.map(({ key }) => key))),
  ],
};
