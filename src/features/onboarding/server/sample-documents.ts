import { randomUUID } from 'node:crypto';
import { addDays } from '../../../base/day.ts';
import type { Command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import { readerRole } from '../../../platform/server/database/entrance.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { deliveredText } from '../delivered.ts';
import { type SampleInvoice, type SampleOrder, sampleInvoices, sampleOrders } from '../sample/documents.ts';
import type { SampleWorld } from './sample.ts';

/** The commands that create documents, which is the only way to create them. */
export type DocumentCommands = readonly Command[];

/** Days until delivery, and until payment. */
const days = { delivery: 14, payment: 30 };

interface Writing {
  readonly tx: Tx;
  readonly context: Context;
  readonly commands: DocumentCommands;
  readonly world: SampleWorld;
}

/** Creates the sample documents of enabled modules by the usual commands (ONB-03). */
export async function makeSampleDocuments(
  tx: Tx,
  context: Context,
  commands: DocumentCommands,
  world: SampleWorld,
): Promise<void> {
  const writing: Writing = { tx, context, commands, world };
  const { orders, invoices } = await tx
    .as(readerRole(context))
    .one<Record<'orders' | 'invoices', boolean>>(
      "select app.is_on('procurement') as orders, app.is_on('invoice') as invoices",
    );
  if (orders) await makeAll(writing, 'procurement', sampleOrders, orderInput);
  if (invoices) await makeAll(writing, 'invoice', sampleInvoices, invoiceInput);
}

async function makeAll<Sample>(
  { tx, context, commands, world }: Writing,
  kind: 'procurement' | 'invoice',
  samples: readonly Sample[],
  inputOf: (tx: Tx, context: Context, world: SampleWorld, sample: Sample) => Promise<object>,
): Promise<void> {
  const command = commands.find(({ name }) => name === `${kind}_save`);
  if (!command) throw new Error(`unknown command ${kind}_save`);
  const ids: number[] = [];
  for (const sample of samples) {
    const input = await inputOf(tx, context, world, sample);
    const key = await command.run(
      tx.as(readerRole(context)),
      context,
      command.input.parse({ ...input, idempotency_key: randomUUID() }),
    );
    ids.push(Number(key?.id));
  }
  await tx.as('writer').fixed('select app.keep_sample_documents($1, $2)', [kind, ids]);
}

async function orderInput(
  tx: Tx,
  { userId, language }: Context,
  world: SampleWorld,
  { name, items, company, department, costCenter, account }: SampleOrder,
): Promise<object> {
  const place = await tx.as('writer').one<{ delivery_address_id: number; billing_address_text: string }>(
    `select a.id as delivery_address_id,
       concat_ws(E'\\n', c.billing_name, c.billing_address, c.billing_zipcode || ' ' || c.billing_city) as billing_address_text
     from client c join client_address a on a.client_id = c.id and a.is_default
     where c.id = $1`,
    [world.company(company)],
  );
  const products = await productsOf(tx, world, items);
  return {
    head: {
      ...place,
      name: deliveredText(name, language),
      ...{ client_id: world.company(company), department_id: world.department(department) },
      ...{ cost_center_id: world.costCenter(costCenter), ledger_account_id: world.account(account) },
      ...{ consignee_id: userId, delivery_date: addDays(world.today, days.delivery) },
      ...{ usage_type: 'usage_based', payment_timing: 'postpaid' },
    },
    lines: products.map(({ id, name: description, quantity, ...columns }) => ({
      ...columns,
      ...{ product_id: id, description, quantity },
    })),
  };
}

async function invoiceInput(
  tx: Tx,
  { language }: Context,
  world: SampleWorld,
  sample: SampleInvoice,
): Promise<object> {
  const { name, printed, supplier, daysAgo, items, company, department, costCenter, account } = sample;
  const products = await productsOf(tx, world, items);
  const date = addDays(world.today, -daysAgo);
  return {
    head: {
      ...{ name: deliveredText(name, language), number_printed: printed },
      ...{ supplier_id: world.supplier(supplier), client_id: world.company(company) },
      ...{ department_id: world.department(department), cost_center_id: world.costCenter(costCenter) },
      ledger_account_id: world.account(account),
      ...{ invoice_date: date, delivery_date: date, due_date: addDays(date, days.payment) },
    },
    lines: products.map(({ name: description, item_number, quantity, price_netto, tax }) => ({
      ...{ description, item_number, quantity, unit_net_price: price_netto, tax_percentage: tax },
    })),
  };
}

interface Product {
  readonly id: number;
  readonly item_number: string;
  readonly name: string;
  readonly unit: string;
  readonly price_netto: string;
  readonly tax: string;
  readonly supplier_id: number;
  readonly product_group_id: number;
}

/** Products of a document with quantities, in order. */
async function productsOf(
  tx: Tx,
  world: SampleWorld,
  items: Readonly<Record<string, string>>,
): Promise<readonly (Product & { readonly quantity: string })[]> {
  const ids = Object.keys(items).map((item) => world.product(item));
  const products = await tx.as('writer').fixed<Product>(
    `select id, item_number, name, unit, price_netto::text, tax::text, supplier_id, product_group_id
     from product where id = any ($1::bigint[]) order by array_position($1::bigint[], id)`,
    [ids],
  );
  return products.map((product) => ({ ...product, quantity: items[product.item_number] ?? '1' }));
}
