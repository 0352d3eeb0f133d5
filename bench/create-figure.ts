import { randomUUID } from 'node:crypto';
import type { Tx } from '../src/platform/server/database.ts';
import { type Figure, scattered } from './figure.ts';
import { type Fixture, perTenant } from './fixture.ts';

export const createMutation = `mutation ($key: uuid!, $head: procurement_save_head_input, $lines: [procurement_save_lines_input!]) {
  procurement_save(idempotency_key: $key, head: $head, lines: $lines) { id }
}`;

/** A typical draft: head and three lines. */
export function createVariables(fixture: Fixture, turn: number): Readonly<Record<string, unknown>> {
  const { head, lines } = draftOf(fixture, turn);
  return { key: randomUUID(), head, lines };
}

function draftOf({ tenant: { number } }: Fixture, turn: number) {
  const one = (kind: keyof typeof perKind): number =>
    (number - 1) * perKind[kind] + 1 + scattered(turn, perKind[kind]);
  return {
    head: {
      name: `Werkstattbedarf ${turn}`,
      client_id: one('client'),
      department_id: one('department'),
      cost_center_id: one('cost_center'),
      delivery_date: '2030-01-31',
      notes: 'Anlieferung bitte an Tor 3',
    },
    lines: [12.5, 99, 1450.2].map((price_netto, place) => ({
      description: `Messuhr Größe ${place + 1}`,
      quantity: 2 + place,
      unit: 'Stück',
      price_netto,
      tax: 19,
      supplier_id: one('supplier'),
    })),
  };
}

/** The number of records per kind and tenant: see `data/00-words.sql`. */
const perKind = { client: 3, department: perTenant.department, cost_center: 40, supplier: 80 } as const;

export const createFigure: Figure = {
  name: 'create',
  title: 'command save: a new request with three lines, its number, timeline and audit',
  person: ({ people }) => people.buyer,
  sides: async (fixture) => ({
    product: async (turn) => {
      const body = await fixture.ask(fixture.people.buyer, createMutation, createVariables(fixture, turn));
      if (!body.startsWith('{"data":{"procurement_save":{"id":'))
        throw new Error(`creating answered ${body.slice(0, 1000)}`);
      return body;
    },
    hand: (turn) => createByHand(fixture, turn),
  }),
};

/** The minimal SQL that writes the same rows; triggers do the same work. */
async function createByHand(fixture: Fixture, turn: number): Promise<string> {
  const { head, lines } = draftOf(fixture, turn);
  const { buyer } = fixture.people;
  const key = randomUUID();
  return fixture.database.inTenant(buyer, async (tx: Tx) => {
    const writer = tx.as('writer');
    writer.send(
      `insert into command_log (tenant_id, lb_user_id, idempotency_key, command, input_hash)
       values ($1, $2, $3::uuid, 'procurement_save', decode(md5($3::uuid::text), 'hex'))`,
      [buyer.tenantId, buyer.userId, key],
    );
    const made = await writer.one<{ id: number; timeline_id: number }>(insertHead, [
      buyer.tenantId,
      buyer.userId,
      ...Object.values(head),
    ]);
    writer.send(insertLines, [
      buyer.tenantId,
      made.id,
      JSON.stringify(lines.map((line, place) => ({ ...line, place }))),
    ]);
    writer.send(
      `insert into timeline_entry (tenant_id, timeline_id, procurement_id, entry_no, type, text_type, lb_user_id, created_by_id)
       values ($1, $2, $3, 0, 'start', 'present', $4, $4)`,
      [buyer.tenantId, made.timeline_id, made.id, buyer.userId],
    );
    writer.send(
      `insert into transaction (tenant_id, transaction_key, mutation, variables, response, lb_user_id)
       values ($1, $2, 'procurement_save', $3, json_build_object('id', $4::bigint), $5)`,
      [buyer.tenantId, key, JSON.stringify({ head, lines }), made.id, buyer.userId],
    );
    const { body } = await tx.one<{ body: string }>(
      `select json_build_object('data', json_build_object('procurement_save', json_build_object('id', id)))::text as body
       from procurement where id = $1`,
      [made.id],
    );
    return body.replaceAll(' ', '');
  });
}

const insertHead = `
  with counted as (
    update number_counter set last = last + 1 where tenant_id = $1 and abbreviation = 'DR' returning last
  ), timeline as (
    insert into timeline (tenant_id, changed_by_id) values ($1, $2) returning id
  )
  insert into procurement (tenant_id, timeline_id, creator_id, name, client_id, department_id, cost_center_id,
      delivery_date, notes, draft_number, total_netto, total_tax, total_brutto)
    select $1, timeline.id, $2, $3, $4, $5, $6, $7::date, $8, counted.last, 6122.8, 1163.33, 7286.13
    from counted, timeline returning id, timeline_id`;

const insertLines = `
  insert into procurement_line (tenant_id, procurement_id, sort_no, description, quantity, unit, price_netto, tax,
      supplier_id, total_netto, total_brutto)
    select $1, $2, place, description, quantity, unit, price_netto, tax, supplier_id,
      round(quantity * price_netto, 2), round(quantity * price_netto * 1.19, 2)
    from json_to_recordset($3) as line (place int, description text, quantity numeric, unit text, price_netto numeric,
      tax numeric, supplier_id bigint)`;
