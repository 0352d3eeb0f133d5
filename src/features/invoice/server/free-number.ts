import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ExportTarget } from '../../export-target/targets.ts';
import { exportNumber, numbersInStead } from '../export-number.ts';
import type { InvoiceFields } from '../model.ts';

/** What a discarded draft was to be exported under is free again; what left is not. */
const selectTaken = `select number, invoice_number_formatted as invoice from invoice
  where supplier_id = $1 and client_id is not distinct from $2 and id <> $3 and number = any ($4) and status <> 'declined'`;

/**
 * The export number of an invoice, free among the documents of its supplier in its company (EXP-30): one that is derived gets a
 * suffix where another document has it. Runs as writer; refused: `export_number_taken` for one that somebody typed.
 *
 * @param number what the invoice would be exported under; null where it has none
 */
export async function freeNumber(
  tx: Tx,
  {
    id,
    ...invoice
  }: Pick<InvoiceFields, 'supplier_id' | 'client_id' | 'number_printed'> & { readonly id: number },
  number: string | null,
  target: ExportTarget,
): Promise<string | null> {
  if (number === null || invoice.supplier_id === null) return number;
  const derived = exportNumber(invoice.number_printed, target);
  const wanted = derived === null ? [number] : [...new Set([number, ...numbersInStead(derived, target)])];
  const taken = await tx.fixed<{ number: string; invoice: string | null }>(selectTaken, [
    invoice.supplier_id,
    invoice.client_id,
    id,
    wanted,
  ]);
  const found = wanted.find((one) => taken.every((other) => other.number !== one));
  const isOurs = number === derived || found === number;
  if (isOurs && found !== undefined) return found;
  throw new Refused(
    refuse('export_number_taken', {
      field: 'number',
      values: { number, invoice: taken.find((other) => other.number === number)?.invoice ?? null },
    }),
  );
}
