import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countTrips, type Trips } from '../../bench/trips.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, catalogueLines, completeForm, type Document, on, run } from './requests.ts';

/** BEGIN, the person, the roles and COMMIT included; what a command needs beyond that is a handful of round trips. */
const most = {
  save: { statements: 52, roundTrips: 10 },
  submit: { statements: 60, roundTrips: 14 },
  approve: { statements: 50, roundTrips: 10 },
  comment: { statements: 48, roundTrips: 10 },
} as const;

describe('API-39 a command is a handful of pipelined statements', () => {
  let demo: DemoApi;
  let requester: Caller;
  let approver: Caller;
  let trips: Trips;

  beforeAll(async () => {
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    approver = await demo.person('approver1@demo.test');
    trips = countTrips(demo.db.database.pool);
  });
  afterAll(() => demo?.close());

  async function expectFew(command: keyof typeof most, take: () => Promise<Document>): Promise<Document> {
    trips.reset();
    const document = await take();
    const { statements, roundTrips } = trips;
    expect(statements, command).toBeLessThanOrEqual(most[command].statements);
    expect(roundTrips, command).toBeLessThanOrEqual(most[command].roundTrips);
    return document;
  }

  test('to save, submit, comment and approve', async () => {
    const form = await completeForm(requester);
    const lines = await catalogueLines(requester, 3, '1');
    const saved = await expectFew('save', () => run(requester, 'save', { head: form, lines }));
    const submitted = await expectFew('submit', () => run(requester, 'submit', on(saved)));
    const told = await expectFew('comment', () =>
      run(approver, 'comment', { id: submitted.id, comment: 'Gesehen' }),
    );
    const approved = await expectFew('approve', () => act(approver, 'approve', told));
    expect(approved.status).toBe('approved');
  });

  test('API-03 API-39 several commands of one request, the second about what the first has changed', async () => {
    const [line] = await catalogueLines(requester, 1, '1');
    const { id } = await run(requester, 'save', { head: await completeForm(requester), lines: [line] });
    const answer = await requester.get<Record<string, { notes?: string; status?: string }>>(
      `mutation ($one: uuid!, $two: uuid!, $id: bigint!) {
        saved: procurement_save(idempotency_key: $one, id: $id, expected_version: 2, head: { notes: "Eilt" }) { notes }
        submitted: procurement_submit(idempotency_key: $two, id: $id, expected_version: 3) { status }
      }`,
      { one: crypto.randomUUID(), two: crypto.randomUUID(), id },
    );
    expect(answer).toEqual({ saved: { notes: 'Eilt' }, submitted: { status: 'approval' } });
    const listed = await demo.db.sql('select status from document where kind = $1 and id = $2', [
      'procurement',
      id,
    ]);
    expect(listed).toEqual([{ status: 'approval' }]);
  });
});
