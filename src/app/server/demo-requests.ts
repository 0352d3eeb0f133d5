import { addDays, dayOfInstant } from '../../base/day.ts';
import { procurementCommands } from '../../features/procurement/server/commands.ts';
import type { DemoRequest, DemoStep } from './demo/requests.ts';
import { type DemoContext, runCommand, versionOf } from './demo-context.ts';
import { type KindOfPast, type MovedDocument, moveBack } from './demo-past.ts';

/** Days from the order to the wished delivery. */
const deliveryDays = 14;

/**
 * Runs the requests through the product's own commands, each as the right person, so that timelines, numbers and
 * audit rows are genuine; then backdates them. Everything happens in the caller's transaction.
 */
export async function createRequests(demo: DemoContext, requests: readonly DemoRequest[]): Promise<void> {
  const made: MovedDocument[] = [];
  for (const request of requests) {
    const id = await createDraft(demo, request);
    for (const step of request.steps) await takeStep(demo, id, step);
    made.push({ id, daysAgo: request.daysAgo });
  }
  await moveBack(demo, past, made);
}

async function createDraft(demo: DemoContext, request: DemoRequest): Promise<number> {
  const { client, tenantId, timeZone } = demo;
  const { rows: products } = await client.query<{ item_number: string }>(
    `select id::int, item_number, name, unit, price_netto::text, price_unit::text, tax::text,
            supplier_id::int, product_group_id::int
     from product where tenant_id = $1 and item_number = any ($2)`,
    [tenantId, request.lines.map((line) => line.item)],
  );
  const {
    rows: [place],
  } = await client.query<{ client_id: number; delivery_address_id: number; billing_address_text: string }>(
    `select c.id::int as client_id, a.id::int as delivery_address_id,
            concat_ws(E'\\n', c.billing_name, c.billing_address, c.billing_zipcode || ' ' || c.billing_city) as billing_address_text
     from lb_user u
     join client c on c.tenant_id = u.tenant_id and c.id = u.client_id
     join client_address a on a.tenant_id = c.tenant_id and a.client_id = c.id and a.is_default
     where u.tenant_id = $1 and u.id = $2`,
    [tenantId, demo.person(request.by)],
  );
  return runCommand(procurementCommands, demo, request.by, 'procurement_save', {
    head: {
      ...place,
      name: request.name,
      notes: request.notes,
      department_id: demo.department(request.department),
      cost_center_id: demo.costCenter(request.cost_center),
      ledger_account_id: demo.account(request.account),
      consignee_id: demo.person('receiver'),
      delivery_date: addDays(dayOfInstant(new Date(), timeZone), deliveryDays),
      usage_type: 'usage_based',
      payment_timing: 'postpaid',
    },
    lines: request.lines.map(({ item, description, quantity }) => {
      const found = products.find((product) => product.item_number === item);
      return found ? catalogueLine(found, quantity) : { description, quantity, unit: 'Stück', tax: '19' };
    }),
  });
}

function catalogueLine(product: object, quantity: string): object {
  const { id, name, ...columns } = product as { id: number; name: string };
  return { ...columns, product_id: id, description: name, quantity };
}

async function takeStep(demo: DemoContext, id: number, step: DemoStep): Promise<void> {
  const version = await versionOf(demo, 'procurement', id);
  await runCommand(procurementCommands, demo, step.by, `procurement_${step.action}`, {
    id,
    ...(step.action === 'comment' ? {} : { expected_version: version }),
    comment: step.comment,
    ...(step.supplier === undefined ? {} : { supplier_id: demo.supplier(step.supplier) }),
    ...(step.received === undefined ? {} : { receipts: await receipts(demo, id, step.received) }),
  });
}

async function receipts({ client, tenantId }: DemoContext, id: number, received: readonly string[]) {
  const { rows } = await client.query<{ id: number }>(
    'select id::int from procurement_line where tenant_id = $1 and procurement_id = $2 order by sort_no, id',
    [tenantId, id],
  );
  return rows.map((line, place) => ({ procurement_line_id: line.id, quantity: received[place] }));
}

/** The dates of a request that are moved back with it. */
const past: KindOfPast = {
  kind: 'procurement',
  related: {
    receipts: `
      update goods_receipt set received_at = (select max(at) from entry where type = 'product-received')
      where tenant_id = $1 and procurement_id = $2`,
    orders: `
      update procurement_supplier_order set sent_at = (select max(at) from entry where type = 'order-sent-internal')
      where tenant_id = $1 and procurement_id = $2`,
    letters: `
      update procurement_order_letter set created_at = span.last, settled_at = span.last,
        content = jsonb_set(content, '{head,delivery_date}', to_jsonb((content #>> '{head,delivery_date}')::date - $3::int))
      from span where tenant_id = $1 and procurement_id = $2 and content #>> '{head,delivery_date}' is not null`,
  },
  head: 'submitted_at = span.first, delivery_date = delivery_date - $3::int',
  maxDays: null,
};
