import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, catalogueLines, completeForm, type Document, load, on, refused, run } from './requests.ts';

/** The requirements of a request, checked at every step forward, whatever happened to it or its master data. */
describe('PROC-43 required fields and active records', () => {
  let demo: DemoApi;
  let requester: Caller;
  let buyer: Caller;
  let admin: Caller;

  beforeAll(async () => {
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    buyer = await demo.person('buyer@demo.test');
    admin = await demo.person('admin@demo.test');
  });
  afterAll(() => demo.close());
  beforeEach(async () => {
    for (const table of ['supplier', 'product', 'cost_center'])
      await demo.db.sql(`update ${table} set active = true where tenant_id = $1 and not active`, [
        requester.context.tenantId,
      ]);
  });

  const draft = async () =>
    run(requester, 'save', {
      head: await completeForm(requester),
      lines: await catalogueLines(requester, 1, '1'),
    });
  const submitted = async () => act(requester, 'submit', await draft());

  async function holder(document: Document): Promise<Caller> {
    const { current_entry_no: current, timeline_entries: entries } = document.timeline;
    return await demo.person(entries.find(({ entry_no }) => entry_no === current)?.lb_user?.email ?? '');
  }

  /** Fully approved; waits for its order. */
  async function approved(): Promise<Document> {
    let document = await submitted();
    while (document.status === 'approval') document = await act(await holder(document), 'approve', document);
    return document;
  }

  const supplierOf = ({ procurement_lines: lines }: Document) => Number(lines[0]?.supplier_id);

  /** Deactivates a record of the first line. */
  const deactivate = (table: string, document: Document) =>
    demo.db.sql(
      `update ${table} set active = false where id = (select l.${table}_id from procurement_line l where l.procurement_id = $1 limit 1)`,
      [document.id],
    );

  const problemsOf = async (who: Caller, command: string, input: Record<string, unknown>) =>
    (await refused(who, command, input)).problems?.map(({ field, code }) => `${field} ${code}`);

  it.each(['supplier', 'product'])(
    'an inactive %s of a line stops submit, approval and order',
    async (table) => {
      const begun = await draft();
      const waiting = await submitted();
      const ready = await approved();
      await deactivate(table, begun);
      const problem = [`lines.0.${table}_id not_selectable`];
      expect(await problemsOf(requester, 'submit', on(begun))).toEqual(problem);
      expect(await problemsOf(await holder(waiting), 'approve', on(waiting))).toEqual(problem);
      const order = on(ready, { supplier_id: supplierOf(ready) });
      expect(await problemsOf(await holder(ready), 'confirm_order', order)).toEqual(problem);
      expect(await problemsOf(await holder(ready), 'send_order', order)).toEqual(problem);
    },
  );

  it.each([
    ['cost_center', 'cost_center_client'],
    ['ledger_account', 'client_ledger_account'],
  ])('a %s of a line that belongs to another company stops submit', async (table, links) => {
    const head = await completeForm(requester);
    const [other] = await demo.db.sql<{ id: string }>(
      `select id from ${table} where tenant_id = $1 and active and id <> $2 order by id desc limit 1`,
      [requester.context.tenantId, head[`${table}_id`]],
    );
    const id = Number(other?.id);
    const lines = (await catalogueLines(requester, 1, '1')).map((line) => ({ ...line, [`${table}_id`]: id }));
    const begun = await run(requester, 'save', { head, lines });
    await demo.db.sql(`delete from ${links} where ${table}_id = $1`, [id]);
    await demo.db.sql(
      `insert into ${links} (tenant_id, ${table}_id, client_id) select tenant_id, $1::bigint, id from client
       where tenant_id = $2 and id <> $3 limit 1`,
      [id, requester.context.tenantId, head.client_id],
    );
    expect(await problemsOf(requester, 'submit', on(begun))).toEqual([`lines.0.${table}_id not_selectable`]);
  });

  it('an inactive supplier stops the completion of an order', async () => {
    const ready = await approved();
    const sender = await holder(ready);
    const confirmed = await act(sender, 'confirm_order', ready, { supplier_id: supplierOf(ready) });
    await deactivate('supplier', confirmed);
    expect(await problemsOf(sender, 'complete_order', on(confirmed))).toEqual([
      'lines.0.supplier_id not_selectable',
    ]);
  });

  it.each([
    'cost_center_id',
    'delivery_address_id',
    'billing_address_text',
    'consignee_id',
    'ledger_account_id',
  ])('clearing cannot go forward without %s', async (field) => {
    const ready = await approved();
    const sender = await holder(ready);
    const cleared = await act(sender, 'send_to_clearing', ready, {
      comment: 'Bitte klären',
      person_id: buyer.context.userId,
    });
    const emptied = await run(buyer, 'save', on(cleared, { head: { [field]: null } }));
    const problem = [`${field} specific_field_required`];
    expect(await problemsOf(buyer, 'to_approval', on(emptied))).toEqual(problem);
    const past = await refused(buyer, 'to_order', on(emptied));
    expect([past.code, past.problems?.[0]?.field ?? field]).toEqual(
      past.code === 'step_not_possible' ? ['step_not_possible', field] : ['validation_failed', field],
    );
  });

  it.each([
    ['supplier_id', { supplier_id: null }],
    ['price_netto', { price_netto: null, price_brutto: null }],
  ])('clearing cannot go forward without %s of a line', async (field, change) => {
    const ready = await approved();
    const cleared = await act(await holder(ready), 'send_to_clearing', ready, {
      comment: 'Bitte klären',
      person_id: buyer.context.userId,
    });
    const lines = cleared.procurement_lines.map(({ id }) => ({ id, ...change }));
    const emptied = await run(buyer, 'save', on(cleared, { lines }));
    expect(await problemsOf(buyer, 'to_approval', on(emptied))).toEqual([
      `lines.0.${field} specific_field_required`,
    ]);
  });

  it('a copy omits inactive records and names them', async () => {
    const document = await submitted();
    const whole = await run(requester, 'copy', { id: document.id });
    await deactivate('supplier', document);
    const copy = await run(requester, 'copy', { id: document.id });
    expect(copy.procurement_lines.map(({ supplier_id }) => supplier_id)).toEqual([null]);
    const [supplier] = await demo.db.sql<{ name: string }>('select name from supplier where id = $1', [
      supplierOf(document),
    ]);
    const reported = copy.timeline.timeline_entries.find(
      ({ message_code }) => message_code === 'copied_without',
    );
    expect(reported?.message_values).toEqual({ names: supplier?.name });
    expect(whole.timeline.timeline_entries.map(({ message_code }) => message_code)).not.toContain(
      'copied_without',
    );
  });

  describe('BUD-08 an order cancelled after goods arrived', () => {
    it('asks, and keeps the received but not invoiced amount in the budget', async () => {
      const form = await completeForm(requester);
      const saved = await run(requester, 'save', {
        head: form,
        lines: (await catalogueLines(requester, 1, '4')).map((line) => ({ ...line, price_netto: '25' })),
      });
      let document = await act(requester, 'submit', saved);
      while (document.status === 'approval')
        document = await act(await holder(document), 'approve', document);
      const sender = await holder(document);
      document = await act(sender, 'confirm_order', document, { supplier_id: supplierOf(document) });
      document = await act(sender, 'complete_order', document);
      const line = document.procurement_lines[0];
      const receiver = await holder(document);
      const receipts = [{ procurement_line_id: line?.id, quantity: '3' }];
      await act(receiver, 'receive', document, { receipts });
      document = (await load(admin, document.id)) ?? document;
      await demo.db.sql('update client set can_delete_document_directly = true where id = $1', [
        form.client_id,
      ]);
      const question = await refused(receiver, 'cancel', on(document));
      expect(question).toMatchObject({ code: 'goods_received', values: { count: 1 }, confirm: {} });
      const ended = await run(receiver, 'cancel', on(document, { confirmations: [question.confirm?.hash] }));
      expect(ended.status).toBe('declined');
      expect(ended.timeline.timeline_entries.map(({ message_code }) => message_code)).toContain(
        'goods_received',
      );
      const bound = () =>
        demo.db.sql('select net::float8 from budget_amount where procurement_id = $1', [document.id]);
      expect(await bound()).toEqual([{ net: 75 }]);
      await demo.db.sql('update procurement set completely_invoiced = true where id = $1', [document.id]);
      expect(await bound()).toEqual([{ net: 0 }]);
    });

    it('PRICE-04 a rate in the own currency is never stored', async () => {
      const document = await draft();
      await demo.db.sql("update procurement set exchange_rate = 25, rate_source = 'typed' where id = $1", [
        document.id,
      ]);
      const stored = () =>
        demo.db.sql('select exchange_rate, rate_source from procurement where id = $1', [document.id]);
      expect(await stored()).toEqual([{ exchange_rate: null, rate_source: null }]);
      const head = { currency: 'GBP', exchange_rate: '25' };
      const foreign = await run(requester, 'save', on(document, { head }));
      expect(await stored()).toMatchObject([{ exchange_rate: '25.000000' }]);
      await run(requester, 'save', on(foreign, { head: { currency: 'EUR' } }));
      expect(await stored()).toMatchObject([{ exchange_rate: null }]);
    });
  });

  it('APPR-19 an approval cannot be passed to unentitled people, and one that they hold does not count', async () => {
    const waiting = await submitted();
    const stranger = await demo.person('selector@demo.test');
    const passing = on(waiting, { person_id: stranger.context.userId });
    expect(await refused(await holder(waiting), 'reassign', passing)).toMatchObject({
      code: 'not_an_approver',
      field: 'person_id',
    });
    await demo.db.sql(
      'update timeline_entry set lb_user_id = $2 where procurement_id = $1 and entry_no = $3',
      [waiting.id, stranger.context.userId, waiting.timeline.current_entry_no],
    );
    expect(await refused(stranger, 'approve', on(waiting))).toMatchObject({ code: 'not_an_approver' });
  });

  it('APPR-19 an empty group cannot be chosen as approver', async () => {
    const begun = await draft();
    const [group] = await demo.db.sql<{ id: string }>(
      "insert into lb_user (tenant_id, name, is_group) values ($1, 'Niemand', true) returning id",
      [requester.context.tenantId],
    );
    const chosen = on(begun, { approver_ids: [Number(group?.id)] });
    expect(await refused(requester, 'save', chosen)).toMatchObject({
      code: 'group_without_approver',
      field: 'approver_ids',
    });
  });

  it('VAL-12 4.0001 pieces received are refused with the field and its maximum decimals', async () => {
    const ready = await approved();
    const receipts = [{ procurement_line_id: ready.procurement_lines[0]?.id, quantity: '4.0001' }];
    expect(await refused(buyer, 'receive', on(ready, { receipts }))).toMatchObject({
      code: 'number_malformed',
      field: 'receipts.0.quantity',
      values: { decimals: 3 },
    });
  });
});
