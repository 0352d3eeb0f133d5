import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  distinctArticles,
  earlierLinesQuery,
  earlierLinesVariables,
} from '../../src/features/procurement/earlier-lines.ts';
import {
  type FoundBy,
  foundProducts,
  productSearchQuery,
  productSearchVariables,
} from '../../src/features/procurement/product-search.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, catalogueLines, completeForm, draftOf, on, refused, run } from './requests.ts';

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

const ownLine = {
  description: 'Messuhr 0,01 mm',
  quantity: '2',
  price_netto: '95.50',
  tax: '19',
  unit: 'Stück',
};

async function found(caller: Caller, text: string): Promise<readonly string[]> {
  const variables = productSearchVariables(text);
  const answers = await caller.get<Record<keyof typeof variables, readonly FoundBy[]>>(
    productSearchQuery,
    variables,
  );
  return foundProducts(text, answers).map(({ name }) => name);
}

async function linesOf(caller: Caller, id: number) {
  const { procurement_by_pk } = await caller.get<{
    procurement_by_pk: {
      procurement_lines: readonly {
        product: { name: string; price_netto: number | null; supplier_id: number } | null;
        supplier: { id: number; name: string; state: string } | null;
      }[];
    };
  }>(
    `query ($id: bigint!) { procurement_by_pk(id: $id) { procurement_lines(order_by: {sort_no: asc}) {
       product { name price_netto supplier_id } supplier { id name state } } } }`,
    { id },
  );
  return procurement_by_pk.procurement_lines;
}

describe('PROC-41 articles of own earlier requests', () => {
  const earlier = async (caller: Caller, text: string) => {
    const { procurement_line: lines } = await caller.get<{ procurement_line: { description: string }[] }>(
      earlierLinesQuery,
      earlierLinesVariables(text, caller.context.userId),
    );
    return distinctArticles(lines.map((line) => ({ item_number: null, supplier: null, ...line }))).map(
      ({ description }) => description,
    );
  };

  it('are found by every word, once, and only by the person who requested them', async () => {
    const head = await completeForm(requester);
    for (let time = 0; time < 2; time += 1) await run(requester, 'save', { head, lines: [ownLine] });
    await run(requester, 'save', { head, lines: await catalogueLines(requester, 1) });
    expect(await earlier(requester, 'messuhr 0,01')).toEqual([ownLine.description]);
    expect(await earlier(requester, 'messuhr nirgends')).toEqual([]);
    expect(await earlier(admin, 'messuhr')).toEqual([]);
  });

  it('leave out suppliers that are no longer active', async () => {
    const head = await completeForm(requester);
    const [supplier] = await demo.db.sql<{ id: string }>(
      "insert into supplier (tenant_id, name, active) values ($1, 'Erloschen', false) returning id",
      [requester.context.tenantId],
    );
    const line = { ...ownLine, description: 'Auslaufartikel' };
    const draft = await run(requester, 'save', { head, lines: [line] });
    await demo.db.sql('update procurement_line set supplier_id = $2 where procurement_id = $1', [
      draft.id,
      Number(supplier?.id),
    ]);
    expect(await earlier(requester, 'auslaufartikel')).toEqual([]);
  });
});

describe('PROC-07 product search', () => {
  it.each([
    ['the name', 'kopierpapier'],
    ['the alias', 'Druckerpapier'],
    ['the item number', 'bb-10080'],
    ['the supplier and a word', 'brüggemann papier'],
    ['umlauts written out', 'brueggemann weiss'],
    ['umlauts left out', 'bruggemann papier'],
    ['a size of two characters', 'a4 papier'],
  ])('finds by %s', async (_, text) => {
    expect(await found(requester, text)).toContain('Kopierpapier A4, 80 g/m², weiß');
  });

  it('lists name matches first, however many products match elsewhere', async () => {
    const { tenantId } = requester.context;
    await demo.db.sql(
      `insert into product (tenant_id, name, item_number)
       select $1::bigint, 'Aufsatz für Garnzwirne ' || n, 'Z-' || n from generate_series(1, 60) n
       union all select $1, name, number
         from (values ('Rundzwirn', null), ('Zwirn', null), ('Spule', 'ZWIRN'), ('Weißer Zwirn', null)) as named (name, number)`,
      [tenantId],
    );
    const names = await found(requester, 'zwirn');
    expect(names.slice(0, 2).toSorted()).toEqual(['Spule', 'Zwirn']);
    expect(names[2]).toBe('Weißer Zwirn');
    expect(names).toHaveLength(50);
    await demo.db.sql("delete from product where tenant_id = $1 and search_text like '%zwirn%'", [tenantId]);
  });

  it('finds nothing if no product contains all words', async () => {
    expect(await found(requester, 'osterkamp kopierpapier')).toEqual([]);
    expect(await found(requester, '%')).toEqual([]);
  });

  it('follows a renamed supplier, and a product that changes its supplier', async () => {
    const [papers] = await demo.db.sql<{ id: string; supplier_id: string; tenant_id: string }>(
      "select id, supplier_id, tenant_id from product where item_number = 'BB-10080'",
    );
    await demo.db.sql("update supplier set name = 'Papierhaus Rabe' where tenant_id = $1 and id = $2", [
      papers?.tenant_id,
      papers?.supplier_id,
    ]);
    expect(await found(requester, 'rabe kopier')).toHaveLength(1);
    expect(await found(requester, 'brüggemann kopier')).toEqual([]);
    await demo.db.sql('update product set supplier_id = null where tenant_id = $1 and id = $2', [
      papers?.tenant_id,
      papers?.id,
    ]);
    expect(await found(requester, 'rabe kopier')).toEqual([]);
  });

  it('TECH-02 the stored supplier name of a product is no field of the API', async () => {
    expect(await requester.refusal('{ product { supplier_text } }')).toMatchObject({
      code: expect.any(String),
    });
  });
});

