import { createHash, randomUUID } from 'node:crypto';
import type { Tx } from '../src/platform/server/database.ts';
import type { Figure, Side } from './figure.ts';
import type { Fixture } from './fixture.ts';

export const approveMutation = `mutation ($id: bigint!, $version: Int!, $key: uuid!) {
  procurement_approve(id: $id, expected_version: $version, idempotency_key: $key) { id status }
}`;

/** One person approves document after document; each only once, so each side has its own half. */
export const approveFigure: Figure = {
  name: 'approve',
  title: 'command approve, with all its checks, locks and audit',
  person: ({ people }) => people.approver,
  sides: async (fixture, { part, of }) => {
    const documents = fixture.waitingForApproval.filter((_, index) => index % of === part);
    const half = Math.floor(documents.length / 2);
    return {
      product: approving(documents.slice(0, half), (id) => approveByProduct(fixture, id)),
      hand: approving(documents.slice(half), (id) => approveByHand(fixture, id)),
    };
  },
};

function approving(stock: readonly number[], approve: (id: number) => Promise<string>): Side {
  const waiting = stock.values();
  return async () => {
    const { value: id, done } = waiting.next();
    if (done) return null;
    const body = await approve(id);
    if (body !== `{"data":{"procurement_approve":{"id":${id},"status":"approved"}}}`) {
      throw new Error(`approving ${id} answered ${body.slice(0, 1000)}`);
    }
    return body;
  };
}

function approveByProduct({ ask, people }: Fixture, id: number): Promise<string> {
  return ask(people.approver, approveMutation, { id, version: 1, key: randomUUID() });
}

/** The minimal SQL that satisfies the specification of an approval; its conditions contain the rules. */
async function approveByHand({ database, people: { approver } }: Fixture, id: number): Promise<string> {
  const key = randomUUID();
  return database.inTenant(approver, async (tx) => {
    const seen = tx.maybeOne<{ timeline_id: number }>('select timeline_id from procurement where id = $1', [
      id,
    ]);
    const writer = tx.as('writer');
    writer.send("select set_config('lock_timeout', '2s', true)");
    writer.send(
      `insert into command_log (tenant_id, lb_user_id, idempotency_key, command, input_hash, document_id)
       values ($1, $2, $3, 'procurement_approve', $4, $5)`,
      [approver.tenantId, approver.userId, key, createHash('sha256').update(`${id}`).digest(), id],
    );
    const visible = await seen;
    if (!visible) throw new Error(`${id} is not visible`);
    await decideByHand(writer, id, visible.timeline_id, approver.userId);
    writer.send(writeApproval, [id, visible.timeline_id, approver.userId]);
    writer.send(
      `insert into transaction (tenant_id, transaction_key, mutation, variables, response, lb_user_id)
       values ($1, $2, 'procurement_approve', json_build_object('id', $3::bigint), json_build_object('id', $3::bigint), $4)`,
      [approver.tenantId, key, id, approver.userId],
    );
    const { body } = await tx.one<{ body: string }>(
      `select json_build_object('data', json_build_object('procurement_approve',
         json_build_object('id', id, 'status', status)))::text as body from procurement where id = $1`,
      [id],
    );
    return body.replaceAll(' ', '');
  });
}

async function decideByHand(tx: Tx, id: number, timelineId: number, person: number): Promise<void> {
  const [[timeline], [facts], , [budget]] = await Promise.all([
    tx.query<{ content_version: number }>(
      'select content_version from timeline where id = $1 for update',
      [timelineId],
      'hand-lock',
    ),
    tx.query<{ may: boolean }>(mayApprove, [id, person], 'hand-may'),
    tx.query(
      `select id from cost_center where id = (select cost_center_id from procurement where id = $1) for no key update`,
      [id],
      'hand-lock-budget',
    ),
    tx.query<{ exceeded: boolean }>(isBudgetExceeded, [id], 'hand-budget'),
  ]);
  if (timeline?.content_version !== 1 || !facts?.may || budget?.exceeded)
    throw new Error(`${id} may not be approved`);
}

const mayApprove = `
  select e.type = 'approval' and e.lb_user_id = $2 and e.text_type = 'present'
    and (u.approval_limit is null or u.approval_limit >= p.total_netto)
    and (p.creator_id <> $2 or c.self_approval <> 'never')
    and (select count(distinct a.lb_user_id) from timeline_entry a
         where a.timeline_id = t.id and a.type = 'approval' and a.entry_no <= t.current_entry_no) >= c.min_approval as may
  from procurement p
  join timeline t on t.tenant_id = p.tenant_id and t.id = p.timeline_id
  join timeline_entry e on e.tenant_id = t.tenant_id and e.timeline_id = t.id and e.entry_no = t.current_entry_no
  join lb_user u on u.tenant_id = p.tenant_id and u.id = $2
  join client c on c.tenant_id = p.tenant_id and c.id = p.client_id
  where p.id = $1`;

const isBudgetExceeded = `
  select coalesce(bool_or(b.value < (
    select coalesce(sum(other.open_value), 0) from procurement other
    where other.tenant_id = p.tenant_id and other.cost_center_id = p.cost_center_id
      and other.status in ('approval', 'approved', 'ordered', 'clearing', 'completed')
      and other.submitted_at >= b.start::timestamptz and other.submitted_at < (b."end" + 1)::timestamptz)), false) as exceeded
  from procurement p
  join budget b on b.tenant_id = p.tenant_id and b.cost_center_id = p.cost_center_id and b.active
    and now()::date between b.start and b."end"
  where p.id = $1`;

const writeApproval = `
  with done as (
    update timeline_entry set status = 'approved', text_type = 'past', completed_at = now()
    where timeline_id = $2 and entry_no = (select current_entry_no from timeline where id = $2)
  ), next as (
    update timeline_entry set text_type = 'present'
    where timeline_id = $2 and entry_no = (select current_entry_no + 1 from timeline where id = $2)
  ), moved as (
    update timeline set current_entry_no = current_entry_no + 1, content_version = content_version + 1, changed_by_id = $3
    where id = $2
  )
  update procurement set status = 'approved', approved_netto = total_netto,
    approved_supplier_ids = array(select distinct supplier_id from procurement_line where procurement_id = $1 and supplier_id is not null)
  where id = $1`;
