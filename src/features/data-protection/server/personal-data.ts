import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { minutes, seconds } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { type PeopleTable, pageRows, pageStatement, peopleTables } from './personal-tables.ts';

type Row = Readonly<Record<string, unknown>>;

/** Name of the person, and notes in the audit that the data was handed out. Refuses `not_found`. */
export async function beginReport(
  database: Database,
  context: Context,
  personId: number,
): Promise<{ readonly name: string; readonly company: string; readonly made_at: string }> {
  return await asWriter(database, context, async (tx) => {
    const begun = await tx.one<{ name: string; company: string; made_at: string }>(
      `select u.name, t.name as company, now() as made_at from lb_user u join tenant t on t.id = u.tenant_id
       where u.id = $1 and not u.is_group and not u.is_system`,
      [personId],
    );
    await tx.query("select app.note_audit('info', 'lb_user', null, $1, 'Art. 15, 20 GDPR')", [personId]);
    return begun;
  });
}

/**
 * Everything kept about a person as pieces of one JSON file, shaped as `PersonalData` (ARC-08). Pages are read in
 * transactions of their own, so that a long report holds nothing.
 */
export async function* personalData(
  database: Database,
  context: Context,
  person: { readonly id: number; readonly company: string; readonly made_at: string },
): AsyncGenerator<string> {
  const { id, company, made_at } = person;
  const tables = await asWriter(database, context, peopleTables);
  yield `${JSON.stringify({ company, made_at, person_id: id }, null, 1).slice(0, -2)},\n "tables": [`;
  let isFirst = true;
  for (const table of tables) {
    yield `${isFirst ? '' : ','}\n  {"table": ${JSON.stringify(table.name ?? table.table)}, "named_in": ${JSON.stringify(table.namedIn)}, "rows": [`;
    isFirst = false;
    let former: Row | null = null;
    do {
      const rows: readonly Row[] = await pageOf(database, context, { table, id, former });
      yield rows
        .map((row, at) => `${former === null && at === 0 ? '' : ','}\n   ${JSON.stringify(row)}`)
        .join('');
      former = rows.length < pageRows ? null : (rows.at(-1) ?? null);
    } while (former !== null);
    yield ']}';
  }
  yield '\n ]\n}\n';
}

async function pageOf(
  database: Database,
  context: Context,
  { table, id, former }: { readonly table: PeopleTable; readonly id: number; readonly former: Row | null },
): Promise<readonly Row[]> {
  return await asWriter(database, context, async (tx) => {
    // The audit has no index by person.
    tx.allow(minutes(2), seconds(100));
    const after = former === null ? null : JSON.stringify(former);
    const rows = await tx.query<{ row: Row }>(pageStatement(table), [id, after]);
    return rows.map(({ row }) => row);
  });
}