describe('PROC-08 a new product', () => {
  const withNew = { ...ownLine, new_supplier: 'Messzeug Meier', save_to_catalogue: true };

  it('requires the roles for suppliers and products', async () => {
    const { code, problems } = await refused(requester, 'save', { lines: [withNew] });
    expect(code).toBe('validation_failed');
    expect(problems?.map(({ field }) => field)).toEqual(['lines.0.supplier_id', 'lines.0.save_to_catalogue']);
  });

  it('creates its new supplier as provisional', async () => {
    const document = await run(buyer, 'save', {
      lines: [withNew, { ...ownLine, new_supplier: ' MESSZEUG meier ' }],
    });
    const [first, second] = await linesOf(buyer, document.id);
    expect(first?.supplier).toMatchObject({ name: 'Messzeug Meier', state: 'provisional' });
    expect(first?.product).toMatchObject({
      name: 'Messuhr 0,01 mm',
      price_netto: 95.5,
      supplier_id: first?.supplier?.id,
    });
    // The same name is the same supplier, and only lines that ask for it become products.
    expect(second?.supplier?.id).toBe(first?.supplier?.id);
    expect(second?.product).toBeNull();
    expect(await found(requester, 'messuhr meier')).toEqual(['Messuhr 0,01 mm']);
  });

  it('uses an existing supplier of the same name', async () => {
    const document = await run(buyer, 'save', {
      lines: [{ ...ownLine, new_supplier: 'osterkamp werkzeughandel kg' }],
    });
    const [line] = await linesOf(buyer, document.id);
    expect(line?.supplier).toMatchObject({ name: 'Osterkamp Werkzeughandel KG', state: 'active' });
  });

  it('creates nothing if the request is refused', async () => {
    const lines = [{ ...withNew, new_supplier: 'Nie Gewesen GmbH', quantity: '-1' }];
    expect((await refused(buyer, 'save', { lines })).code).toBe('validation_failed');
    expect(await demo.db.sql("select from supplier where name = 'Nie Gewesen GmbH'")).toEqual([]);
  });
});

describe('PROC-14 approvers chosen by hand', () => {
  it('are stored with the draft', async () => {
    const ids = [buyer.context.userId];
    const draft = await run(requester, 'save', { lines: [ownLine], approver_ids: ids });
    const stored = () =>
      demo.db.sql<{ lb_user_id: string }>(
        'select lb_user_id from procurement_approver where procurement_id = $1',
        [draft.id],
      );
    expect((await stored()).map((row) => Number(row.lb_user_id))).toEqual(ids);
    await act(requester, 'save', draft, { lines: [ownLine], approver_ids: [] });
    expect(await stored()).toEqual([]);
  });

  it('require the right to change the head', async () => {
    const draft = await draftOf(requester);
    const document = await act(requester, 'submit', draft);
    const change = on(document, { approver_ids: [buyer.context.userId] });
    expect((await refused(requester, 'save', change)).code).toBe('no_edit_permission');
    // Sending unchanged values needs no right.
    await run(requester, 'save', on(document, { approver_ids: [] }));
  });
});

