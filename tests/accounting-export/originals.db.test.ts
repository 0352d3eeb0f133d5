import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeFile } from '../../src/platform/server/files/files.ts';
import type { Invoice } from '../invoice/invoices.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { unzipped } from '../support/unzipped.ts';
import { downloaded, type ExportingDemo, exportingDemo, type Run } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

interface Brought {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

const xml = (name: string, number = 'R 17'): Brought => ({
  name,
  mime: 'application/xml',
  bytes: ublInvoice({ number, seller: 'Київські меблі', net: 100 }),
});
const pdf: Brought = {
  name: 'Rechnung.pdf',
  mime: 'application/pdf',
  bytes: Buffer.from('%PDF-1.7\n%%EOF\n'),
};

/** An invoice that waits for export, with its received file and the files embedded in it. */
async function received(original: Brought, carried: readonly Brought[] = []): Promise<Invoice> {
  const invoice = await fixture.waiting();
  const { context } = fixture.accountant;
  const { tenantId, userId } = context;
  await fixture.demo.web.database.inTenant(
    context,
    async (tx) => {
      const kept = { tenantId, createdById: userId, document: { kind: 'invoice', id: invoice.id } as const };
      const id = await storeFile(tx, { ...kept, ...original, receivedBy: 'upload' });
      for (const file of carried) await storeFile(tx, { ...kept, ...file, receivedBy: 'carried' });
      await tx.query('update invoice set file_id = $2 where id = $1', [invoice.id, id]);
    },
    { role: 'writer' },
  );
  return invoice;
}

/** The files in a run's archive, by name. */
async function archiveOf(run: Run | undefined): Promise<Map<string, string>> {
  const archive = run?.files.find(({ content }) => content === 'documents');
  return unzipped(await downloaded(fixture.accountant, archive?.file.id ?? ''));
}

describe('EXP-08 EXP-19 the received files are exported with their bookings', () => {
  it('an XML gets a readable PDF in addition, any other file is unchanged', async () => {
    const [electronic, printed] = [await received(xml('RE 17.xml')), await received(pdf)];
    const [run] = await fixture.exported({ invoice_ids: [electronic.id, printed.id] });
    expect(run).toMatchObject({ state: 'done', exported_count: 2, failed_count: 0 });
    const files = await archiveOf(run);
    expect([...files.keys()]).toEqual(['document.xml', 'RE 17.xml', 'RE 17.pdf', 'Rechnung.pdf']);
    expect(files.get('RE 17.xml')).toContain('<cbc:ID>R 17</cbc:ID>');
    expect(files.get('RE 17.pdf')?.slice(0, 5)).toBe('%PDF-');
    const [first] = files.get('document.xml')?.match(/<document guid.*?<\/document>/s) ?? [];
    expect([...(first ?? '').matchAll(/name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'RE 17.xml',
      'RE 17.pdf',
    ]);
  });

  it('EXP-23 the archive can be downloaded again unchanged', async () => {
    const invoice = await received(xml('RE 18.xml', 'R 18'));
    const [run] = await fixture.exported({ invoice_ids: [invoice.id] });
    const archive = run?.files.find(({ content }) => content === 'documents')?.file.id ?? '';
    const first = await downloaded(fixture.accountant, archive);
    expect((await downloaded(fixture.accountant, archive)).equals(first)).toBe(true);
  });

  it('an XML that is no e-invoice blocks nothing, and files beyond the limit stay in the original', async () => {
    const order = { ...xml('RE 19.xml'), bytes: Buffer.from('<?xml version="1.0"?><order/>') };
    const many = Array.from({ length: 60 }, (_, number) => ({ ...pdf, name: `Anlage ${number}.pdf` }));
    const invoice = await received(order, many);
    const [run] = await fixture.exported({ invoice_ids: [invoice.id] });
    expect(run).toMatchObject({ state: 'done', exported_count: 1 });
    const names = [...(await archiveOf(run)).keys()];
    expect(names.slice(0, 4)).toEqual(['document.xml', 'RE 19.xml', 'RE 19.pdf', 'Anlage 0.pdf']);
    // Fifty files and their description.
    expect(names).toHaveLength(51);
  });
});
