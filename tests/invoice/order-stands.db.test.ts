import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { attempt, checkable, holderOf, type Invoice, invoiceFields, on, save, wayOn } from './invoices.ts';
import { type Order, orderOfEight } from './order-of-eight.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let brought = 0;
let ids: { readonly clients: readonly number[]; readonly suppliers: readonly number[] };

beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  const idsOf = async (table: string) =>
    (
      await demo.web.sql<{ id: string }>(`select id from ${table} where tenant_id = $1 order by id limit 2`, [
        accountant.context.tenantId,
      ])
    ).map(({ id }) => Number(id));
  ids = { clients: await idsOf('client'), suppliers: await idsOf('supplier') };
  await demo.web.sql(`delete from configuration where key = 'invoice_approval'`);
  await demo.web.sql(
    `insert into supplier_approver (tenant_id, supplier_id, lb_user_id)
     select s.tenant_id, s.id, u.id from supplier s join lb_user u on u.tenant_id = s.tenant_id
     where s.tenant_id = $1 and u.email = 'approver2@demo.test' on conflict do nothing`,
    [accountant.context.tenantId],
  );
  await demo.web.sql(
    `update client set min_approval = 1, user_invoice_manual_check_id = $2, user_invoice_clearing_id = $2,
       match_price_tolerance = 0, match_quantity_tolerance = 0 where tenant_id = $1`,
    [accountant.context.tenantId, accountant.context.userId],
  );
});
afterAll(() => demo.close());

const order = (change: Parameters<typeof orderOfEight>[3] = {}) =>
  orderOfEight(demo, accountant, ids, change);

interface Charged {
  readonly quantity?: string;
  readonly total_netto?: string;
  readonly kind?: string;
  readonly cost_center_id?: number;
  readonly procurement_line_id?: number | null;
}

/** All eight pieces of an order. */
const wholeOrder = {
  ...{ kind: 'item', description: 'Papier', quantity: '8', total_netto: '80.00' },
  ...{ tax_percentage: '0', tax_category: 'S' },
};

/** An invoice of the first supplier to the first company, with its lines linked to the order. */
async function invoiced(
  { id, line }: Order,
  lines: readonly Charged[] | null = [{}],
  head: object = {},
): Promise<Invoice> {
  brought += 1;
  const charged = (lines ?? []).map((given) => ({
    ...wholeOrder,
    ...(given.kind === 'charge' ? {} : { procurement_line_id: line }),
    ...given,
  }));
  const total = charged.reduce((all, { total_netto }) => all + Number(total_netto), 0) || 80;
  return await save(accountant, {
    head: {
      ...checkable,
      number_printed: `BS-${brought}`,
      supplier_id: ids.suppliers[0],
      client_id: ids.clients[0],
      procurement_id: id,
      invoice_date: `2026-10-${10 + (brought % 18)}`,
      tax: '0',
      currency: 'EUR',
      total_brutto: total.toFixed(2),
      ...head,
    },
    ...(lines && { lines: charged }),
  });
}

