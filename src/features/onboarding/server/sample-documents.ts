import { randomUUID } from 'node:crypto';
import { addDays, type Day } from '../../../base/day.ts';
import type { Command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import { readerRole } from '../../../platform/server/database/entrance.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { deliveredText } from '../delivered.ts';
import { type SampleInvoice, type SampleOrder, sampleInvoices, sampleOrders } from '../sample/documents.ts';
import { type SamplePaper, samplePaper } from '../sample/paper.ts';
import type { SampleWorld } from './sample.ts';

/** The commands that create documents, which is the only way to create them. */
export type DocumentCommands = readonly Command[];

/** Receives and reads a written invoice as the product does, and returns its id (ONB-09). */
export type ReceivePaper = (tx: Tx, context: Context) => Promise<number>;

/** Makes the sample documents. */
export interface SampleParts {
  readonly commands: DocumentCommands;
  /** Writes an invoice as a supplier does, outside of any transaction. */
  readonly write: (kind: SampleInvoice['paper'], paper: SamplePaper) => Promise<ReceivePaper>;
}

/** A sample invoice that is written and not yet received. */
export interface WrittenInvoice {
  readonly sample: SampleInvoice;
  readonly receive: ReceivePaper;
}

/** Writes the sample invoices, before the transaction that receives them. */
export async function writeSampleInvoices(
  { write }: SampleParts,
  { language }: Context,
  today: Day,
): Promise<readonly WrittenInvoice[]> {
  const written: WrittenInvoice[] = [];
  for (const sample of sampleInvoices)
    written.push({ sample, receive: await write(sample.paper, samplePaper(sample, language, today)) });
  return written;
}

const daysUntilDelivery = 14;

interface Writing {
  readonly commands: DocumentCommands;
  readonly tx: Tx;
  readonly context: Context;
  readonly world: SampleWorld;
}

/** Creates the sample documents of enabled modules by the usual commands (ONB-03, ONB-09). */
export async function makeSampleDocuments(
  tx: Tx,
  context: Context,
  { commands, written }: { readonly commands: DocumentCommands; readonly written: readonly WrittenInvoice[] },
  world: SampleWorld,
): Promise<void> {
  const writing: Writing = { tx, context, commands, world };
  const { orders, invoices } = await tx
    .as(readerRole(context))
    .one<Record<'orders' | 'invoices', boolean>>(
      "select app.is_on('procurement') as orders, app.is_on('invoice') as invoices",
    );
  if (orders) await makeAll(writing, 'procurement', sampleOrders, makeOrder);
  if (invoices) await makeAll(writing, 'invoice', written, makeInvoice);
}

async function makeAll<Sample>(
  writing: Writing,
  kind: 'procurement' | 'invoice',
  samples: readonly Sample[],
  make: (writing: Writing, sample: Sample) => Promise<number>,
): Promise<void> {
  const ids: number[] = [];
  for (const sample of samples) ids.push(await make(writing, sample));
  await writing.tx.as('writer').fixed('select app.keep_sample_documents($1, $2)', [kind, ids]);
}

/** Runs a command as the API does, and returns the id of the document. */
async function runCommand({ tx, context, commands }: Writing, name: string, input: object): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`unknown command ${name}`);
  const given = command.input.parse({ ...input, idempotency_key: randomUUID() });
  const key = await command.run(tx.as(readerRole(context)), context, given);
  return Number(key?.id);
}

async function makeOrder(writing: Writing, sample: SampleOrder): Promise<number> {
  const { tx, context, world } = writing;
  return await runCommand(writing, 'procurement_save', await orderInput(tx, context, world, sample));
}

/** Received and read like any other invoice; the administrator adds its posting. */
async function makeInvoice(writing: Writing, { sample, receive }: WrittenInvoice): Promise<number> {
  const { tx, context, world } = writing;
  const { name, supplier, company, department, costCenter, account } = sample;
  const id = await receive(tx, context);
  const { version } = await tx.as('writer').one<{ version: number }>(
    `select t.content_version as version from invoice i join timeline t on t.tenant_id = i.tenant_id and t.id = i.timeline_id
     where i.id = $1`,
    [id],
  );
  await runCommand(writing, 'invoice_save', {
    id,
    expected_version: version,
    head: {
      name: deliveredText(name, context.language),
      ...{ supplier_id: world.supplier(supplier), client_id: world.company(company) },
      ...{ department_id: world.department(department), cost_center_id: world.costCenter(costCenter) },
      ledger_account_id: world.account(account),
    },
  });
  return id;
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
      ...{ consignee_id: userId, delivery_date: addDays(world.today, daysUntilDelivery) },
      ...{ usage_type: 'usage_based', payment_timing: 'postpaid' },
    },
    lines: products.map(({ id, name: description, quantity, ...columns }) => ({
      ...columns,
      ...{ product_id: id, description, quantity },
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
