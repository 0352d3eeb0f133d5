import type { Tx } from '../../../platform/server/database.ts';
import { type KeptSample, keptReason, type SampleRemoval, sampleTables } from '../model.ts';

interface Kept extends Pick<KeptSample, 'table' | 'id'> {
  readonly used_by: string;
}

/**
 * Removes the sample data (ONB-03). Records referenced by own ones are kept, with the reason, and may be removed
 * later.
 */
export async function removeSample(tx: Tx): Promise<SampleRemoval> {
  const writer = tx.as('writer');
  await writer.fixed('select from onboarding for update');
  const { removed, kept } = await writer.one<{ removed: number; kept: readonly Kept[] }>(
    'select removed, kept from app.remove_sample()',
  );
  const names = await namesOf(writer, kept);
  return {
    removed,
    kept: kept
      .toSorted((a, b) => sampleTables.indexOf(a.table) - sampleTables.indexOf(b.table) || a.id - b.id)
      .map(({ table, id, used_by }) => ({
        ...{ table, id, name: names.get(`${table} ${id}`) ?? '' },
        reason: keptReason(table, used_by),
      })),
  };
}

async function namesOf(writer: Tx, kept: readonly Kept[]): Promise<ReadonlyMap<string, string>> {
  const tables = sampleTables.filter((table) => kept.some((each) => each.table === table));
  if (tables.length === 0) return new Map();
  const selects = tables.map(
    (table) =>
      `select '${table} ' || id as key, name from "${table}" where id in (
         select record_id from sample_record where table_name = '${table}')`,
  );
  const rows = await writer.query<{ key: string; name: string }>(selects.join(' union all '));
  return new Map(rows.map(({ key, name }) => [key, name]));
}
