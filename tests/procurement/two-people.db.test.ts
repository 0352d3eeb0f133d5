import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import {
  act,
  catalogueLines,
  commandCall,
  completeForm,
  type Document,
  draftOf,
  load,
  on,
  refused,
  run,
} from './requests.ts';

describe('two people on one document', () => {
  let demo: DemoApi;
  let requester: Caller;
  let admin: Caller;

  beforeAll(async () => {
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    admin = await demo.person('admin@demo.test');
  });
  afterAll(() => demo.close());

  async function submitted(): Promise<{ document: Document; approver: Caller }> {
    const draft = await draftOf(requester);
    const document = await act(requester, 'submit', draft);
    const email = document.timeline.timeline_entries[document.timeline.current_entry_no]?.lb_user?.email;
    return { document, approver: await demo.person(email ?? '') };
  }

  it('LOCK-08 a second approval with the old version is refused with the person’s name and writes nothing', async () => {
    const { document, approver } = await submitted();
    const [first, second] = await Promise.all(
      [0, 1].map(async () => {
        const { query, variables } = commandCall('approve', on(document));
        return await approver.ask<{ document: Document }>(query, variables);
      }),
    );
    const answers = [first, second];
    const refusals = answers.flatMap((answer) => answer?.errors ?? []);
    expect(answers.filter((answer) => answer?.data?.document)).toHaveLength(1);
    expect(refusals).toHaveLength(1);
    expect(['timeline_changed', 'timeline_locked']).toContain(refusals[0]?.extensions.code);
    const after = await load(requester, document.id);
    const approvals = after?.timeline.timeline_entries.filter((entry) => entry.status === 'approved') ?? [];
    expect(approvals).toHaveLength(2);
  });

  it('LOCK-01 TL-26 a comment causes no conflict for others', async () => {
    const { document, approver } = await submitted();
    await run(requester, 'comment', { id: document.id, comment: 'Bitte bis Freitag.' });
    const approved = await act(approver, 'approve', document);
    expect(approved.timeline.content_version).toBeGreaterThan(document.timeline.content_version);
    expect(approved.timeline.timeline_entries.map((entry) => entry.comment)).toContain('Bitte bis Freitag.');
  });

  it('LOCK-01 timeline_changed names the person who changed the document', async () => {
    const { document, approver } = await submitted();
    await act(approver, 'send_to_clearing', document, { comment: 'Bitte anderen Lieferanten prüfen.' });
    const refusal = await refused(approver, 'approve', on(document));
    expect(refusal.code).toBe('timeline_changed');
    expect(refusal.name ?? refusal.values?.name).toBeTruthy();
  });

  it('API-39 repeating the key does the work once; other input under it is refused', async () => {
    const { document, approver } = await submitted();
    const key = randomUUID();
    const once = commandCall('approve', on(document, { idempotency_key: key, comment: 'gut' }));
    const first = await approver.get<{ document: Document }>(once.query, once.variables);
    const again = await approver.get<{ document: Document }>(once.query, once.variables);
    expect(again.document.timeline).toEqual(first.document.timeline);
    const other = commandCall('approve', on(document, { idempotency_key: key, comment: 'anders' }));
    expect((await approver.refusal(other.query, other.variables)).code).toBe('idempotency_key_reused');
  });

  it('API-39 parallel duplicates of one save create one draft', async () => {
    const { query, variables } = commandCall('save', { head: { name: 'Doppelklick' } });
    const answers = await Promise.all(
      [1, 2, 3].map(() => requester.get<{ document: Document }>(query, variables)),
    );
    expect(new Set(answers.map(({ document }) => document.id)).size).toBe(1);
  });

  it('LOCK-05 LOCK-06 a foreign claim of the timeline refuses commands until it is released', async () => {
    const { document, approver } = await submitted();
    const { procurement_by_pk: found } = await admin.get<{ procurement_by_pk: { timeline_id: number } }>(
      'query ($id: bigint!) { procurement_by_pk(id: $id) { timeline_id } }',
      { id: document.id },
    );
    const claim = `mutation ($id: bigint!) { claim_record_lock(args: { table_name: "timeline", foreign_id: $id }) {
      locked_by_id locked_by { name } } }`;
    const id = found.timeline_id;
    const { claim_record_lock: held } = await admin.get<{ claim_record_lock: { locked_by_id: number } }>(
      claim,
      { id },
    );
    expect(held.locked_by_id).toBe(admin.context.userId);
    const { claim_record_lock: seen } = await approver.get<{ claim_record_lock: { locked_by_id: number } }>(
      claim,
      { id },
    );
    expect(seen.locked_by_id).toBe(admin.context.userId);
    expect((await refused(approver, 'approve', on(document))).code).toBe('timeline_locked');
    expect((await requester.refusal(claim, { id })).code).toBe('permission_denied');

    const release = `mutation ($id: bigint!) {
      delete_record_lock(where: { table_name: { _eq: "timeline" }, foreign_id: { _eq: $id } }) { affected_rows } }`;
    expect(await approver.get(release, { id })).toEqual({ delete_record_lock: { affected_rows: 0 } });
    expect(await admin.get(release, { id })).toEqual({ delete_record_lock: { affected_rows: 1 } });
    await act(approver, 'approve', document);
  });

  it('TL-26 saving unchanged content changes nothing', async () => {
    const head = await completeForm(requester);
    const lines = await catalogueLines(requester, 2, '1.5');
    const draft = await run(requester, 'save', { head, lines });
    const same = draft.procurement_lines.map((line, place) => ({ ...lines[place], id: line.id }));
    const again = await run(requester, 'save', on(draft, { head, lines: same }));
    expect(again.timeline).toEqual(draft.timeline);
    const more = await run(
      requester,
      'save',
      on(again, { head, lines: [{ ...same[0], quantity: '2.5' }, same[1]] }),
    );
    expect(more.timeline.content_version).toBe(draft.timeline.content_version + 1);
  });

  it('ROLE-12 TASK-01 only the assignee approves, not even an administrator', async () => {
    const { document } = await submitted();
    expect((await refused(admin, 'approve', on(document))).code).toBe('not_assignee');
    expect((await refused(requester, 'approve', on(document))).code).toBe('not_assignee');
  });
});
