import { z } from 'zod';
import { type Amount, compareAmounts, dividedBy, round, times } from '../../../../base/money.ts';
import {
  type BillingProvider,
  type Debit,
  type DocumentKey,
  type DocumentOrder,
  type ProviderDocument,
  ProviderFailure,
} from '../../provider.ts';
import { type EasybillClient, type EasybillParts, easybillClient } from './client.ts';

/** easybill uses numbers as ids; other fields are ignored. */
const id = z.union([z.number().int(), z.string().min(1)]).transform(String);
const cents = z.number().nullish();

const document = z.object({
  id,
  external_id: z.string().nullish(),
  customer_id: id.nullish(),
  is_draft: z.boolean(),
  number: z.union([z.string(), z.number()]).nullish(),
  cancel_id: id.nullish(),
  amount: cents,
  amount_net: cents,
});
const mail = z.object({ document_id: id, type: z.string().nullish(), status: z.string().nullish() });
const sepaPayment = z.object({ document_id: id, reference: z.string().nullish() });

/** State of a mail that finally failed; in all others it was sent or is queued. */
const failedMail = 'ERROR';

/** Issues invoices through easybill (OP-06, OP-09). */
export function easybillProvider(parts: EasybillParts): BillingProvider {
  const client = easybillClient(parts);
  return {
    documentsOf: (key) => documentsOf(client, key),
    draft: async (order) => documentFrom(await client.call('POST', '/documents', bodyOf(order))),
    document: async (of) => {
      const found = await client.find(`/documents/${encodeURIComponent(of)}`);
      return found === null ? null : documentFrom(found);
    },
    finish: async (of) => documentFrom(await client.call('PUT', `/documents/${encodeURIComponent(of)}/done`)),
    cancel: async (of) => void (await client.call('POST', `/documents/${encodeURIComponent(of)}/cancel`)),
    pdf: (of) => client.bytes(`/documents/${encodeURIComponent(of)}/pdf`),
    sendMail: async (of, to) =>
      void (await client.call('POST', `/documents/${encodeURIComponent(of)}/send/email`, { to })),
    wasMailed: async (of) => {
      const found = await client.list('/post-boxes', { document_id: of });
      return found.some((entry) => {
        const read = mail.safeParse(entry);
        return read.success && read.data.document_id === of && isSentMail(read.data);
      });
    },
    debit: async (of, debit) => void (await client.call('POST', '/sepa-payments', sepaBodyOf(of, debit))),
    wasDebited: async (of, debit) => {
      const found = await client.list('/sepa-payments', { document_id: of });
      return found.some((entry) => {
        const read = sepaPayment.safeParse(entry);
        return read.success && read.data.document_id === of && read.data.reference === debit.reference;
      });
    },
  };
}

function isSentMail({ type, status }: z.infer<typeof mail>): boolean {
  return (type ?? 'EMAIL').toUpperCase() === 'EMAIL' && status !== failedMail;
}

/** easybill cannot filter by our key, and lists may omit drafts unless asked for them. */
async function documentsOf(client: EasybillClient, { key, corrects, customerId, day }: DocumentKey) {
  const query = { type: typeOf(corrects), customer_id: customerId, document_date: day };
  const drafts = await client.list('/documents', { ...query, is_draft: 1 });
  const finished = await client.list('/documents', { ...query, is_draft: 0 });
  const byId = new Map<string, ProviderDocument>();
  for (const entry of [...drafts, ...finished]) {
    const read = document.safeParse(entry);
    if (!read.success || read.data.external_id !== key) continue;
    // The second list is newer: a draft of the first may be finished by then.
    byId.set(read.data.id, fromParsed(read.data));
  }
  return [...byId.values()];
}

/** An unreadable answer does not tell whether the call was executed. */
function documentFrom(value: unknown): ProviderDocument {
  const read = document.safeParse(value);
  if (!read.success) throw new ProviderFailure('unknown', 'easybill did not return a document');
  return fromParsed(read.data);
}

function fromParsed(data: z.infer<typeof document>): ProviderDocument {
  return {
    id: data.id,
    key: data.external_id ?? null,
    customerId: data.customer_id ?? null,
    isDraft: data.is_draft,
    number: data.number === null || data.number === undefined ? null : String(data.number),
    isCancelled: data.cancel_id !== null && data.cancel_id !== undefined,
    net: fromCents(data.amount_net),
    gross: fromCents(data.amount),
  };
}

function typeOf(corrects: string | undefined): 'INVOICE' | 'CREDIT' {
  return corrects === undefined ? 'INVOICE' : 'CREDIT';
}

function bodyOf(order: DocumentOrder): object {
  return {
    type: typeOf(order.corrects),
    ...(order.corrects !== undefined && { ref_id: numberOf(order.corrects) }),
    external_id: order.key,
    customer_id: numberOf(order.customerId),
    document_date: order.day,
    title: order.title,
    ...(order.closing && { text: order.closing }),
    currency: 'EUR',
    calc_vat_from: 0,
    vat_option: null,
    service_date: { type: 'SERVICE', date_from: order.from, date_to: order.to },
    items: order.items.map(({ description, net }) => ({
      type: 'POSITION',
      description,
      quantity: 1,
      single_price_net: inCents(net),
      vat_percent: Number(order.vatRate),
    })),
  };
}

function sepaBodyOf(of: string, debit: Debit): object {
  return {
    document_id: numberOf(of),
    type: 'DEBIT',
    debitor_name: debit.holder,
    debitor_iban: debit.iban,
    ...(debit.bic && { debitor_bic: debit.bic }),
    mandate_id: debit.mandate,
    mandate_date_of_signature: debit.mandateDay,
    local_instrument: debit.scheme,
    sequence_type: debit.sequence,
    amount: inCents(debit.amount),
    reference: debit.reference,
    requested_at: debit.day,
  };
}

function numberOf(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Amounts of items and payments are whole cents. */
function inCents(amount: Amount): number {
  const whole = times(amount, '100');
  if (compareAmounts(whole, round(whole, 0)) !== 0)
    throw new RangeError(`${amount} is not an amount in whole cents`);
  return Number(whole);
}

function fromCents(value: number | null | undefined): Amount {
  return round(dividedBy(String(value ?? 0), '100'), 2);
}
