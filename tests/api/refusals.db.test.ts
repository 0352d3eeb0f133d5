import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import {
  act,
  catalogueLines,
  commandCall,
  completeForm,
  type Document,
  load,
  on,
  run,
} from '../procurement/requests.ts';
import { type ApiError, type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';

/** The API's answers to refused commands, by the codes of ERR-16. */
describe('ERR-16 API-04 refusals of commands', () => {
  let demo: DemoApi;
  let admin: Caller;
  let requester: Caller;
  let buyer: Caller;

  beforeEach(async () => {
    await demo?.close();
    demo = await demoApi();
    [admin, requester, buyer] = await Promise.all([
      demo.person('admin@demo.test'),
      demo.person('requester@demo.test'),
      demo.person('buyer@demo.test'),
    ]);
  });
  afterAll(() => demo?.close());

  async function draft(): Promise<Document> {
    const head = await completeForm(requester);
    return await run(requester, 'save', { head, lines: await catalogueLines(requester, 1) });
  }

  const holderOf = ({ timeline }: Document): Promise<Caller> =>
    demo.person(timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email ?? '');

  /** Fully approved, to be ordered by the buyer. */
  async function approved(): Promise<Document> {
    let document = await act(requester, 'submit', await draft(), { send_order_id: buyer.context.userId });
    while (document.status === 'approval')
      document = await act(await holderOf(document), 'approve', document);
    return document;
  }

  async function answered(caller: Caller, query: string, variables: object): Promise<ApiError> {
    const { errors } = await caller.ask(query, { ...variables });
    if (errors?.[0] === undefined) throw new Error('the call was not refused');
    expect(errors).toHaveLength(1);
    return errors[0];
  }

  async function refusing(caller: Caller, command: string, input: Record<string, unknown>) {
    const { query, variables } = commandCall(command, input);
    return await answered(caller, query, variables);
  }

  const set = (key: string, value: string) =>
    demo.db.sql(
      `insert into configuration (tenant_id, key, value, model) values ($1, $2, $3, 'boolean')
       on conflict (tenant_id, key, client_id) do update set value = excluded.value`,
      [requester.context.tenantId, key, value],
    );

  const provoked: Readonly<Record<string, () => Promise<ApiError>>> = {
    budget_exceeded: async () => {
      const document = await draft();
      await demo.db.sql('delete from budget');
      await demo.db.sql(
        `insert into budget (tenant_id, cost_center_id, name, start, "end", value)
         select tenant_id, cost_center_id, 'Klein', '2020-01-01', '2099-12-31', 1 from procurement where id = $1`,
        [document.id],
      );
      return await refusing(requester, 'submit', on(document));
    },
    approval_limit_exceeded: async () => {
      await demo.db.sql("update client set when_limit_exceeded = 'confirm'");
      const document = await act(requester, 'submit', await draft());
      await demo.db.sql('update lb_user set approval_limit = 1');
      return await refusing(await holderOf(document), 'approve', on(document));
    },
    none_has_limit: async () => {
      const document = await draft();
      await demo.db.sql('update lb_user set approval_limit = 1');
      return await refusing(requester, 'submit', on(document));
    },
    needs_min_approval: async () => {
      const document = await draft();
      await demo.db.sql('update client set min_approval = 9');
      return await refusing(requester, 'submit', on(document));
    },
    order_not_completed: async () => refusing(buyer, 'complete_order', on(await approved())),
    no_edit_permission: async () => {
      const document = await act(requester, 'submit', await draft());
      return await refusing(requester, 'save', on(document, { head: { name: 'Anders' } }));
    },
    record_changed: async () => {
      const save = `mutation ($objects: [cost_center_insert_input!]!) { insert_cost_center(objects: $objects,
        on_conflict: { constraint: cost_center_pkey, update_columns: [name] }) { affected_rows } }`;
      const { cost_center } = await admin.get<{ cost_center: readonly { id: number }[] }>(
        '{ cost_center(limit: 1) { id } }',
      );
      const stale = { id: cost_center[0]?.id, name: 'Anders', updated_at: '2000-01-01T00:00:00Z' };
      return await answered(admin, save, { objects: [stale] });
    },
    idempotency_key_reused: async () => {
      const key = { idempotency_key: randomUUID() };
      await run(requester, 'save', { ...key, head: { name: 'Eins' } });
      return await refusing(requester, 'save', { ...key, head: { name: 'Zwei' } });
    },
    limit_exceeded: async () => {
      const objects = Array.from({ length: 5001 }, (_, place) => ({ number: `L ${place}`, name: 'Viele' }));
      const save = `mutation ($objects: [cost_center_insert_input!]!) {
        insert_cost_center(objects: $objects) { affected_rows } }`;
      return await answered(admin, save, { objects });
    },
    module_off: async () => {
      await set('module_procurement', 'false');
      return await refusing(requester, 'save', { head: { name: 'Eins' } });
    },
    still_sending: async () => {
      const document = await approved();
      const supplier_id = document.procurement_lines[0]?.supplier_id;
      await act(buyer, 'send_order', document, { supplier_id, recipient: 'post@lieferant.example' });
      const sending = await load(buyer, document.id);
      return await refusing(buyer, 'complete_order', on(sending ?? document));
    },
  };

  test.each(Object.entries(provoked))('%s', async (code, provoke) => {
    const { message, extensions } = await provoke();
    expect(extensions.code).toBe(code);
    // In the person's language, with every placeholder filled.
    const [start = ''] = (german.error as Record<string, string>)[code]?.split('{{') ?? [];
    expect(start).not.toBe('');
    expect(message.startsWith(start)).toBe(true);
    expect(message).not.toMatch(/\{\{|undefined/);
  });

  test('product_group_missing points to the line without one', async () => {
    await set('product_group_required', 'true');
    const lines = (await catalogueLines(requester, 1)).map((line) => ({
      ...line,
      product_id: null,
      product_group_id: null,
    }));
    const document = await run(requester, 'save', { head: await completeForm(requester), lines });
    const { extensions } = await refusing(requester, 'submit', on(document));
    expect(extensions.problems).toMatchObject([
      { field: 'lines.0.product_group_id', code: 'product_group_missing' },
    ]);
  });
});