describe('INV-29 APPR-14 an order replaces the approval of an invoice', () => {
  it('that charges ordered and received goods at the agreed price', async () => {
    expect(wayOn(await invoiced(await order()))).toBe('to_accounting');
    expect(wayOn(await invoiced(await order(), [{ quantity: '3', total_netto: '29.00' }]))).toBe(
      'to_accounting',
    );
  });

  const two = (one: Charged, other: Charged) => [one, other];
  it.each<readonly [string, () => Promise<Invoice>]>([
    ['a draft', async () => invoiced(await order({ status: 'draft' }))],
    ['one that waits for its approval', async () => invoiced(await order({ status: 'approval' }))],
    ['a declined one', async () => invoiced(await order({ status: 'declined' }))],
    ['one of another supplier', async () => invoiced(await order({ supplier: 1 }))],
    ['one of another company', async () => invoiced(await order({ client: 1 }))],
    ['one that has grown since', async () => invoiced(await order({ approved: '70.00' }))],
    ['one that is linked at the head alone', async () => invoiced(await order(), null)],
    ['one whose line is not linked', async () => invoiced(await order(), [{ procurement_line_id: null }])],
    ['one that is not received', async () => invoiced(await order({ received: 0 }))],
    ['one that is received in part', async () => invoiced(await order({ received: 7 }))],
    [
      'one that is paid before it is received',
      async () => invoiced(await order({ received: 0 }), [{}], { payment_in_advance: true }),
    ],
    ['a higher price', async () => invoiced(await order(), [{ total_netto: '80.01' }])],
    ['a higher quantity', async () => invoiced(await order(), [{ quantity: '9', total_netto: '90.00' }])],
    [
      'freight beside it',
      async () => invoiced(await order(), two({}, { kind: 'charge', total_netto: '5.00' })),
    ],
    [
      'a line that takes the quantity back but not its price',
      async () => invoiced(await order(), two({}, { quantity: '-8', total_netto: '80.00' })),
    ],
    ['a credit note', async () => invoiced(await order(), [{ quantity: '-1', total_netto: '-10.00' }])],
    [
      'the number of another invoice',
      async () => {
        await invoiced(await order(), [{}], { number_printed: 'BS-ZWEI' });
        return await invoiced(await order(), [{}], { number_printed: 'BS ZWEI' });
      },
    ],
  ])('and not for %s', async (_name, made) => {
    expect(wayOn(await made())).toBe('to_approval');
  });

  it('within the tolerances of the company, but not beyond', async () => {
    await demo.web.sql('update client set match_price_tolerance = 5');
    expect(wayOn(await invoiced(await order(), [{ total_netto: '83.00' }]))).toBe('to_accounting');
    expect(wayOn(await invoiced(await order(), [{ total_netto: '85.00' }]))).toBe('to_approval');
    await demo.web.sql('update client set match_price_tolerance = 0');
  });

  it('unless other invoices with any kind of link have used it up', async () => {
    const byHead = await order();
    await invoiced(byHead, null);
    expect(wayOn(await invoiced(byHead))).toBe('to_approval');
    const byLine = await order();
    await invoiced(byLine, [{ quantity: '5', total_netto: '50.00' }]);
    expect(wayOn(await invoiced(byLine, [{ quantity: '3', total_netto: '30.00' }]))).toBe('to_accounting');
    expect(wayOn(await invoiced(byLine, [{ quantity: '4', total_netto: '40.00' }]))).toBe('to_approval');
  });
});

describe('INV-28 an overrun', () => {
  const tolerant = (price: string, freight: string) =>
    demo.web.sql('update client set match_price_tolerance = $1, match_freight_tolerance_amount = $2', [
      price,
      freight,
    ]);
  /** The questions of the accountant when completing the check, and the next status. */
  async function asked(invoice: Invoice): Promise<readonly (string | undefined)[]> {
    const way = wayOn(invoice);
    const { refusal } = await attempt(accountant, way, invoice);
    return [way, refusal?.code];
  }

  it('within the price tolerance needs no confirmation, nor does the next invoice on the same order', async () => {
    await tolerant('5', '0');
    const of = await order();
    const first = await invoiced(of, [{ quantity: '4', total_netto: '41.00' }]);
    expect(await asked(first)).toEqual(['to_accounting', undefined]);
    expect(await asked(await invoiced(of, [{ quantity: '4', total_netto: '41.00' }]))).toEqual([
      'to_accounting',
      undefined,
    ]);
    await tolerant('0', '0');
  });

  it('by freight is compared only with the freight limit', async () => {
    await tolerant('0', '10');
    const freight = (total_netto: string) => [{}, { kind: 'charge', total_netto }];
    expect(await asked(await invoiced(await order(), freight('10.00')))).toEqual([
      'to_accounting',
      undefined,
    ]);
    expect(await asked(await invoiced(await order(), freight('10.01')))).toEqual([
      'to_approval',
      'invoice_exceeds_order',
    ]);
    await tolerant('0', '0');
    const withFreight = await order();
    await demo.web.sql(
      `insert into procurement_line (tenant_id, procurement_id, sort_no, kind, description, quantity, price_netto, total_netto, total_brutto)
       values ($1, $2, 1, 'freight', 'Fracht', 1, 7, 7, 7)`,
      [accountant.context.tenantId, withFreight.id],
    );
    await demo.web.sql(
      'update procurement set total_netto = 87, total_brutto = 87, approved_netto = 87 where id = $1',
      [withFreight.id],
    );
    expect(await asked(await invoiced(withFreight, freight('7.00')))).toEqual(['to_accounting', undefined]);
  });

  it('counts on the cost center of the line that causes it', async () => {
    const { tenantId } = accountant.context;
    const centers = await demo.web.sql<{ id: string }>(
      `insert into cost_center (tenant_id, number, name) values ($1, '9811', 'Genau'), ($1, '9812', 'Darüber') returning id`,
      [tenantId],
    );
    const [exact = 0, over = 0] = centers.map(({ id }) => Number(id));
    await demo.web.sql(
      'insert into cost_center_client (tenant_id, cost_center_id, client_id) select $1, unnest($2::bigint[]), $3',
      [tenantId, [exact, over], ids.clients[0]],
    );
    const of = await order();
    const [other] = await demo.web.sql<{ id: string }>(
      `insert into procurement_line (tenant_id, procurement_id, sort_no, description, supplier_id, quantity, price_netto, total_netto,
         total_brutto, quantity_received) values ($1, $2, 1, 'Tinte', $3, 2, 500, 1000, 1000, 2) returning id`,
      [tenantId, of.id, ids.suppliers[0]],
    );
    await demo.web.sql(
      'update procurement set total_netto = 1080, total_brutto = 1080, approved_netto = 1080 where id = $1',
      [of.id],
    );
    const invoice = await invoiced(of, [
      { cost_center_id: exact },
      { cost_center_id: over, quantity: '2', total_netto: '1625.73', procurement_line_id: Number(other?.id) },
    ]);
    const taken = async (id: number) =>
      await demo.web.sql(
        `select cost_center_id::int as center, round(sum(net), 2)::float as net from budget_amount
         where tenant_id = $1 and invoice_id = $2 and net <> 0 group by 1`,
        [tenantId, id],
      );
    expect(await taken(invoice.id)).toEqual([{ center: over, net: 625.73 }]);
  });
});

