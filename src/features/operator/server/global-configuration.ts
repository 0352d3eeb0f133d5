import { Refused, refuse } from '../../../base/refusal.ts';
import type { Row } from '../../../entity/entity.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { globalValues } from '../global-configuration.ts';
import type { ChildRow, GlobalAnswer } from '../model.ts';
import { childProblems, orRepeated, writeChildren } from './children.ts';

/** All values of the installation (DATA-02), with a stamp that changes with them. */
export async function readGlobalConfiguration(tx: Tx): Promise<GlobalAnswer> {
  const rows = await tx.fixed<Row & { readonly id: number }>(
    'select id, key, label, "group", type, value from global_configuration order by "group" nulls first, key',
  );
  return { stamp: await stampOf(tx), rows: rows.map(({ id, ...values }) => ({ id, values })) };
}

/** Saves all values (OP-12). Refuses `record_changed` if they were saved since they were read. */
export async function saveGlobalConfiguration(
  tx: Tx,
  { stamp, rows }: { readonly stamp: string; readonly rows: readonly ChildRow[] },
): Promise<void> {
  const names = Object.keys(globalValues.fields);
  const isText = rows.every(({ values }) =>
    Object.entries(values).every(
      ([name, value]) => names.includes(name) && (value === null || typeof value === 'string'),
    ),
  );
  if (!isText) throw new Refused(refuse('malformed_request'));
  const problems = childProblems('values', globalValues, rows);
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
  await tx.query('lock table global_configuration in share row exclusive mode');
  if ((await stampOf(tx)) !== stamp) throw new Refused(refuse('record_changed'));
  await orRepeated('key', writeChildren(tx, globalValues, {}, rows));
}

async function stampOf(tx: Tx): Promise<string> {
  const { stamp } = await tx.one<{ stamp: string }>(
    "select md5(coalesce(string_agg(g::text, ',' order by id), '')) as stamp from global_configuration g",
  );
  return stamp;
}
