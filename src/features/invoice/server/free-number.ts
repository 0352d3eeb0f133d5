import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ExportTarget } from '../../export-target/targets.ts';
import { exportNumber, numbersInStead } from '../export-number.ts';
import type { InvoiceFields } from '../model.ts';

/** The number of a discarded draft is free again, an exported number is not. */
const selectTaken = `select number, invoice_number_formatted as invoice from invoice
  where supplier_id = $1 and client_id is not distinct from $2 and id <> $3 and number = any ($4) and status <> 'declined'`;

/**
 * An export number that is free among the documents of the supplier in the company (EXP-30): a derived number gets a
 * suffix if another document has it. Runs as writer. Refuses a taken typed number with `export_number_taken`.
 *
 * @param number the wanted export number; null without one
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
