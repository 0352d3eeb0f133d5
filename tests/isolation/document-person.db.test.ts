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

async function addRequest(values: Row = {}): Promise<Row> {
  const { id } = await office.add('timeline');
  return office.add('procurement', { timeline_id: id, creator_id: creator.id, ...values });
}

async function addStep(document: Row, values: Row): Promise<Row> {
  const link = { timeline_id: document.timeline_id, procurement_id: document.id };
  return office.add('timeline_entry', {
    ...link,
    lb_user_id: person.id,
    status: null,
    text_type: 'present',
    ...values,
  });
}

/** The person's relation to the document: `assignee`, `involved` or none. */
async function concern(
  document: Row,
  whom: Person = person,
  kind = 'procurement',
): Promise<string | undefined> {
  const { rows } = await office.owner.query<{ is_assignee: boolean }>(
    'select is_assignee from document_person where kind = $1 and document_id = $2 and lb_user_id = $3',
    [kind, document.id, whom.id],
  );
  return rows[0] && (rows[0].is_assignee ? 'assignee' : 'involved');
}

const set = (table: string, row: Row, change: string) =>
  office.owner.query(`update ${table} set ${change} where id = $1`, [row.id]);

describe('TECH-12 document_person follows the document', () => {
  test('the creator, also after a change', async () => {
    const document = await addRequest();
    expect(await concern(document, creator)).toBe('assignee');
    await set('procurement', document, `creator_id = ${person.id}`);
    expect(await concern(document, creator)).toBeUndefined();
    expect(await concern(document)).toBe('assignee');
  });

  test('the consignee, until replaced', async () => {
    const document = await addRequest({ consignee_id: person.id });
    expect(await concern(document)).toBe('involved');
    await set('procurement', document, 'consignee_id = null');
    expect(await concern(document)).toBeUndefined();
  });

  test('an assignee of a future, present or past step', async () => {
    const document = await addRequest();
    const step = await addStep(document, { text_type: 'future' });
    expect(await concern(document)).toBe('involved');
    await set('timeline_entry', step, "text_type = 'present'");
    expect(await concern(document)).toBe('assignee');
    await set('timeline_entry', step, "text_type = 'past', status = 'approved'");
    expect(await concern(document)).toBe('assignee');
  });

  test('an assignee whose step is reassigned or removed', async () => {
    const document = await addRequest();
    const step = await addStep(document, {});
    await set('timeline_entry', step, `lb_user_id = ${creator.id}`);
    expect(await concern(document)).toBeUndefined();
    const other = await addStep(document, { entry_no: '9999' });
    await office.owner.query('delete from timeline_entry where id = $1', [other.id]);
    expect(await concern(document)).toBeUndefined();
  });

  test('an assignee who is also consignee stays an assignee', async () => {
    const document = await addRequest({ consignee_id: person.id });
    await addStep(document, { text_type: 'past', status: 'approved' });
    expect(await concern(document)).toBe('assignee');
  });

  test('the sender of an order', async () => {
    const document = await addRequest();
    const order = await office.add('procurement_supplier_order', { procurement_id: document.id });
    expect(await concern(document)).toBeUndefined();
    await set('procurement_supplier_order', order, `sent_by_id = ${person.id}`);
    expect(await concern(document)).toBe('involved');
    await office.owner.query('delete from procurement_supplier_order where id = $1', [order.id]);
    expect(await concern(document)).toBeUndefined();
  });

  test('comments make no assignee', async () => {
    const document = await addRequest();
    await addStep(document, { text_type: 'past', status: 'comment' });
    expect(await concern(document)).toBeUndefined();
  });

  test('many documents in one statement', async () => {
    const documents = [await addRequest(), await addRequest(), await addRequest()];
    const ids = documents.map(({ id }) => id);
    await office.owner.query('update procurement set consignee_id = $1 where id = any ($2)', [
      person.id,
      ids,
    ]);
    for (const document of documents) expect(await concern(document)).toBe('involved');
  });

  test('a deleted document has no persons', async () => {
    const document = await addRequest();
    await addStep(document, {});
    await office.owner.query('delete from procurement where id = $1', [document.id]);
    expect(await concern(document)).toBeUndefined();
    expect(await concern(document, creator)).toBeUndefined();
  });

  test('ROLE-05 the person responsible for a contract, until replaced', async () => {
    const { id } = await office.add('timeline');
    const contract = await office.add('contract', {
      timeline_id: id,
      creator_id: creator.id,
      responsible_id: person.id,
    });
    expect(await concern(contract, person, 'contract')).toBe('involved');
    await set('contract', contract, 'responsible_id = null');
    expect(await concern(contract, person, 'contract')).toBeUndefined();
  });

  test.each(['invoice', 'contract'])('an %s works like a request', async (kind) => {
    const { id } = await office.add('timeline');
    const document = await office.add(kind, { timeline_id: id, creator_id: creator.id });
    expect(await concern(document, creator, kind)).toBe('assignee');
    await office.add('timeline_entry', {
      timeline_id: id,
      [`${kind}_id`]: document.id,
      lb_user_id: person.id,
      text_type: 'future',
    });
    expect(await concern(document, person, kind)).toBe('involved');
    await office.owner.query(`delete from ${kind} where id = $1`, [document.id]);
    expect(await concern(document, person, kind)).toBeUndefined();
  });
});
