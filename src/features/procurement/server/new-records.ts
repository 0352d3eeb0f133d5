import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import { readerRole } from '../../../platform/server/database/entrance.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { coupledPrice } from '../editing.ts';
import { type NewRecordLine, newRecordProblems } from '../new-records.ts';
import type { SaveInput } from './input.ts';

type LineInput = NonNullable<SaveInput['lines']>[number];

/** Product prices have this many decimals. */
const priceDecimals = 4;

/**
 * Adds the new suppliers and products of the lines (PROC-08) and returns the lines with their ids. A visible supplier
 * with the same name is reused. Runs as writer.
 */
export async function addNewRecords(
  tx: Tx,
  context: Context,
  lines: readonly LineInput[],
): Promise<readonly LineInput[]> {
  const wanted = lines.map(newRecordLine);
  const problems = newRecordProblems(context, wanted);
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
  // The first spelling of a name wins.
  const named = wanted.flatMap(({ new_supplier: name }) => name ?? []).toReversed();
  const names = new Map(named.map((name) => [keyOf(name), name]));
  const suppliers = await supplierIds(tx, context, [...names.values()]);
  const added: LineInput[] = [];
  for (const line of lines) {
    const { new_supplier: typed, save_to_catalogue: isProduct, ...rest } = line;
    const name = nameOf(typed);
    const supplied = name === null ? rest : { ...rest, supplier_id: suppliers.get(keyOf(name)) };
    added.push(
      isProduct ? { ...supplied, product_id: await insertProduct(tx, context, supplied) } : supplied,
    );
  }
  return added;
}

function newRecordLine(line: LineInput): NewRecordLine {
  return {
    description: line.description ?? null,
    kind: line.kind ?? 'item',
    supplier_id: line.supplier_id ?? null,
    product_id: line.product_id ?? null,
    new_supplier: nameOf(line.new_supplier),
    save_to_catalogue: line.save_to_catalogue ?? false,
  };
}

function nameOf(typed: string | null | undefined): string | null {
  return typed?.trim() || null;
}

/** Supplier names are compared without case. */
function keyOf(name: string): string {
  return name.toLowerCase();
}

async function supplierIds(
  tx: Tx,
  context: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const known = await tx
    .as(readerRole(context))
    .fixed<{ id: number; name: string }>(
      'select id, name from supplier where active and lower(name) = any ($1) order by id desc',
      [names.map(keyOf)],
    );
  const ids = new Map(known.map(({ id, name }) => [keyOf(name), id]));
  for (const name of names.filter((one) => !ids.has(keyOf(one)))) {
    const { id } = await tx.one<{ id: number }>(
      "insert into supplier (tenant_id, name, state) values ($1, $2, 'provisional') returning id",
      [context.tenantId, name],
    );
    ids.set(keyOf(name), id);
  }
  return ids;
}

/** People without `user-price` add products without price (ROLE-07). */
async function insertProduct(tx: Tx, context: Context, line: LineInput): Promise<number> {
  const price = hasRole(context, 'user-price')
    ? coupledPrice(
        {
          price_mode: line.price_mode ?? 'net',
          price_netto: line.price_netto ?? null,
          price_brutto: line.price_brutto ?? null,
          tax: line.tax ?? null,
        },
        priceDecimals,
      )
    : { price_netto: null, price_brutto: null };
  const { id } = await tx.one<{ id: number }>(
    `insert into product (tenant_id, name, item_number, product_group_id, supplier_id, tax, price_netto, price_brutto,
       price_unit, unit, image_url, webshop_url, offer_number, offer_date)
     values ($1, $2, $3, $4, $5, coalesce($6, 19), $7, $8, coalesce($9, 1), $10, $11, $12, $13, $14) returning id`,
    [
      context.tenantId,
      line.description,
      line.item_number,
      line.product_group_id,
      line.supplier_id,
      line.tax,
      price.price_netto,
      price.price_brutto,
      line.price_unit,
      line.unit,
      line.image_url,
      line.webshop_url,
      line.offer_number,
      line.offer_date,
    ],
  );
  return id;
}