describe('required fields by settings', () => {
  it.each(['name', 'cost_center_id', 'external_order_number', 'notes'])(
    'ADM-08 VAL-11 DATA-15 are required by the company’s form setting: %s',
    async (field) => {
      const form = await completeForm(requester);
      const head = { ...form, notes: 'Eilt', external_order_number: 'E-1' };
      const require = (flags: Record<string, unknown>) =>
        admin.get(
          `mutation ($id: bigint!, $flags: jsonb!) {
             update_client_by_pk(pk_columns: { id: $id }, _set: { required_fields: $flags }) { id } }`,
          { id: form.client_id, flags },
        );
      const lines = await catalogueLines(requester, 1);
      const draft = await run(requester, 'save', { head: { ...head, [field]: null }, lines });
      // Requirements for invoices do not apply to requests.
      await require({ procurement: { [field]: true }, invoice: { department_id: true, branch: true } });
      expect((await refused(requester, 'submit', on(draft))).problems).toMatchObject([
        { field, code: 'specific_field_required' },
      ]);
      const filled = await run(requester, 'save', on(draft, { head }));
      expect((await run(requester, 'submit', on(filled))).status).toBe('approval');
      await require({});
    },
  );

  it('ADM-08 may be empty if the company does not require them', async () => {
    const head = await completeForm(requester);
    const given = { ...head, name: null, external_order_number: null, notes: null };
    const draft = await run(requester, 'save', { head: given, lines: await catalogueLines(requester, 1) });
    expect((await act(requester, 'submit', draft)).status).toBe('approval');
  });

  it('PROC-30, VAL-08 include a product group per product, but not per freight line', async () => {
    await demo.db.sql(
      `insert into configuration (tenant_id, key, value, model) values ($1, 'product_group_required', 'true', 'boolean')
       on conflict (tenant_id, key, client_id) do update set value = 'true'`,
      [requester.context.tenantId],
    );
    const draft = await run(requester, 'save', {
      head: await completeForm(requester),
      lines: [ownLine, { ...ownLine, kind: 'freight', description: 'Frachtkosten' }],
    });
    expect((await refused(requester, 'submit', on(draft))).problems).toMatchObject([
      { field: 'lines.0.product_group_id', code: 'product_group_missing' },
    ]);
    await demo.db.sql("update configuration set value = 'false' where key = 'product_group_required'");
  });

  it('VAL-05 link and length problems are reported with their fields', async () => {
    const { problems } = await refused(requester, 'save', { lines: [{ ...ownLine, unit: 'x'.repeat(31) }] });
    expect(problems).toMatchObject([{ field: expect.stringContaining('unit') }]);
  });
});

describe('PROC-20, PROC-21 open value and completely invoiced', () => {
  async function approvedOrder(): Promise<Awaited<ReturnType<typeof run>>> {
    const draft = await draftOf(requester);
    let document = await act(requester, 'submit', draft);
    const current = () => document.timeline.timeline_entries[document.timeline.current_entry_no];
    for (let step = current(); step?.type === 'approval'; step = current()) {
      document = await act(await demo.person(step.lb_user?.email ?? ''), 'approve', document);
    }
    return document;
  }

  const openOf = async (id: number) => {
    const answer = await admin.get<{
      procurement_by_pk: { open_value: number; completely_invoiced: boolean };
    }>('query ($id: bigint!) { procurement_by_pk(id: $id) { open_value completely_invoiced } }', { id });
    return answer.procurement_by_pk;
  };

  /** Invoices are inserted directly; only their effect on the open value matters here. */
  async function invoice(id: number, status: string, net: number): Promise<string> {
    const [row] = await demo.db.sql<{ id: string }>(
      `with line as (insert into timeline (tenant_id) values ($1) returning id)
       insert into invoice (tenant_id, timeline_id, creator_id, procurement_id, status, total_netto)
       select $1, id, $2, $3, $4, $5 from line returning id`,
      [requester.context.tenantId, requester.context.userId, id, status, net],
    );
    return row?.id ?? '';
  }

  it('the open value is the net total minus counted invoices', async () => {
    const document = await approvedOrder();
    const net = document.total_netto ?? 0;
    expect(await openOf(document.id)).toEqual({ open_value: net, completely_invoiced: false });
    const first = await invoice(document.id, 'open', net / 2);
    expect((await openOf(document.id)).open_value).toBe(net);
    await demo.db.sql("update invoice set status = 'accounting' where id = $1", [first]);
    expect((await openOf(document.id)).open_value).toBeCloseTo(net / 2);
    await invoice(document.id, 'completed', net);
    expect(await openOf(document.id)).toMatchObject({ completely_invoiced: true });
    expect((await openOf(document.id)).open_value).toBeCloseTo(-net / 2);
  });

  it('PROC-24 an order with several invoices is never closed automatically', async () => {
    const document = await approvedOrder();
    await demo.db.sql("update procurement set type = 'recurring_invoice' where id = $1", [document.id]);
    await invoice(document.id, 'completed', document.total_netto ?? 0);
    expect(await openOf(document.id)).toEqual({ open_value: 0, completely_invoiced: false });
  });

  it('the orderer marks an order as completely invoiced, which the timeline records', async () => {
    const document = await approvedOrder();
    const mutation = `mutation ($key: uuid!, $id: bigint!, $version: Int!, $is: Boolean!) {
      document: procurement_close_invoicing(idempotency_key: $key, id: $id, expected_version: $version, completely_invoiced: $is) {
        completely_invoiced timeline { timeline_entries(order_by: {entry_no: asc}) { status } } } }`;
    const variables = {
      key: crypto.randomUUID(),
      id: document.id,
      version: document.timeline.content_version,
      is: true,
    };
    expect((await requester.refusal(mutation, variables)).code).toBe('permission_denied');
    const sender =
      document.timeline.timeline_entries[document.timeline.current_entry_no]?.lb_user?.email ?? '';
    const answer = await (await demo.person(sender)).get<{
      document: { completely_invoiced: boolean; timeline: { timeline_entries: { status: string }[] } };
    }>(mutation, { ...variables, key: crypto.randomUUID() });
    expect(answer.document.completely_invoiced).toBe(true);
    expect(answer.document.timeline.timeline_entries.map(({ status }) => status)).toContain('auditLog');
  });
});