/** Changes of an order after it replaced the approval of an invoice. */
const afterwards: readonly (readonly [string, (of: Order, invoice: Invoice) => Promise<unknown>])[] = [
  [
    'is cancelled',
    ({ id }) => demo.web.sql(`update procurement set status = 'declined' where id = $1`, [id]),
  ],
  [
    'loses a receipt',
    ({ line }) => demo.web.sql('update procurement_line set quantity_received = 2 where id = $1', [line]),
  ],
  [
    'loses its line',
    ({ line }) => demo.web.sql(`update procurement_line set order_state = 'cancelled' where id = $1`, [line]),
  ],
  ['is used up by another one', (of) => invoiced(of)],
  [
    'loses the link of the line',
    (_of, { id }) =>
      demo.web.sql('update invoice_line set procurement_line_id = null where invoice_id = $1', [id]),
  ],
  [
    'loses the link',
    (_of, { id }) => demo.web.sql('update invoice set procurement_id = null where id = $1', [id]),
  ],
];

async function seen({ id }: Invoice): Promise<Invoice> {
  const { invoice } = await accountant.get<{ invoice: Invoice }>(
    `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { ${invoiceFields} } }`,
    { id },
  );
  return invoice;
}

/** Confirms every question. */
async function went(who: WebCaller, action: string, invoice: Invoice): Promise<Invoice> {
  const confirmations: string[] = [];
  for (;;) {
    const answer = await attempt(who, action, invoice, {
      comment: 'Weiter',
      ...(confirmations.length > 0 && { confirmations }),
    });
    const confirm = answer.refusal?.confirm as { readonly hash: string } | undefined;
    if (answer.invoice) return answer.invoice;
    if (!confirm) throw new Error(`${action}: ${JSON.stringify(answer.refusal)}`);
    confirmations.push(confirm.hash);
  }
}

describe('INV-29 TASK-06 an invoice that an approver has declined', () => {
  it('is approved even if it is linked to a fitting order in clearing', async () => {
    const of = await order();
    const alone = await invoiced(of, [{ procurement_line_id: null }], { procurement_id: null });
    const waiting = await went(accountant, 'to_approval', alone);
    const declined = await went(await holderOf(demo, waiting), 'decline', waiting);
    const linked = await save(accountant, {
      ...on(declined),
      head: { procurement_id: of.id },
      lines: [{ ...wholeOrder, procurement_line_id: of.line }],
    });
    expect(wayOn(linked)).toBe('to_approval');
  });

  it.each([
    ['the company requires none and nobody is linked', 'if-no-order'],
    ['invoices are not approved any more', 'never'],
  ])('goes on only by an approval, also where %s', async (_name, setting) => {
    const alone = await invoiced(await order(), [{ procurement_line_id: null }], { procurement_id: null });
    const waiting = await went(accountant, 'to_approval', alone);
    const holder = await holderOf(demo, waiting);
    const declined = await went(holder, 'decline', waiting);
    const { tenantId } = accountant.context;
    const [supplier] = ids.suppliers;
    const approvers = await demo.web.sql<{ id: string }>(
      'delete from supplier_approver where supplier_id = $1 returning lb_user_id as id',
      [supplier],
    );
    await demo.web.sql('update client set min_approval = 0 where tenant_id = $1', [tenantId]);
    await demo.web.sql(
      `insert into configuration (tenant_id, key, model, value) values ($1, 'invoice_approval', 'string', $2)`,
      [tenantId, setting],
    );
    try {
      expect((await attempt(accountant, 'to_accounting', declined)).refusal?.code).toBe('step_not_possible');
      await expect(went(accountant, 'to_approval', declined)).rejects.toThrow('declined_needs_approval');
    } finally {
      await demo.web.sql(`delete from configuration where key = 'invoice_approval'`);
      await demo.web.sql('update client set min_approval = 1 where tenant_id = $1', [tenantId]);
      await demo.web.sql(
        'insert into supplier_approver (tenant_id, supplier_id, lb_user_id) select $1::bigint, $2::bigint, unnest($3::bigint[])',
        [tenantId, supplier, approvers.map(({ id }) => id)],
      );
    }
    const asked = await went(accountant, 'to_approval', declined);
    expect((await went(holder, 'approve', asked)).status).toBe('accounting');
  });
});

