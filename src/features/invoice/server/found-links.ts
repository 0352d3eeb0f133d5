import type { Tx } from '../../../platform/server/database.ts';
import { directionOf } from '../../recognition/direction.ts';
import type { Reading } from '../../recognition/reading.ts';
import type { DocumentLinks } from '../recognised-form.ts';

/** A number of an order of the house, wherever it stands in what the supplier wrote: `PO-57`, `Bestellung PO-000057`. */
const orderNumber = /\bPO\W?0*(\d{1,9})\b/i;

/** UNTDID 1001: a correction replaces or changes an invoice; a credit note is told by its direction. */
const correction = '384';

/**
 * The documents that an invoice names and that are of its supplier (REC-11): the order (BT-13), the contract (BT-12), and of a
 * credit note or a correction the invoice that it corrects (BT-25). A number of somebody else is no link. Runs as writer.
 */
export async function findLinks(tx: Tx, reading: Reading, supplierId: number): Promise<DocumentLinks> {
  const [order, contract, corrected] = await Promise.all([
    findOrder(tx, reading, supplierId),
    findContract(tx, reading, supplierId),
    findCorrected(tx, reading, supplierId),
  ]);
  return {
    ...(order && { procurement_id: order.id }),
    ...(contract && { contract_id: contract.id }),
    ...(corrected && { corrects_invoice_id: corrected.id }),
  };
}

interface Linked {
  readonly id: number;
}

async function findOrder(tx: Tx, { fields }: Reading, supplierId: number): Promise<Linked | undefined> {
  const number = orderNumber.exec(fields.orderReference?.value ?? '')?.[1];
  if (number === undefined) return undefined;
  return await tx.maybeOne<Linked>(
    `select p.id from procurement p where p.number = $1
       and exists (select from procurement_line l where l.procurement_id = p.id and l.supplier_id = $2)`,
    [number, supplierId],
  );
}

async function findContract(tx: Tx, { fields }: Reading, supplierId: number): Promise<Linked | undefined> {
  const named = fields.contractReference?.value ?? null;
  if (named === null) return undefined;
  return await tx.maybeOne<Linked>(
    `select id from contract where supplier_id = $2 and amends_id is null
       and app.number_key($1) in (app.number_key(external_contract_number), app.number_key(contract_number_formatted))
     order by id desc limit 1`,
    [named, supplierId],
  );
}

async function findCorrected(tx: Tx, { fields }: Reading, supplierId: number): Promise<Linked | undefined> {
  const named = fields.precedingInvoice?.value ?? null;
  const code = fields.documentTypeCode?.value ?? null;
  const { kind } = directionOf(code, fields.totalGross?.value ?? null);
  if (named === null || (kind === 'invoice' && code !== correction)) return undefined;
  return await tx.maybeOne<Linked>(
    `select id from invoice where supplier_id = $2 and number_key = app.number_key($1) and document_type <> 'credit_note'
     order by id desc limit 1`,
    [named, supplierId],
  );
}
