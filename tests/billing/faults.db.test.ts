import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingProvider } from '../../src/features/billing/provider.ts';
import { startDueBillings } from '../../src/features/billing/server/jobs.ts';
import { runBillings } from '../../src/features/billing/server/run.ts';
import type { Fault } from '../../src/platform/sandbox/faults.ts';
import { inDepth } from '../support/depth.ts';
import { addTenants, billingsOf, openSetup, type Setup } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup.close());

/** The runner dies: neither its answer nor anything after it is stored. */
class Killed extends Error {}

const faults: readonly Fault[] = [
  { kind: 'answer_lost' },
  { kind: 'upload_cut' },
  { kind: 'status_after', status: 502 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 409 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 429, retryAfterSeconds: 20 },
];

/** Deterministic random numbers from 0 to below 1. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** A provider whose caller dies in some calls, before the request or after the answer. */
function mortal(provider: BillingProvider, draw: () => number, share: number): BillingProvider {
  return new Proxy(provider, {
    get: (target, name: keyof BillingProvider) => {
      const call = target[name] as (...parts: unknown[]) => Promise<unknown>;
      return async (...parts: unknown[]) => {
        if (draw() < share) throw new Killed('before');
        const answer = await call(...parts);
        if (draw() < share) throw new Killed('after');
        return answer;
      };
    },
  });
}

test('OP-09 every tenant gets exactly one finished invoice, mail and direct debit despite any failure', async () => {
  const tenants = await addTenants(setup, inDepth(25, 200));
  const { database, clock, sandbox, parts } = setup;
  expect(await startDueBillings(database, clock.now(), null)).toBe(tenants.length);
  sandbox.state.listingDelay = 5 * 60_000;
  sandbox.faults.drawBy({ seed: 7, share: 0.25, among: faults });
  const draw = drawing(11);
  const dying = { ...parts, provider: mortal(parts.provider, draw, 0.06) };
  const isOver = async () => (await billingsOf(setup)).every(({ state }) => state === 'done');
  let rounds = 0;
  for (; rounds < 400 && !(await isOver()); rounds += 1) {
    const runners = Array.from({ length: draw() < 0.3 ? 2 : 1 }, () => runBillings(dying, tenants.length));
    for (const outcome of await Promise.allSettled(runners)) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Killed);
    }
    clock.forward(Math.floor(draw() * 20 * 60_000));
    await startDueBillings(database, clock.now(), null);
  }
  expect(rounds).toBeLessThan(400);

  const billings = await billingsOf(setup);
  expect(billings.map(({ tenant_id }) => Number(tenant_id))).toEqual(tenants);
  const documents = [...sandbox.state.documents.values()].filter(({ is_draft }) => !is_draft);
  const keys = (records: readonly { readonly fields: Readonly<Record<string, unknown>> }[], name: string) =>
    records.map(({ fields }) => String(fields[name])).toSorted();
  expect(keys(documents, 'external_id')).toEqual(tenants.map((id) => `kontor-${id}-2026-10`).toSorted());
  const ids = documents.map(({ id }) => String(id)).toSorted();
  expect(keys(sandbox.state.mails, 'document_id')).toEqual(ids);
  expect(keys(sandbox.state.debits, 'document_id')).toEqual(ids);
  expect(billings.map(({ document_id }) => document_id ?? '').toSorted()).toEqual(ids);
  for (const { gross, document_id } of billings) {
    const document = documents.find(({ id }) => String(id) === document_id);
    expect([document?.amount, document?.amount_net]).toEqual([Math.round(Number(gross) * 100), 9_900]);
    expect(
      sandbox.state.debits.find(({ fields }) => String(fields.document_id) === document_id)?.fields,
    ).toMatchObject({
      amount: document?.amount,
      sequence_type: 'FRST',
    });
  }
  // As many drafts as invoices: none was made twice.
  expect(sandbox.state.documents.size).toBe(tenants.length);
});