describe('INV-29 an order that replaced the approval of an invoice', () => {
  it.each(afterwards)('and %s before the export requires the approval again', async (_name, happen) => {
    const of = await order();
    const accounting = await went(accountant, 'to_accounting', await invoiced(of));
    expect(accounting.status).toBe('accounting');
    await happen(of, accounting);
    const changed = await seen(accounting);
    const refused = await attempt(accountant, 'to_export', changed);
    expect(refused.refusal?.code).toMatch(/^(order_stands_no_more|approval_outgrown)$/);
    const waiting = await went(accountant, 'to_approval', changed);
    expect(waiting.status).toBe('financial-approval');
    const approved = await went(await holderOf(demo, waiting), 'approve', waiting);
    expect((await went(accountant, 'to_export', approved)).status).toBe('export');
  });

  it.each(afterwards)('and %s blocks the export of a waiting invoice', async (_name, happen) => {
    const of = await order();
    const accounting = await went(accountant, 'to_accounting', await invoiced(of));
    const waiting = await went(accountant, 'to_export', accounting);
    expect(waiting.status).toBe('export');
    await happen(of, waiting);
    const cleared = await went(accountant, 'send_to_clearing', await seen(waiting));
    expect(wayOn(cleared)).toBe('to_approval');
  });

  it.each([
    ['was cancelled meanwhile', "update procurement set status = 'declined' where id = $1"],
    [
      'has another supplier meanwhile',
      'update procurement_line set supplier_id = $2 where procurement_id = $1',
    ],
  ])(
    'that %s brings the approval of an approved invoice again, with a confirmation',
    async (_name, change) => {
      const of = await order();
      const waiting = await went(accountant, 'to_approval', await invoiced(of, null));
      const approved = await went(await holderOf(demo, waiting), 'approve', waiting);
      await demo.web.sql(change, [of.id, ids.suppliers[1]].slice(0, change.includes('$2') ? 2 : 1));
      const changed = await seen(approved);
      expect((await attempt(accountant, 'to_export', changed)).refusal?.code).toBe('approval_outgrown');
      const again = await went(accountant, 'to_approval', changed);
      const left = await went(
        accountant,
        'to_export',
        await went(await holderOf(demo, again), 'approve', again),
      );
      const reported = left.timeline.timeline_entries.map(({ message_code }) => message_code);
      expect([left.status, reported.includes('invoice_order_void')]).toEqual(['export', true]);
    },
  );

  it('INV-29 that is of another supplier needs a confirmation at the check of the invoice already', async () => {
    const of = await order();
    const open = await invoiced(of, null);
    const change = 'update procurement_line set supplier_id = $2 where procurement_id = $1';
    await demo.web.sql(change, [of.id, ids.suppliers[1]]);
    const waiting = await went(accountant, 'to_approval', await seen(open));
    const reported = waiting.timeline.timeline_entries.map(({ message_code }) => message_code);
    expect(reported).toContain('invoice_order_void');
  });

  it('and still covers it lets it pass, also after an edit outside the approval', async () => {
    const of = await order();
    const accounting = await went(accountant, 'to_accounting', await invoiced(of));
    const edited = await save(accountant, { ...on(accounting), head: { delivery_date: '2026-02-02' } });
    expect((await went(accountant, 'to_export', edited)).status).toBe('export');
  });
});
