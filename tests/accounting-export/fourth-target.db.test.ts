import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { bookedInvoice, controlAmount } from '../../src/features/accounting-export/booked-invoice.ts';
import { arrived } from '../../src/features/accounting-export/reconciling/found.ts';
import { loadExportedInvoice } from '../../src/features/accounting-export/server/content/load-invoice.ts';
import {
  loadReversed,
  reversalContent,
} from '../../src/features/accounting-export/server/exporting/reversals.ts';
import type { OnlineTransport } from '../../src/features/accounting-export/server/online/transport.ts';
import { showEach, type Target, usualPeriod } from '../../src/features/accounting-export/server/target.ts';
import { servedTargets } from '../../src/features/accounting-export/server/targets.ts';
import type { DeclaredTarget } from '../../src/features/export-target/target.ts';
import { type ExportTarget, exportTargets, targets } from '../../src/features/export-target/targets.ts';
import type { BookingPreview } from '../../src/features/invoice/shown-booking.ts';
import { attempt, save } from '../invoice/invoices.ts';
import { discard, type ExportingDemo, exportingDemo, read } from './exports.ts';

/** A target that the product does not have, unknown to all other files. */
const name = 'abacus' as ExportTarget;
/** The received payloads by the name of the transfer. */
const ledger = new Map<string, { readonly gross: string; readonly takesBack?: string }>();

const declared: DeclaredTarget = {
  system: 'Abacus',
  number: {
    maxCharacters: 12,
    spelled: (printed: string) => printed.toLowerCase(),
    trimmed: (end: string) => end,
    isTaken: (number: string) => number !== 'nein',
  },
  rate: null,
  bookedBy: { postingKeys: true, dimensions: true, taxGroups: false, combinations: false },
  isFile: false,
  hasAdviserFile: false,
  takesAgain: false,
  connection: null,
};

const transport: OnlineTransport = {
  open: async ({ company, run }) => ({
    maxTogether: 2,
    groupOf: () => 'all',
    book: async (tx, entry) => {
      if (entry.is_reversal) {
        const reversed = await loadReversed(tx, entry);
        if (isRefusal(reversed)) return reversed;
        return reversalContent(reversed, reversed.day, {
          gross: reversed.gross,
          takesBack: reversed.reference,
        });
      }
      const invoice = await loadExportedInvoice(tx, entry.invoice_id, company);
      const booked = bookedInvoice(invoice, company, run.closed_period);
      if (isRefusal(booked)) return booked;
      const { currency, total_brutto: gross } = booked.invoice;
      return { day: booked.day, gross, currency, control: controlAmount(booked), payload: { gross } };
    },
    send: async (transfer, entries) => {
      for (const entry of entries) {
        await transfer.handOver();
        const reference = `A-${entry.id}`;
        ledger.set(reference, entry.payload as { gross: string });
        await transfer.endSent(entry, { state: 'exported', reference });
      }
    },
    look: async (_, entries) =>
      new Map(entries.flatMap(({ id, reference }) => (ledger.has(reference ?? '') ? [[id, arrived]] : []))),
  }),
};

let fixture: ExportingDemo;

const served: Target = {
  transport: () => transport,
  preview: (tx, company, invoiceIds) =>
    showEach(tx, company, invoiceIds, (invoice) => {
      const booked = bookedInvoice(invoice, company, usualPeriod);
      return isRefusal(booked) ? booked : { day: booked.day, bookings: [] };
    }),
};

// Test files have separate modules: only this file's registries have the further target.
beforeAll(async () => {
  Object.assign(targets, { [name]: declared });
  Object.assign(servedTargets, { [name]: served });
  (exportTargets as ExportTarget[]).push(name);
  fixture = await exportingDemo({ target: name, transports: () => ({ [name]: transport }) });
});
afterAll(async () => {
  Reflect.deleteProperty(targets, name);
  Reflect.deleteProperty(servedTargets, name);
  (exportTargets as ExportTarget[]).pop();
  await fixture.close();
});

describe('EXP-01 a fourth target is a folder and its lines in the registries', () => {
  it('VAL-14 the check uses the declaration of the target', async () => {
    const { id } = await fixture.checked({ number_printed: 'RE-2026-0000000017' });
    expect(await fixture.demo.web.sql('select number from invoice where id = $1', [id])).toEqual([
      { number: '6-0000000017' },
    ]);
    const invoice = await fixture.checked();
    const typed = await save(fixture.accountant, {
      id: invoice.id,
      version: invoice.timeline.content_version,
      head: { number: 'nein' },
    });
    const { refusal } = await attempt(fixture.accountant, 'to_accounting', typed);
    expect(refusal?.problems).toMatchObject([{ field: 'number', code: 'export_number' }]);
  });

  it('EXP-24 EXP-28 EXP-29 an invoice is previewed, exported, found there and reversed', async () => {
    const { id } = await fixture.waiting();
    const shown = await fixture.accountant.send({ method: 'GET', url: `/api/invoice/${id}/bookings` });
    expect(shown.json<BookingPreview>()).toMatchObject({ target: name, problem: null });
    const [run] = await fixture.exported({ invoice_ids: [id] });
    expect(run).toMatchObject({ state: 'done', exported_count: 1, control_total: 119 });
    expect((await read(fixture, id)).status).toBe('completed');

    const look = { method: 'POST', url: `/api/invoice/export/${run?.id}/look` } as const;
    const { job_id: jobId } = (await fixture.accountant.send(look)).json<{ job_id: number }>();
    await fixture.work(jobId);
    expect(
      await fixture.demo.web.sql('select found from invoice_export_entry where invoice_id = $1', [id]),
    ).toEqual([{ found: 'arrived' }]);

    const again = await fixture.exported({ invoice_ids: [id], include_exported: true });
    expect(again[0]?.entries[0]?.problem?.code).toBe('export_needs_clearing');
    await discard(fixture, { id });
    const [reversal] = await fixture.exported({ client_id: fixture.client });
    expect(reversal).toMatchObject({ exported_count: 1, control_total: -119 });
    expect([...ledger.values()].map(({ takesBack = null }) => takesBack)).toEqual([
      null,
      [...ledger.keys()][0],
    ]);
  });
});
