import type { Tx } from '../../../platform/server/database.ts';
import type { KnownReading } from '../check-facts.ts';

/** The part of the last reading that the check needs. */
export interface LastReading {
  readonly reading: KnownReading | null;
  readonly doPagesDiffer: boolean;
}

const readFields = [
  'buyerName',
  'buyerVatId',
  'sellerVatId',
  'sellerTaxNumber',
  'deliveryDate',
  'billingPeriodStart',
  'billingPeriodEnd',
  'totalNet',
  'totalGross',
  'sellerIban',
  'invoiceNumber',
] as const satisfies readonly (keyof KnownReading['fields'])[];

/** No row if nothing was read. */
const selectReading = `select pages_differ, jsonb_build_object('reading', raw -> 'reading', 'seller', coalesce(raw -> 'seller', '{}'),
    'fields', jsonb_build_object(${readFields.map((name) => `'${name}', raw -> 'fields' -> '${name}'`).join(', ')})) as known
  from invoice_recognition where invoice_id = $1 and state = 'done' order by id desc limit 1`;

/** Loads the last reading for the check of an invoice (INV-19, REC-11). */
export async function loadLastReading(tx: Tx, invoiceId: number): Promise<LastReading> {
  const read = await tx.maybeOne<{ pages_differ: boolean; known: KnownReading }>(selectReading, [invoiceId]);
  return { reading: read?.known ?? null, doPagesDiffer: read?.pages_differ === true };
}
