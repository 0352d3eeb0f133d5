import { commandCall } from '../../procurement/requests.ts';
import type { Answer } from '../../support/playing.ts';
import { makeBudgetSmall, set, switchRecords } from '../../support/playing-settings.ts';
import { accounts, type InvoiceFixture } from './fixture.ts';
import type { Happening } from './moves.ts';

const masterData = ['supplier', 'cost_center', 'ledger_account'];

/** Events outside the invoices; actions and settings of people go through the API. */
export async function happen(fixture: InvoiceFixture, { event, pick }: Happening): Promise<Answer> {
  const { demo, administrators, invoices, settings, ids } = fixture;
  const [verb, table = ''] = event.split(' ');
  if (verb === 'deactivate') {
    const named = await demo.db.sql<{ id: string }>(
      `select distinct ${table}_id as id from invoice where id = any ($1) and ${table}_id is not null`,
      [invoices],
    );
    await switchRecords(
      demo,
      administrators,
      table,
      named.map(({ id }) => Number(id)),
    );
  } else if (verb === 'activate')
    for (const one of masterData) await switchRecords(demo, administrators, one, 'inactive');
  else if (event === 'propose account') return await propose(fixture, pick);
  else if (event === 'confirm account') return await decideAccount(fixture, pick);
  else if (event.includes('order') || event === 'goods back') return await befallOrder(fixture, event);
  else if (event === 'small budget') await makeBudgetSmall(demo, administrators, ids.cost_center?.[1]);
  else if (await set(demo, administrators, { event, pick })) {
    if (verb === 'second') settings.secondPerson = event.endsWith('on');
    if (verb === 'check') settings.separateCheck = event.endsWith('separate');
    if (event.endsWith('limits')) settings.whenLimitExceeded = event === 'block limits' ? 'block' : 'confirm';
  }
  return event;
}

/** The administrator changes the account of a supplier. */
async function propose(fixture: InvoiceFixture, pick: number): Promise<Answer> {
  const supplier = fixture.ids.supplier?.[pick % 2] ?? 0;
  const caller = fixture.callers.get('admin');
  const { errors } = (await caller?.ask(
    'mutation ($id: bigint!, $iban: String) { update_supplier_by_pk(pk_columns: { id: $id }, _set: { iban: $iban }) { id } }',
    { id: supplier, iban: accounts[pick % accounts.length] },
  )) ?? { errors: [] };
  fixture.caller = caller ?? null;
  return `supplier_save ${errors?.[0]?.extensions.code ?? 'done'}`;
}

/** Another administrator confirms it, or the proposer tries to. */
async function decideAccount(fixture: InvoiceFixture, pick: number): Promise<Answer> {
  const { demo, callers, tenantId, confirmed } = fixture;
  const [change] = await demo.db.sql<{
    id: string;
    supplier_id: string;
    iban: string;
    proposed_by_id: string;
  }>(
    `select id, supplier_id, iban, proposed_by_id from supplier_bank_change
     where tenant_id = $1 and state = 'pending' order by id limit 1`,
    [tenantId],
  );
  const caller = callers.get(pick % 3 === 0 ? 'admin' : 'buyer');
  if (!change || !caller) return 'nothing';
  fixture.caller = caller;
  const { errors } = await caller.ask(
    'mutation ($id: bigint!) { supplier_bank_change_confirm(id: $id) { id } }',
    { id: Number(change.id) },
  );
  const isSecond = Number(change.proposed_by_id) !== caller.context.actorId;
  if (!errors && isSecond) confirmed.get(Number(change.supplier_id))?.add(change.iban);
  return `supplier_bank_change_confirm ${errors?.[0]?.extensions.code ?? 'done'}`;
}

/** The order no longer covers the invoice (INV-29). */
async function befallOrder({ demo, callers, orderId }: InvoiceFixture, event: string): Promise<Answer> {
  const [order] = await demo.db.sql<{ version: number; line: string; receipt: string | null }>(
    `select t.content_version as version, l.id as line, (select max(g.id) from goods_receipt g where g.procurement_line_id = l.id
        and g.quantity > 0 and not exists (select from goods_receipt b where b.reverses_id = g.id)) as receipt
     from procurement p join timeline t on t.id = p.timeline_id join procurement_line l on l.procurement_id = p.id
     where p.id = $1 order by l.sort_no, l.id limit 1`,
    [orderId],
  );
  const on = { id: orderId, expected_version: order?.version };
  const receipts = [
    {
      ...{ procurement_line_id: Number(order?.line), quantity: '-1' },
      ...{ reason: 'Beschädigt', reverses_id: Number(order?.receipt) },
    },
  ];
  const acts: Readonly<Record<string, readonly [who: string, command: string, input: object]>> = {
    'order cancelled': ['requester', 'cancel', { comment: 'Nicht mehr gebraucht' }],
    'order in clearing': ['requester', 'send_to_clearing', { comment: 'Bitte klären.' }],
    'goods back': ['requester', 'receive', { receipts }],
  };
  const [who, command, input] = acts[event] ?? ['buyer', 'comment', {}];
  const caller = callers.get(who);
  const { query, variables } = commandCall(command, { ...on, ...input });
  const { errors } = (await caller?.ask(query, variables)) ?? { errors: [] };
  return `${event}: ${errors?.[0]?.extensions.code ?? 'done'}`;
}
