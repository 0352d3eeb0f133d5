import pg from 'pg';
import { type FieldProblem, Refused, refuse } from '../../../base/refusal.ts';
import { draftProblems } from '../../../entity/draft.ts';
import { type Children, entity, type Row } from '../../../entity/entity.ts';
import { normalRow } from '../../../entity/problems.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { mandateKey } from '../../configuration/mandate-rules.ts';
import type { ChildRow } from '../model.ts';

/** Problems of the rows, as a form reports them. */
export function childProblems(
  name: string,
  declared: Children,
  rows: readonly ChildRow[],
): readonly FieldProblem[] {
  const record = entity(
    declared.table,
    {},
    { route: '', label: [], list: [], tabs: [], children: { [name]: declared } },
  );
  const drafts = rows.map((row, place) => ({
    key: String(place),
    id: row.id,
    stamp: null,
    values: normalRow(declared.fields, row.values),
  }));
  return draftProblems(record, { values: {}, children: { [name]: drafts }, links: {} });
}

/**
 * Replaces the rows of a table: omitted ones are deleted, those with an id updated, others inserted.
 * @param scope columns shared by all rows, such as the tenant; the names must come from the code
 */
export async function writeChildren(
  tx: Tx,
  declared: Children,
  scope: Readonly<Record<string, number>>,
  rows: readonly ChildRow[],
): Promise<void> {
  const names = Object.keys(declared.fields);
  const owners = Object.entries(scope);
  const ofScope = owners.map(([name], place) => `${name} = $${place + 1}`);
  const values = owners.map(([, id]) => id);
  const where = (...more: readonly string[]) => [...ofScope, ...more].join(' and ');
  const kept = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  await tx.query(`delete from ${declared.table} where ${where(`id <> all ($${values.length + 1})`)}`, [
    ...values,
    kept,
  ]);
  for (const row of rows) {
    const given = valuesOf(names, normalRow(declared.fields, row.values));
    if (row.id === null) {
      const columns = [...owners.map(([name]) => name), ...names.map(quoted)];
      const places = columns.map((_, place) => `$${place + 1}`);
      await tx.query(`insert into ${declared.table} (${columns.join(', ')}) values (${places.join(', ')})`, [
        ...values,
        ...given,
      ]);
      continue;
    }
    const sets = names.map((name, place) => `${quoted(name)} = $${values.length + 2 + place}`);
    const changed = await tx.query(
      `update ${declared.table} set ${sets.join(', ')} where ${where(`id = $${values.length + 1}`)} returning id`,
      [...values, row.id, ...given],
    );
    if (changed.length === 0) throw new Refused(refuse('record_changed'));
  }
}

function valuesOf(names: readonly string[], row: Row) {
  return names.map((name) => row[name] ?? null);
}

/** Some names, such as `group`, are SQL keywords. */
function quoted(name: string): string {
  return `"${name}"`;
}

/** Turns a unique violation, from concurrent saves or swapped values, into a refusal. */
export async function orRepeated<T>(field: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error;
    const repeated = error.constraint === mandateKey ? 'sepa_mandate_reference' : field;
    throw new Refused(
      refuse('validation_failed', { problems: [{ field: repeated, code: 'unique_violation' }] }),
    );
  }
}
