import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, type Document, draftOf, on, refused, run } from './requests.ts';

describe('locks of a document', () => {
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

  it('LOCK-02 LOCK-09 a command gives up after two seconds on a locked timeline and writes nothing', async () => {
    const { document, approver } = await submitted();
    const other = new pg.Client({ connectionString: demo.db.ownerUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(
        'select from timeline where id = (select timeline_id from procurement where id = $1) for update',
        [document.id],
      );
      expect((await refused(approver, 'approve', on(document))).code).toBe('timeline_locked');
    } finally {
      await other.end();
    }
    expect((await act(approver, 'approve', document)).timeline.current_entry_no).toBeGreaterThan(
      document.timeline.current_entry_no,
    );
  });

  it('API-39 LOCK-09 a repeated command needs no lock, and answers while the document is locked', async () => {
    const { document, approver } = await submitted();
    const input = { ...on(document), idempotency_key: randomUUID() };
    const { id } = await run(approver, 'approve', input);
    const other = new pg.Client({ connectionString: demo.db.ownerUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(
        'select from timeline where id = (select timeline_id from procurement where id = $1) for update',
        [id],
      );
      expect((await run(approver, 'approve', input)).id).toBe(id);
    } finally {
      await other.end();
    }
  });

  it('LOCK-03 a refused command releases its locks', async () => {
    const { document, approver } = await submitted();
    expect((await refused(admin, 'approve', on(document))).code).toBe('not_assignee');
    expect((await act(approver, 'approve', document)).id).toBe(document.id);
    expect(await demo.db.sql('select from record_lock')).toEqual([]);
  });

  it('LOCK-07 TL-26 a comment changes updated_at, but not the version', async () => {
    const { document } = await submitted();
    const stamp = async () => {
      const { procurement_by_pk: found } = await requester.get<{
        procurement_by_pk: { timeline: { updated_at: string; content_version: number } };
      }>('query ($id: bigint!) { procurement_by_pk(id: $id) { timeline { updated_at content_version } } }', {
        id: document.id,
      });
      return found.timeline;
    };
    const before = await stamp();
    await run(requester, 'comment', { id: document.id, comment: 'Zur Kenntnis.' });
    const after = await stamp();
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(after.content_version).toBe(before.content_version);
  });

  it('API-19 timelines and documents can only be written by commands', async () => {
    const attempts = [
      'mutation { update_timeline(where: {}, _set: { current_entry_no: 9 }) { affected_rows } }',
      'mutation { update_timeline_entry(where: {}, _set: { status: "approved" }) { affected_rows } }',
      'mutation { insert_timeline_entry_one(object: { entry_no: 1 }) { id } }',
      'mutation { delete_timeline_entry(where: {}) { affected_rows } }',
      'mutation { update_procurement(where: {}, _set: { status: "completed" }) { affected_rows } }',
      'mutation { insert_transaction_one(object: { mutation: "x" }) { id } }',
      'mutation ($o: [timeline_entry_insert_input!]!) { insert_timeline_entry(objects: $o) { affected_rows } }',
    ];
    for (const caller of [requester, admin]) {
      for (const attempt of attempts) {
        expect((await caller.refusal(attempt)).code, attempt).toBe('permission_denied');
      }
    }
  });

  it('TECH-09 used master data cannot be deleted, but deactivated', async () => {
    const { document } = await submitted();
    const supplier = document.procurement_lines[0]?.supplier_id;
    const refusal = await admin.refusal('mutation ($id: bigint!) { delete_supplier_by_pk(id: $id) { id } }', {
      id: supplier,
    });
    expect(refusal.code).toBe('foreign_key_violation');
    const changed = await admin.get<{ update_supplier_by_pk: { active: boolean } }>(
      'mutation ($id: bigint!) { update_supplier_by_pk(pk_columns: { id: $id }, _set: { active: false }) { active } }',
      { id: supplier },
    );
    expect(changed.update_supplier_by_pk.active).toBe(false);
  });
});
