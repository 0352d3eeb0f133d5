import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  act,
  catalogueLines,
  completeForm,
  type Document,
  draftOf,
  on,
  refused,
  run,
} from '../procurement/requests.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';

/** The calls of clients of the former product, verbatim. */
describe('calls of foreign clients', () => {
  let demo: DemoApi;
  let admin: Caller;
  let requester: Caller;
  let document: Document;
  let timelineId: number;

  beforeAll(async () => {
    demo = await demoApi();
    [admin, requester] = await Promise.all([
      demo.person('admin@demo.test'),
      demo.person('requester@demo.test'),
    ]);
    const head = await completeForm(requester);
    const draft = await run(requester, 'save', { head, lines: await catalogueLines(requester, 1) });
    document = await act(requester, 'submit', draft);
    const [row] = await demo.db.sql<{ id: string }>(
      'select timeline_id as id from procurement where id = $1',
      [document.id],
    );
    timelineId = Number(row?.id);
  });
  afterAll(() => demo.close());

  test('API-06 GetConfiguration returns everything but passwords, and one entry by its key', async () => {
    const { tenantId } = admin.context;
    await demo.db.sql(
      `insert into configuration (tenant_id, key, value, model) values ($1, 'IMAP_PASSWORD', 'geheim-4711', 'password')`,
      [tenantId],
    );
    const all = await admin.ask<{ configuration: { key: string; model: string }[] }>(
      '{ configuration { id key value model lb_user { id name } supplier { id name } client_address { id } } }',
    );
    const entries = all.data?.configuration ?? [];
    const stored = await demo.db.sql<{ key: string }>(
      `select key from configuration where tenant_id = $1 and model <> 'password'`,
      [tenantId],
    );
    expect(entries.map(({ key }) => key).sort()).toEqual(stored.map(({ key }) => key).sort());
    expect(JSON.stringify(all)).not.toContain('geheim-4711');
    const byKey = await admin.get<{ configuration: { key: string }[] }>(
      'query ($key: String!) { configuration(where: { key: { _eq: $key } }) { key value } }',
      { key: entries[0]?.key },
    );
    expect(byKey.configuration[0]?.key).toBe(entries[0]?.key);
  });

  test('API-06 the main language of the tenant, a tour by page and person, a person by id', async () => {
    const { tenantId, userId } = requester.context;
    const tenant = await requester.get('query ($id: bigint!) { tenant_by_pk(id: $id) { main_language } }', {
      id: tenantId,
    });
    expect(tenant).toEqual({ tenant_by_pk: { main_language: 'de' } });
    await requester.get('mutation ($page: String!) { insert_tour_one(object: { page: $page }) { id } }', {
      page: 'seen-calls',
    });
    const query = `query ($page: String!, $user: bigint!) {
      tour(where: { page: { _eq: $page }, lb_user_id: { _eq: $user } }) { page lb_user_id } }`;
    const tour = (user: number) => requester.get(query, { page: 'seen-calls', user });
    expect(await tour(userId)).toEqual({ tour: [{ page: 'seen-calls', lb_user_id: userId }] });
    expect(await tour(admin.context.userId)).toEqual({ tour: [] });
    const simple = 'query ($id: bigint!) { lb_user_by_pk(id: $id) { id name } }';
    const full = `query ($id: bigint!) { lb_user_by_pk(id: $id) {
      id name email lang active department { id name } cost_center { id name } client { id name } } }`;
    const [person] = await demo.db.sql<{ name: string; email: string }>(
      'select name, email from lb_user where id = $1',
      [userId],
    );
    expect(await requester.get(simple, { id: userId })).toEqual({
      lb_user_by_pk: { id: userId, name: person?.name },
    });
    expect(await requester.get(full, { id: userId })).toMatchObject({
      lb_user_by_pk: { email: person?.email, department: { name: expect.any(String) } },
    });
  });

  test('API-08 DATA-43 a timeline by its key shows when it was changed and read', async () => {
    const query = 'query ($id: bigint!) { timeline_by_pk(id: $id) { id updated_at loaded_at } }';
    const read = async () =>
      (
        await requester.get<{ timeline_by_pk: { id: number; updated_at: string; loaded_at: string } }>(
          query,
          {
            id: timelineId,
          },
        )
      ).timeline_by_pk;
    const before = await read();
    expect(before.id).toBe(timelineId);
    await run(requester, 'comment', { id: document.id, comment: 'Bitte bis Freitag.' });
    const after = await read();
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(Date.parse(after.loaded_at)).toBeGreaterThanOrEqual(Date.parse(after.updated_at));
  });

  test('API-09 API-19 AUD-09 a command is logged automatically with its input', async () => {
    await run(requester, 'comment', { id: document.id, comment: 'Eilt.' });
    const [logged] = await demo.db.sql<{ variables: { comment: string }; response: unknown }>(
      `select variables, response from transaction where tenant_id = $1 and mutation = 'procurement_comment'
       order by id desc limit 1`,
      [requester.context.tenantId],
    );
    expect(logged?.variables).toMatchObject({ comment: 'Eilt.' });
    expect(logged?.response).not.toBeNull();
    for (const attempt of [
      'mutation { insert_transaction_one(object: { mutation: "x", transaction_key: "k" }) { id } }',
      'mutation { update_transaction(where: { transaction_key: { _eq: "k" } }, _set: { response: {} }) { affected_rows } }',
    ]) {
      expect((await admin.refusal(attempt)).code, attempt).toBe('permission_denied');
    }
  });

  test('API-20 AUD-07 a call continues when its log cannot be written', async () => {
    await demo.db.sql('alter table transaction add constraint never check (false) not valid');
    const comment = 'Trotz vollem Protokoll.';
    await run(requester, 'comment', { id: document.id, comment });
    await admin.get(
      'mutation ($id: bigint!) { update_supplier_by_pk(pk_columns: { id: $id }, _set: { notes: "x" }) { id } }',
      {
        id: (await admin.get<{ supplier: { id: number }[] }>('{ supplier(limit: 1) { id } }')).supplier[0]
          ?.id,
      },
    );
    await demo.db.sql('alter table transaction drop constraint never');
    const kept = await demo.db.sql('select from timeline_entry where timeline_id = $1 and comment = $2', [
      timelineId,
      comment,
    ]);
    expect(kept).toHaveLength(1);
  });

  test('API-11 a text sent with a change becomes an audit record and is answered with its id', async () => {
    const insert = `mutation ($o: insert_audit_log_one_object_input!) { insert_audit_log_one(object: $o) { id info } }`;
    const object = {
      type: 'info',
      table: 'procurement',
      foreign_key: document.id,
      info: 'Telefonisch geklärt',
    };
    const { insert_audit_log_one: noted } = await admin.get<{
      insert_audit_log_one: { id: number; info: string };
    }>(insert, { o: object });
    expect(noted.info).toBe('Telefonisch geklärt');
    const [row] = await demo.db.sql<{ foreign_key: string; lb_user_id: string }>(
      'select foreign_key, lb_user_id from audit_log where id = $1',
      [noted.id],
    );
    expect(row).toEqual({ foreign_key: String(document.id), lb_user_id: String(admin.context.userId) });
  });

  test('API-12 API-13 a claimed lock is released only by its holder', async () => {
    const claim = `mutation ($id: bigint!) { claim_record_lock(args: { table_name: "timeline", foreign_id: $id }) {
      locked_at locked_by_id locked_by { id name } } }`;
    const release = `mutation ($id: bigint!) { delete_record_lock(
      where: { table_name: { _eq: "timeline" }, foreign_id: { _eq: $id } }) { affected_rows } }`;
    const id = timelineId;
    expect(await admin.get(claim, { id })).toMatchObject({
      claim_record_lock: { locked_by_id: admin.context.userId, locked_by: { name: expect.any(String) } },
    });
    expect(await requester.get(release, { id })).toEqual({ delete_record_lock: { affected_rows: 0 } });
    expect(await admin.get(release, { id })).toEqual({ delete_record_lock: { affected_rows: 1 } });
    expect(await demo.db.sql('select from record_lock where foreign_id = $1', [id])).toEqual([]);
  });

  /** Former raw writes of the operations that are now commands. */
  const rawOperations = {
    'API-14 forward': `update_timeline_entry(where: { entry_no: { _eq: 1 } }, _set: { status: "accepted", comment: "x" }) { affected_rows }
      update_timeline(where: {}, _inc: { current_entry_no: 1 }) { affected_rows }`,
    'API-15 assign': 'update_timeline_entry(where: {}, _set: { lb_user_id: 1 }) { affected_rows }',
    'API-15 text type': 'update_timeline_entry(where: {}, _set: { text_type: "past" }) { affected_rows }',
    'API-16 skip': `a: update_timeline_entry(where: {}, _set: { status: "skipped" }) { affected_rows }
      b: update_timeline(where: {}, _set: { current_entry_no: 3 }) { affected_rows }`,
    'API-17 insert entries': 'insert_timeline_entry(objects: [{ entry_no: 7 }]) { affected_rows }',
    'API-17 shift entry numbers': 'update_timeline_entry(where: {}, _inc: { entry_no: 1 }) { affected_rows }',
    'API-18 delete entries': 'delete_timeline_entry(where: { entry_no: { _gt: 2 } }) { affected_rows }',
  };
  test.each(Object.keys(rawOperations) as (keyof typeof rawOperations)[])(
    '%s: refused as a raw write, also to administrators (API-19)',
    async (name) => {
      const entries = () =>
        demo.db.sql('select * from timeline_entry where timeline_id = $1 order by id', [timelineId]);
      const before = await entries();
      for (const caller of [requester, admin]) {
        expect(await caller.refusal(`mutation { ${rawOperations[name]} }`)).toMatchObject({
          code: 'permission_denied',
          hasura_code: 'permission-error',
        });
      }
      expect(await entries()).toEqual(before);
    },
  );

  test('API-18 TL-14 commands remove steps that are no longer due, and the numbers stay consecutive', async () => {
    const sender = await demo.person('selector@demo.test');
    const draft = await draftOf(requester);
    const entryAt = ({ timeline }: Document, entryNo = timeline.current_entry_no) =>
      timeline.timeline_entries.find(({ entry_no }) => entry_no === entryNo);
    const holderOf = (one: Document) => demo.person(entryAt(one)?.lb_user?.email ?? '');
    const ahead = ({ timeline }: Document) =>
      timeline.timeline_entries
        .filter(({ entry_no }) => entry_no >= timeline.current_entry_no)
        .map(({ type }) => type);
    const isGapFree = ({ timeline }: Document) =>
      timeline.timeline_entries.every(({ entry_no }, index) => entry_no === index);

    const submitted = await act(requester, 'submit', draft, { send_order_id: sender.context.userId });
    const planned = ahead(submitted);
    expect(planned.slice(-2)).toEqual(['send-order', 'delivery']);
    let approved = submitted;
    while (entryAt(approved)?.type === 'approval')
      approved = await act(await holderOf(approved), 'approve', approved);
    expect(ahead(approved)).toEqual(['send-order', 'delivery']);

    // Approval and order placement are removed and recreated; the delivery stays the same.
    const lines = approved.procurement_lines.map(({ id }) => ({ id, quantity: '3' }));
    const changed = await run(sender, 'save', on(approved, { lines }));
    expect(ahead(changed)).toEqual(planned);
    expect(isGapFree(changed)).toBe(true);

    // All steps after the current one.
    const inClearing = await act(await holderOf(changed), 'send_to_clearing', changed, {
      comment: 'Bitte klären.',
    });
    expect(ahead(inClearing)).toEqual(['clearing']);
    expect(isGapFree(inClearing)).toBe(true);
    const rows = await demo.db.sql('select id from timeline_entry where procurement_id = $1', [draft.id]);
    expect(rows).toHaveLength(inClearing.timeline.timeline_entries.length);
  });

  test('ERR-08 LOCK-09 the faster person is named: timeline_locked by the holder, timeline_changed by the last writer', async () => {
    const current = document.timeline.timeline_entries.find(
      ({ entry_no }) => entry_no === document.timeline.current_entry_no,
    );
    const approver = await demo.person(current?.lb_user?.email ?? '');
    const nameOf = async ({ context }: Caller) =>
      (await demo.db.sql<{ name: string }>('select name from lb_user where id = $1', [context.userId]))[0]
        ?.name;
    const claim = `mutation ($id: bigint!) { claim_record_lock(args: { table_name: "timeline", foreign_id: $id }) { locked_at } }`;
    await admin.get(claim, { id: timelineId });
    const locked = await refused(approver, 'approve', on(document));
    expect(locked).toMatchObject({ code: 'timeline_locked', name: await nameOf(admin) });
    await admin.get(
      'mutation ($id: bigint!) { delete_record_lock(where: { foreign_id: { _eq: $id } }) { affected_rows } }',
      { id: timelineId },
    );
    await act(approver, 'approve', document);
    const changed = await refused(approver, 'approve', on(document));
    expect(changed).toMatchObject({ code: 'timeline_changed', name: await nameOf(approver) });
  });
});
