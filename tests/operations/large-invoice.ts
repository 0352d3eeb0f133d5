import { randomBytes, randomUUID } from 'node:crypto';
import PDFDocument from 'pdfkit';

/** A readable page, padded to the size of a scan, in bytes. */
export async function largeInvoice(size: number): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const document = new PDFDocument({ size: 'A4' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
  document.text(`Rechnung ${randomUUID()}`).text('Rechnungsbetrag EUR 119,00');
  document.file(randomBytes(size), { name: 'scan.bin' });
  document.end();
  return await promise;
}

/** Uploads a file as an invoice; null if the connection broke before an answer. */
export async function sendInvoice(
  origin: string,
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response | null> {
  const form = new FormData();
  form.append('idempotency_key', randomUUID());
  form.append('files[]', new Blob([bytes], { type: 'application/pdf' }), 'Rechnung.pdf');
  // A refusal for lack of memory may come before the whole file has arrived, and break the connection.
  return await fetch(`${origin}/api/invoice/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  }).catch(() => null);
}
