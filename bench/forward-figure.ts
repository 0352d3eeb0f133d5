import { createHash, randomUUID } from 'node:crypto';
import type { Tx } from '../src/platform/server/database.ts';
import type { Figure, Side } from './figure.ts';
import type { Fixture } from './fixture.ts';

const forwardMutation = `mutation ($id: bigint!, $version: Int!, $key: uuid!) {
  invoice_to_approval(id: $id, expected_version: $version, idempotency_key: $key) { id status }
}`;

/** One accountant forwards invoice after invoice; each only once, so each side has its own half. */
export const forwardFigure: Figure = {
  name: 'forward',
  title: 'command to_approval of an invoice, with all its checks, locks and audit',
  person: ({ people }) => people.accountant,
  sides: async (fixture, { part, of }) => {
    const invoices = fixture.waitingForCheck.filter((_, index) => index % of === part);
    const half = Math.floor(invoices.length / 2);
    return {
      product: forwarding(invoices.slice(0, half), (id) => forwardByProduct(fixture, id)),
      hand: forwarding(invoices.slice(half), (id) => forwardByHand(fixture, id)),
    };
  },
};

function forwarding(stock: readonly number[], forward: (id: number) => Promise<string>): Side {
  const waiting = stock.values();
  return async () => {
    const { value: id, done } = waiting.next();
    if (done) return null;
    const body = await forward(id);
    if (body !== `{"data":{"invoice_to_approval":{"id":${id},"status":"financial-approval"}}}`)
      throw new Error(`forwarding ${id} answered ${body.slice(0, 1000)}`);
    return body;
  };
}

function forwardByProduct({ ask, people }: Fixture, id: number): Promise<string> {
  return ask(people.accountant, forwardMutation, { id, version: 1, key: randomUUID() });
}

/** The minimal SQL that satisfies the specification; its conditions contain the rules. */
async function forwardByHand({ database, people: { accountant } }: Fixture, id: number): Promise<string> {
  const key = randomUUID();
  return database.inTenant(accountant, async (tx) => {
    const seen = tx.maybeOne<{ timeline_id: number }>('select timeline_id from invoice where id = $1', [id]);
    const writer = tx.as('writer');
    writer.send("select set_config('lock_timeout', '2s', true)");
    writer.send(
      `insert into command_log (tenant_id, lb_user_id, idempotency_key, command, input_hash, document_id)
       values ($1, $2, $3, 'invoice_to_approval', $4, $5)`,
      [accountant.tenantId, accountant.userId, key, createHash('sha256').update(`${id}`).digest(), id],
    );
    const visible = await seen;
    if (!visible) throw new Error(`${id} is not visible`);
    await checkByHand(writer, id, visible.timeline_id, accountant.userId);
    writer.send(writeForwarding, [id, visible.timeline_id, accountant.userId, accountant.tenantId]);
    writer.send(
      `insert into transaction (tenant_id, transaction_key, mutation, variables, response, lb_user_id)
       values ($1, $2, 'invoice_to_approval', json_build_object('id', $3::bigint), json_build_object('id', $3::bigint), $4)`,
      [accountant.tenantId, key, id, accountant.userId],
    );
    const { body } = await tx.one<{ body: string }>(
      `select json_build_object('data', json_build_object('invoice_to_approval',
         json_build_object('id', id, 'status', status)))::text as body from invoice where id = $1`,
      [id],
    );
    return body.replaceAll(' ', '');
  });
}

async function checkByHand(tx: Tx, id: number, timelineId: number, person: number): Promise<void> {
  const [[timeline], [facts], doubles] = await Promise.all([
    tx.query<{ content_version: number }>(
      'select content_version from timeline where id = $1 for update',
      [timelineId],
      'hand-forward-lock',
    ),
    tx.query<{ may: boolean }>(mayForward, [id, person], 'hand-forward-may'),
    tx.query('select invoice_id from app.duplicates_of($1)', [id], 'hand-forward-duplicates'),
  ]);
  if (timeline?.content_version !== 1 || !facts?.may || doubles.length > 0)
    throw new Error(`${id} may not be forwarded`);
}

/** It is the person's step, nothing is missing, and lines, rates and total agree (VAL-16, VAL-17, VAL-19). */
const mayForward = `
  select e.type = 'invoice-manual-check' and e.lb_user_id = $2 and e.text_type = 'present'
    and i.number_printed is not null and i.invoice_date is not null and i.delivery_date is not null and i.due_date is not null
    and (i.payment_method = 'ONLINE_PAYMENT' or i.iban is not null)
    and s.active and c.id is not null
    and (select sum(net + tax) from invoice_tax x where x.tenant_id = i.tenant_id and x.invoice_id = i.id) = i.total_brutto
    and (select sum(total_netto) from invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id) = i.total_netto
    and (select count(*) from invoice_approver a join lb_user u on u.tenant_id = a.tenant_id and u.id = a.lb_user_id
         where a.tenant_id = i.tenant_id and a.invoice_id = i.id and u.active) >= c.min_approval as may
  from invoice i
  join timeline t on t.tenant_id = i.tenant_id and t.id = i.timeline_id
  join timeline_entry e on e.tenant_id = t.tenant_id and e.timeline_id = t.id and e.entry_no = t.current_entry_no
  join supplier s on s.tenant_id = i.tenant_id and s.id = i.supplier_id
  join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
  where i.id = $1`;

/** The following steps are planned: each approver, the accounting, the export. */
const writeForwarding = `
  with done as (
    update timeline_entry set status = 'approved', text_type = 'past', completed_at = now()
    where timeline_id = $2 and entry_no = (select current_entry_no from timeline where id = $2)
  ), planned as (
    insert into timeline_entry (tenant_id, timeline_id, invoice_id, entry_no, type, text_type, lb_user_id, created_by_id)
      select $4, $2, $1, 2 + place, case when place <= n then 'invoice-financial-approval' else 'invoice-accounting' end,
        case place when 1 then 'present' else 'future' end, person, $3
      from (select array_agg(lb_user_id order by id) || $3::bigint as persons, count(*) as n
            from invoice_approver where invoice_id = $1) a,
        unnest(persons) with ordinality as steps (person, place)
  ), moved as (
    update timeline set current_entry_no = 3, content_version = content_version + 1, changed_by_id = $3 where id = $2
  )
  update invoice set status = 'financial-approval' where id = $1`;
