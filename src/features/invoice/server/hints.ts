import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { KeptHint, Lesson, SupplierHints } from '../../recognition/hint.ts';

/** Hints kept per field and supplier; the newest win. */
const maxOfField = 3;
/** Misses in a row after which a hint is deleted. */
const maxMisses = 2;
/** Hints passed to a reading, of the most recently corrected suppliers. */
const maxHints = 5000;

const columns = 'field, anchor, relation, page, shape, slash_order as "slashOrder", against';

/** The learnt hints of active suppliers. */
export async function taughtHints(tx: Tx): Promise<readonly SupplierHints[]> {
  const rows = await tx.fixed<KeptHint & Omit<SupplierHints, 'hints'> & { readonly supplier_id: number }>(
    `select h.supplier_id, s.name, s.vat_number as "vatId", s.iban, h.id, ${columns}
     from supplier_hint h join supplier s on s.tenant_id = h.tenant_id and s.id = h.supplier_id
     where s.active order by h.id desc limit ${maxHints}`,
  );
  return [...Map.groupBy(rows, ({ supplier_id }) => supplier_id).values()].flatMap((hints) => {
    const [first] = hints;
    return first ? [{ name: first.name, vatId: first.vatId, iban: first.iban, hints }] : [];
  });
}

/** The hints of one supplier, newest first. */
export async function hintsOfSupplier(tx: Tx, supplierId: number): Promise<readonly KeptHint[]> {
  return await tx.fixed<KeptHint>(
    `select id, ${columns} from supplier_hint where supplier_id = $1 order by id desc`,
    [supplierId],
  );
}

/** The source of a lesson. */
export interface Taught {
  readonly supplierId: number;
  readonly invoiceId: number;
}

/** Stores the learnt hints and deletes those that misled too often. */
export async function keepLesson(
  tx: Tx,
  context: Context,
  { supplierId, invoiceId }: Taught,
  { learnt, right, wrong }: Lesson,
): Promise<void> {
  const known = 'supplier_id = $1 and id = any ($2::bigint[])';
  await tx.fixed(`update supplier_hint set misses = 0 where ${known}`, [supplierId, right]);
  await tx.fixed(`update supplier_hint set misses = misses + 1 where ${known}`, [supplierId, wrong]);
  await tx.fixed('delete from supplier_hint where supplier_id = $1 and misses >= $2', [
    supplierId,
    maxMisses,
  ]);
  for (const hint of learnt) {
    const { field, anchor, relation, page, shape, slashOrder, against } = hint;
    await tx.fixed(
      `insert into supplier_hint (tenant_id, supplier_id, field, anchor, relation, page, shape, slash_order, against,
         source_invoice_id, taught_by_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        ...[context.tenantId, supplierId, field, anchor, relation, page, shape, slashOrder, against],
        ...[invoiceId, context.userId],
      ],
    );
  }
  await tx.fixed(
    `delete from supplier_hint h where supplier_id = $1 and
       (select count(*) from supplier_hint n where n.supplier_id = $1 and n.field = h.field and n.id > h.id) >= $2`,
    [supplierId, maxOfField],
  );
}
