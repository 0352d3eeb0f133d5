import type { Tx } from '../../../platform/server/database.ts';
import type { TaxRow } from '../model.ts';
import type { MatchedLine } from './match-order.ts';

export interface RecognisedRows {
  readonly lines: readonly MatchedLine[];
  readonly taxRows: readonly TaxRow[];
}

/** Replaces lines and tax rows of an invoice by those read (TASK-16). */
export function replaceRecognisedRows(
  tx: Tx,
  { tenantId, invoiceId }: { readonly tenantId: number; readonly invoiceId: number },
  { lines, taxRows }: RecognisedRows,
): void {
  tx.send('delete from invoice_line where invoice_id = $1', [invoiceId]);
  if (lines.length > 0) {
    tx.send(
      `insert into invoice_line (tenant_id, invoice_id, sort_no, kind, item_number, description, quantity, unit, price_unit,
         unit_net_price, line_allowance, line_charge, total_netto, tax_percentage, tax_category, procurement_line_id, cost_center_id, ledger_account_id)
       select $1, $2, place, l.kind, l.item_number, l.description, l.quantity, l.unit, l.price_unit,
         l.unit_net_price, l.line_allowance, l.line_charge, l.total_netto, l.tax_percentage, l.tax_category, l.procurement_line_id, l.cost_center_id, l.ledger_account_id
       from jsonb_array_elements($3::jsonb) with ordinality as read (line, place)
       cross join jsonb_to_record(line) as l (kind text, item_number text, description text, quantity numeric,
         unit text, price_unit numeric, unit_net_price numeric, line_allowance numeric, line_charge numeric, total_netto numeric, tax_percentage numeric, tax_category text,
         procurement_line_id bigint, cost_center_id bigint, ledger_account_id bigint)`,
      [tenantId, invoiceId, JSON.stringify(lines)],
    );
  }
  replaceTaxRows(tx, { tenantId, invoiceId }, taxRows);
}

/** Replaces the breakdown by category and rate. */
export function replaceTaxRows(
  tx: Tx,
  { tenantId, invoiceId }: { readonly tenantId: number; readonly invoiceId: number },
  taxRows: readonly TaxRow[],
): void {
  tx.send('delete from invoice_tax where invoice_id = $1', [invoiceId]);
  if (taxRows.length > 0) {
    tx.send(
      `insert into invoice_tax (tenant_id, invoice_id, tax_percentage, tax_category, net, tax)
       select $1, $2, r.tax_percentage, r.tax_category, r.net, r.tax
       from jsonb_to_recordset($3::jsonb) as r (tax_percentage numeric, tax_category text, net numeric, tax numeric)`,
      [tenantId, invoiceId, JSON.stringify(taxRows)],
    );
  }
}
