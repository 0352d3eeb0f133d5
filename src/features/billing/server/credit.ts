import { type Amount, compareAmounts, minus, sum } from '../../../base/money.ts';
import { firstDayOf } from '../../../base/month.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type Bill, summed } from '../bill.ts';
import { loadBill } from './facts.ts';
import { billingKey, creditOrderOf } from './ordered.ts';
import { lockInvoice, type StartParts } from './start.ts';

/** Amount (net, in euros, positive) and reason of a credit note. */
export interface Credit {
  readonly net: Amount;
  readonly reason: string;
}

interface Credited {
  readonly id: number;
  readonly bill: Bill;
  readonly document_id: string;
  readonly document_number: string;
  readonly mail_to: string | null;
  /** What is left after its credit notes. */
  readonly remaining: Amount;
  readonly credits: number;
  /** An equal credit note is in progress. */
  readonly is_under_way: boolean;
  readonly former: number;
}

const creditedSql = `select id, bill, document_id, document_number, mail_to,
    gross + (select coalesce(sum(c.gross), 0) from billing c where c.tenant_id = $1 and c.credits_id = billing.id) as remaining,
    (select count(*)::integer from billing c where c.tenant_id = $1 and c.credits_id = billing.id) as credits,
    exists (select from billing c where c.tenant_id = $1 and c.credits_id = billing.id and c.state = 'open'
      and c.net = -$3::numeric and c.bill -> 'items' -> 0 ->> 'description' = $4) as is_under_way,
    (select count(*)::integer from billing c where c.tenant_id = $1 and c.month = $2 and c.kind = 'invoice' and c.state = 'cancelled') as former
  from billing where tenant_id = $1 and month = $2 and kind = 'invoice' and state = 'done'`;

/**
 * Credits a part of a month's finished invoice by a credit note, which is processed like an invoice (OP-13). Refuses
 * `billing_not_creditable` without such an invoice, `billing_under_way` while an equal one is in progress, and
 * `billing_credit_exceeds` if all credit notes together would exceed the invoice.
 */
export async function creditBilling(
  tx: Tx,
  { tenantId, month, now, isAutomatic }: StartParts,
  { net, reason }: Credit,
): Promise<void> {
  const loaded = await loadBill(tx, tenantId, month, now);
  if (!loaded) throw new Refused(refuse('not_found'));
  await lockInvoice(tx, tenantId, month);
  const invoice = await tx.maybeOne<Credited>(creditedSql, [...[tenantId, firstDayOf(month), net, reason]]);
  const customerId = loaded.tenant.easybill_id;
  if (!invoice || customerId === null) throw new Refused(refuse('billing_not_creditable'));
  const taken = minus('0', net);
  const bill = summed({
    month,
    counts: { document: 0, procurement: 0, invoice: 0, recognition: 0 },
    items: [{ kind: 'credit', description: reason, quantity: 1, price: taken, net: taken }],
  });
  if (compareAmounts(sum([invoice.remaining, bill.gross]), '0') < 0)
    throw new Refused(refuse('billing_credit_exceeds', { field: 'net' }));
  // A repeated request counts as the same one until the first is processed (SHEET-21).
  if (invoice.is_under_way) throw new Refused(refuse('billing_under_way'));
  const key = `${billingKey(tenantId, month, invoice.former)}-c${invoice.credits + 1}`;
  const ordered = creditOrderOf(
    { tenant: loaded.tenant, bill },
    { key, customerId, day: loaded.tenant.today, corrects: invoice.document_id },
    invoice.document_number,
  );
  await tx.one(
    `insert into billing (tenant_id, month, kind, credits_id, is_automatic, bill, net, gross, ordered, mail_to, due_at)
     values ($1, $2, 'credit', $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      ...[tenantId, firstDayOf(month), invoice.id, isAutomatic, JSON.stringify(bill), bill.net, bill.gross],
      ...[JSON.stringify(ordered), invoice.mail_to && (loaded.tenant.billing_email ?? invoice.mail_to), now],
    ],
  );
}
