import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../support/tenants.ts';
import { Office, type Person } from './people.ts';

let office: Office;
let creator: Person;
let person: Person;

beforeAll(async () => {
  office = await Office.open();
  [creator, person] = [await office.person(), await office.person()];
});
afterAll(() => office.close());

interface Listed {
  readonly supplier_ids: readonly string[];
  readonly assignee_ids: readonly string[];
  readonly waiting_since: Date | null;
  readonly content_version: number;
  readonly step: string | null;
  readonly step_kind: string | null;
  readonly step_user_id: string | null;
  readonly step_for_user_id: string | null;
}

async function addRequest(): Promise<Row> {
  const { id } = await office.add('timeline');
  return office.add('procurement', {
    timeline_id: id,
    creator_id: creator.id,
    status: 'draft',
    number: null,
  });
}

async function listed(document: Row): Promise<Listed> {
  const { rows } = await office.owner.query<Listed>(
    `select supplier_ids, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id
     from document where kind = 'procurement' and id = $1`,
    [document.id],
  );
  if (!rows[0]) throw new Error('the document is gone');
  return rows[0];
}

async function addStep(document: Row, values: Row): Promise<Row> {
  const link = { timeline_id: document.timeline_id, procurement_id: document.id };
  return office.add('timeline_entry', { ...link, lb_user_id: person.id, status: null, ...values });
}

const addLine = (document: Row, supplier: Row): Promise<Row> =>
  office.add('procurement_line', { procurement_id: document.id, supplier_id: supplier.id });

describe('OVW-05 filter and sort columns of lists follow the document', () => {
  test('the suppliers of its lines, without duplicates', async () => {
    const document = await addRequest();
    expect((await listed(document)).supplier_ids).toEqual([]);
    const [one, other] = [await office.add('supplier'), await office.add('supplier')];
    await addLine(document, one);
    await addLine(document, one);
    const line = await addLine(document, other);
    expect((await listed(document)).supplier_ids).toEqual([one.id, other.id]);
    await office.owner.query('delete from procurement_line where id = $1', [line.id]);
    expect((await listed(document)).supplier_ids).toEqual([one.id]);
  });

  test('OVW-10 assignee and waiting since: of the step in progress, not of later steps or comments', async () => {
    const document = await addRequest();
    await addStep(document, { text_type: 'future' });
    await addStep(document, { text_type: 'past', status: 'comment' });
    expect(await listed(document)).toMatchObject({ assignee_ids: [], waiting_since: null });
    const before = '2025-05-19T14:31:00Z';
    await addStep(document, {
      text_type: 'past',
      status: 'approved',
      completed_at: before,
      created_at: '2025-05-01T08:00:00Z',
    });
    const step = await addStep(document, { text_type: 'present', created_at: '2025-05-02T08:00:00Z' });
    expect(await listed(document)).toMatchObject({
      assignee_ids: [person.id],
      waiting_since: new Date(before),
    });
    await office.owner.query(
      "update timeline_entry set text_type = 'past', status = 'approved' where id = $1",
      [step.id],
    );
    expect(await listed(document)).toMatchObject({ assignee_ids: [], waiting_since: null });
  });

  test('OVW-10 the step in progress, the person stood in for, and the version for a decision', async () => {
    const document = await addRequest();
    const none = { step: null, step_kind: null, step_user_id: null, step_for_user_id: null };
    await addStep(document, { entry_no: '1', type: 'approval', text_type: 'present', status: 'comment' });
    expect(await listed(document)).toMatchObject(none);
    const inProgress = { entry_no: '2', type: 'approval', text_type: 'assignment', for_user_id: creator.id };
    const step = await addStep(document, inProgress);
    expect(await listed(document)).toMatchObject({
      step: 'approval',
      step_kind: 'assignment',
      step_user_id: person.id,
      step_for_user_id: creator.id,
    });
    await office.owner.query('update timeline set content_version = 7 where id = $1', [document.timeline_id]);
    expect(await listed(document)).toMatchObject({ content_version: 7, step: 'approval' });
    await office.owner.query('delete from timeline_entry where id = $1', [step.id]);
    expect(await listed(document)).toMatchObject({ content_version: 7, ...none });
  });

  test('PROC-35 owed on: the promised day, else that of the line, else that of the order', async () => {
    const document = await addRequest();
    const owed = async () =>
      (
        await office.owner.query<{ owed_on: string | null }>(
          "select owed_on::text from document where kind = 'procurement' and id = $1",
          [document.id],
        )
      ).rows[0]?.owed_on;
    const line = (values: Row) =>
      office.add('procurement_line', {
        procurement_id: document.id,
        kind: 'item',
        quantity: '2',
        quantity_received: '0',
        delivery_date: null,
        confirmed_delivery_date: null,
        ...values,
      });
    const change = (table: string, row: Row, set: string) =>
      office.owner.query(`update ${table} set ${set} where id = $1`, [row.id]);
    await change('procurement', document, `status = 'ordered', number = ${document.id}`);
    await change('procurement', document, "delivery_date = '2025-06-15'");
    expect(await owed()).toBeNull();
    await line({ kind: 'freight', confirmed_delivery_date: '2025-01-01' });
    expect(await owed()).toBeNull();
    const undated = await line({});
    expect(await owed()).toBe('2025-06-15');
    await change('procurement', document, "delivery_date = '2025-07-01'");
    expect(await owed()).toBe('2025-07-01');
    const asked = await line({ delivery_date: '2025-06-20' });
    expect(await owed()).toBe('2025-06-20');
    await change('procurement_line', asked, "confirmed_delivery_date = '2025-07-10'");
    expect(await owed()).toBe('2025-07-01');
    await change('procurement_line', undated, 'quantity_received = 2');
    expect(await owed()).toBe('2025-07-10');
    await change('procurement_line', asked, 'quantity_received = 1');
    expect(await owed()).toBe('2025-07-10');
    await office.owner.query('delete from procurement_line where id = $1', [asked.id]);
    expect(await owed()).toBeNull();
  });

  test('these updates write no audit', async () => {
    const document = await addRequest();
    const count = async () =>
      (
        await office.owner.query<{ count: string }>(
          "select count(*) from audit_log where \"table\" = 'procurement' and foreign_key = $1 and type = 'update'",
          [document.id],
        )
      ).rows[0]?.count;
    await addLine(document, await office.add('supplier'));
    await addStep(document, { text_type: 'present' });
    expect(await count()).toBe('0');
  });
});
