import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/server/clock.ts';
import type { BillingProvider, Debit, DocumentOrder } from '../../provider.ts';
import { type EasybillSandbox, startEasybillSandbox, unknownCustomer } from '../../sandbox/server.ts';
import { easybillProvider } from './provider.ts';

let sandbox: EasybillSandbox;
let provider: BillingProvider;

beforeEach(async () => {
  sandbox = await startEasybillSandbox();
  provider = easybillProvider({ settings: sandbox.settings, clock: systemClock });
});
afterEach(() => sandbox.close());

const order: DocumentOrder = {
  key: 'kontor-1-2026-10',
  customerId: '77',
  day: '2026-11-01',
  title: 'October',
  from: '2026-10-01',
  to: '2026-10-31',
  vatRate: '19',
  items: [
    { description: 'Base', net: '99.00' },
    { description: 'Extra', net: '48.00' },
  ],
  closing: null,
};
const debit: Debit = {
  reference: 'kontor-1-2026-10',
  holder: 'Muster GmbH',
  iban: 'DE02120300000000202051',
  bic: null,
  mandate: 'M-1',
  mandateDay: '2026-01-02',
  scheme: 'CORE',
  sequence: 'FRST',
  amount: '174.93',
  day: '2026-11-15',
};

describe('OP-06 OP-09 TECH-10 an invoice at easybill', () => {
  it('is drafted, finished, sent, debited and cancelled', async () => {
    const draft = await provider.draft(order);
    expect(draft).toMatchObject({
      isDraft: true,
      key: order.key,
      net: '147.00',
      gross: '174.93',
      number: null,
    });
    await provider.finish(draft.id);
    expect(await provider.document(draft.id)).toMatchObject({ isDraft: false, number: 'RE-00001' });
    expect(await provider.wasMailed(draft.id)).toBe(false);
    await provider.sendMail(draft.id, 'billing@example.test');
    expect(await provider.wasMailed(draft.id)).toBe(true);
    expect(await provider.wasDebited(draft.id, debit)).toBe(false);
    await provider.debit(draft.id, debit);
    expect(await provider.wasDebited(draft.id, debit)).toBe(true);
    expect(await provider.wasDebited(draft.id, { ...debit, reference: 'another' })).toBe(false);
    await provider.cancel(draft.id);
    expect(await provider.document(draft.id)).toMatchObject({ isCancelled: true });
    expect(sandbox.state.mails[0]?.fields).toMatchObject({ to: 'billing@example.test' });
  });

  it('finds it by its key among all pages of a list', async () => {
    for (let count = 0; count < 120; count += 1) await provider.draft({ ...order, key: `other ${count}` });
    const own = await provider.draft(order);
    const finished = await provider.draft(order);
    await provider.finish(finished.id);
    const found = await provider.documentsOf(order);
    expect(found.map(({ id, isDraft }) => [id, isDraft])).toEqual([
      [own.id, true],
      [finished.id, false],
    ]);
    expect(await provider.documentsOf({ ...order, customerId: '78' })).toEqual([]);
  });

  it('distinguishes calls that were certainly not executed from unknown outcomes', async () => {
    const failing = () => provider.draft(order).catch((error: unknown) => error);
    sandbox.faults.plan({ fault: { kind: 'status', status: 429, retryAfterSeconds: 7 } });
    expect(await failing()).toMatchObject({ kind: 'later', wait: 7_000 });
    sandbox.faults.plan({ fault: { kind: 'status', status: 429 } });
    expect(await failing()).toMatchObject({ kind: 'later', wait: 60_000 });
    sandbox.faults.plan({ fault: { kind: 'status', status: 409 } });
    expect(await failing()).toMatchObject({ kind: 'later', wait: null });
    sandbox.faults.plan({ fault: { kind: 'status', status: 503 } });
    expect(await failing()).toMatchObject({ kind: 'unknown' });
    expect(sandbox.state.documents.size).toBe(0);
    sandbox.faults.plan({ fault: { kind: 'answer_lost' } });
    expect(await failing()).toMatchObject({ kind: 'unknown' });
    sandbox.faults.plan({ fault: { kind: 'status_after', status: 502 } });
    expect(await failing()).toMatchObject({ kind: 'unknown' });
    expect(sandbox.state.documents.size).toBe(2);
    expect(
      await provider.draft({ ...order, customerId: unknownCustomer }).catch((error: unknown) => error),
    ).toMatchObject({ kind: 'refused', message: 'easybill 400: Validation failed (customer_id)' });
    expect(await provider.document('999999')).toBeNull();
  });

  it('keeps the account’s rate limit', async () => {
    let now = 0;
    const waits: number[] = [];
    const slow = easybillProvider({
      settings: { ...sandbox.settings, requestsPerMinute: 2 },
      clock: { now: () => new Date(now) },
      pause: async (milliseconds) => {
        waits.push(milliseconds);
        now += milliseconds;
      },
    });
    for (let count = 0; count < 5; count += 1) await slow.document('1');
    expect(waits).toEqual([60_000, 60_000]);
  });

  it('requires the correct key', async () => {
    const stranger = easybillProvider({
      settings: { ...sandbox.settings, apiKey: 'wrong' },
      clock: systemClock,
    });
    await expect(stranger.document('1')).rejects.toMatchObject({ kind: 'later' });
  });
});
