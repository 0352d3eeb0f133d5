import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  OnlineTransport,
  Transfer,
} from '../../src/features/accounting-export/server/online/transport.ts';
import { Faults } from '../../src/platform/sandbox/faults.ts';
import type { DemoWeb } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { type DatevOnline, datevOnline } from './datev-online.ts';

/** A worker dies before or after a random step; drawn by the generator of the network faults. */
const breaks = new Faults();
let broken = 0;

class Died extends Error {}

/** Lets a worker die at any step of a transfer, or another one take the transfer over before it. */
function mortal(transport: OnlineTransport, { web }: DemoWeb): OnlineTransport {
  const perhaps = async (step: string, transfer: Transfer) => {
    const met = breaks.next('step', step);
    if (!met) return;
    broken += 1;
    if (met.kind === 'slow')
      await web.sql(
        `update invoice_export_transfer set taken_by = gen_random_uuid(), alive_at = now() - interval '3 minutes' where id = $1`,
        [transfer.id],
      );
    else throw new Died(`the worker died at ${step}`);
  };
  const dying =
    <Args extends readonly unknown[], Answer>(
      step: string,
      transfer: Transfer,
      act: (...args: Args) => Promise<Answer>,
    ) =>
    async (...args: Args): Promise<Answer> => {
      await perhaps(`before ${step}`, transfer);
      const answer = await act(...args);
      await perhaps(`after ${step}`, transfer);
      return answer;
    };
  const mortalTransfer = (transfer: Transfer): Transfer => ({
    id: transfer.id,
    groupKey: transfer.groupKey,
    get reference() {
      return transfer.reference;
    },
    get isHandedOver() {
      return transfer.isHandedOver;
    },
    refer: dying('refer', transfer, transfer.refer),
    handOver: dying('handOver', transfer, transfer.handOver),
    keepProtocol: dying('keepProtocol', transfer, transfer.keepProtocol),
    stayAlive: dying('stayAlive', transfer, transfer.stayAlive),
    endSent: dying('settle', transfer, transfer.endSent),
  });
  return {
    open: async (run) => {
      const opened = await transport.open(run);
      if ('isRefusal' in opened) return opened;
      return { ...opened, send: (transfer, entries) => opened.send(mortalTransfer(transfer), entries) };
    },
  };
}

let fixture: DatevOnline;

beforeAll(async () => {
  fixture = await datevOnline({ through: mortal });
  await fixture.connect(1);
});
afterAll(() => fixture.close());

const count = inDepth(10, 300);

describe('EXP-06 EXP-08 failures on the way to DATEV', () => {
  it(`${count} invoices are booked once each, with one document`, async () => {
    const ids: number[] = [];
    for (let place = 0; place < count; place += 1) {
      const day = String(1 + (place % 28)).padStart(2, '0');
      const invoice = await fixture.waiting({
        number_printed: `FM-${place}`,
        // Amounts of one day are distinct.
        total_brutto: `${119 * (1 + Math.floor(place / 84))}.00`,
        invoice_date: `2026-${10 - (place % 3)}-${day}`.replace(/-(\d)-/, '-0$1-'),
      });
      ids.push(invoice.id);
    }
    const { body } = await fixture.order({ invoice_ids: ids });
    fixture.sandbox.faults.drawBy({
      seed: 20261125,
      share: 0.12,
      path: /dxso-jobs/,
      among: [
        { kind: 'answer_lost' },
        { kind: 'answer_lost' },
        { kind: 'upload_cut' },
        { kind: 'unreachable', milliseconds: 20 },
        { kind: 'slow', milliseconds: 5 },
        { kind: 'status', status: 429, retryAfterSeconds: 1 },
        { kind: 'status', status: 500 },
        { kind: 'status', status: 503 },
      ],
    });
    breaks.drawBy({
      seed: 7,
      share: 0.05,
      among: [{ kind: 'upload_cut' }, { kind: 'slow', milliseconds: 0 }],
    });
    let works = 0;
    const [run] = await fixture.workOff(body.job_id ?? 0, async () => {
      works += 1;
      // A failing job is repeated six times; this one fails more often.
      await fixture.demo.web.sql('update job set failed_attempts = 0 where id = $1', [body.job_id]);
      await fixture.demo.web.sql(
        `update invoice_export_transfer set alive_at = now() - interval '3 minutes' where state = 'sending'`,
      );
    });
    fixture.sandbox.faults.clear();
    const { state, requests } = fixture.sandbox;
    console.info(
      `${count} invoices, ${requests.length} requests, ${requests.filter(({ status }) => status === null).length} without an answer, ${broken} breaks of workers, ${works} workers`,
    );
    expect(run).toMatchObject({ state: 'done', exported_count: count, failed_count: 0 });
    expect(state.doubles).toEqual([]);
    expect(state.bookings).toHaveLength(count);
    expect(state.documents).toHaveLength(count);
    expect(new Set(state.documents.map(({ guid }) => guid)).size).toBe(count);
    expect(broken).toBeGreaterThan(0);
    const left = await fixture.demo.web.sql(`select id from invoice where is_leaving and id = any ($1)`, [
      ids,
    ]);
    expect(left).toEqual([]);
  });
});
