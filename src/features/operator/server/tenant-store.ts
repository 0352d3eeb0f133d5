import type { Day } from '../../../base/day.ts';
import { type FieldProblem, Refused, refuse } from '../../../base/refusal.ts';
import type { Row } from '../../../entity/entity.ts';
import type { Fields } from '../../../entity/field.ts';
import { fieldProblems, normalRow } from '../../../entity/problems.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { TenantStatus } from '../../../platform/tenant-status.ts';
import { bankProblems } from '../../configuration/mandate-rules.ts';
import { refuseDeleting } from '../../deletion/server/store.ts';
import type { ChildRow, TenantAnswer, TenantSave } from '../model.ts';
import {
  childNames,
  newTenant,
  type TenantChildren,
  tenantChildren,
  tenantColumns,
  tenantFields,
} from '../tenant.ts';
import { childProblems, orRepeated, writeChildren } from './children.ts';

type Stored = Row & Omit<TenantAnswer, 'values' | 'children'>;

/** A tenant with all data that operators edit (DATA-03 to DATA-09). Refuses `not_found`. */
export async function readTenant(tx: Tx, id: number): Promise<TenantAnswer> {
  const row = await tx.one<Stored>(
    `select id, updated_at, status, created_at, archived_at, restored_at, ${tenantColumns.join(', ')}
     from tenant where id = $1`,
    [id],
  );
  const [additional_items, tiered_prices] = await Promise.all(
    childNames.map((name) => readChildren(tx, id, name)),
  );
  const { updated_at, status, created_at, archived_at, restored_at } = row;
  return {
    id,
    updated_at,
    status,
    created_at,
    archived_at,
    restored_at,
    values: Object.fromEntries(tenantColumns.map((name) => [name, row[name] ?? null])),
    children: { additional_items: additional_items ?? [], tiered_prices: tiered_prices ?? [] },
  };
}

async function readChildren(tx: Tx, tenantId: number, name: TenantChildren): Promise<readonly ChildRow[]> {
  const { table, fields, order } = tenantChildren[name];
  const rows = await tx.query<Row & { readonly id: number }>(
    `select id, ${Object.keys(fields).join(', ')} from ${table} where tenant_id = $1 order by ${order.join(', ')}, id`,
    [tenantId],
  );
  return rows.map(({ id, ...values }) => ({ id, values }));
}

/** Creates a tenant and invites its first administrator (OP-01). Returns its id. */
export async function foundTenant(tx: Tx, save: TenantSave): Promise<number> {
  const given = valuesIn(newTenant.fields, save);
  const row: Row = { ...initialValues(), ...given };
  refuseProblems([...fieldProblems(newTenant.fields, row), ...problemsOfChildren(save)]);
  refuseProblems(bankProblems(null, row, await today(tx)));
  await refuseKnownName(tx, String(row.name), null);
  const columns = tenantColumns.filter((name) => (row[name] ?? null) !== null);
  const founding = tx.query<{ id: number }>(
    `insert into tenant (${columns.join(', ')}) values (${columns.map((_, place) => `$${place + 1}`).join(', ')})
     returning id`,
    columns.map((name) => row[name]),
  );
  const [founded] = await orRepeated('name', founding);
  const id = founded?.id ?? 0;
  await writeAllChildren(tx, id, save);
  await tx.one('select app.found_administrator($1, $2, $3, $4) as id', [
    id,
    row.admin_name,
    row.admin_email,
    row.main_language,
  ]);
  return id;
}

/** Changes a tenant (OP-01). Refuses `record_changed` if it was changed since it was read. */
export async function saveTenant(tx: Tx, id: number, save: TenantSave): Promise<void> {
  const changed = valuesIn(tenantFields, save);
  // The table lock must come before the row lock.
  if (typeof changed.name === 'string') await refuseKnownName(tx, changed.name, id);
  await refuseDeleting(tx, id);
  const before = await tx.one<Row & { readonly updated_at: string }>(
    `select updated_at, ${tenantColumns.join(', ')} from tenant where id = $1 for no key update`,
    [id],
  );
  if (before.updated_at !== save.stamp) throw new Refused(refuse('record_changed'));
  // A field that was empty before it became required may stay empty until it is edited.
  const after = { ...before, ...changed };
  const problems = fieldProblems(tenantFields, after).filter(({ field }) => field in changed);
  refuseProblems([...problems, ...problemsOfChildren(save)]);
  refuseProblems(bankProblems(before, after, await today(tx)));
  const names = Object.keys(changed);
  const sets = names.map((name, place) => `${name} = $${place + 2}`);
  // Update also if only its children change, so that its stamp changes.
  const saving = tx.query(
    `update tenant set ${sets.length > 0 ? sets.join(', ') : 'name = name'} where id = $1`,
    [id, ...Object.values(changed)],
  );
  await orRepeated('name', saving);
  await writeAllChildren(tx, id, save);
}

const moves = {
  archive: { from: 'active', to: 'archived', stamp: 'archived_at' },
  restore: { from: 'archived', to: 'active', stamp: 'restored_at' },
} as const;

/**
 * Archives or restores a tenant; repeating it changes nothing (API-37, OP-02). Refuses `permission_denied` for the
 * operator's own tenant, and `deletion_running` during a permanent deletion.
 */
export async function moveTenant(
  tx: Tx,
  context: Context,
  id: number,
  move: keyof typeof moves,
): Promise<{ readonly id: number; readonly status: TenantStatus }> {
  if (id === context.tenantId) throw new Refused(refuse('permission_denied'));
  await refuseDeleting(tx, id);
  const { from, to, stamp } = moves[move];
  await tx.query(`update tenant set status = $2, ${stamp} = now() where id = $1 and status = $3`, [
    id,
    to,
    from,
  ]);
  return await tx.one<{ id: number; status: TenantStatus }>('select id, status from tenant where id = $1', [
    id,
  ]);
}

/**
 * Refuses a name that equals or resembles another one, ignoring case (VAL-40), since hosts and logins name tenants.
 * The lock prevents concurrent use of the name.
 */
async function refuseKnownName(tx: Tx, name: string, own: number | null): Promise<void> {
  await tx.query('lock table tenant in share row exclusive mode');
  const known = await tx.maybeOne(
    'select id from tenant where app.look_alike(name) = app.look_alike($1) and id is distinct from $2',
    [name, own],
  );
  if (known) refuseProblems([{ field: 'name', code: 'unique_violation' }]);
}

/** Today at the operator. */
async function today(tx: Tx): Promise<Day> {
  const { day } = await tx.one<{ day: Day }>("select (now() at time zone 'Europe/Berlin')::date as day");
  return day;
}

function valuesIn(fields: Fields, { values }: TenantSave): Row {
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw new Refused(refuse('specific_field_not_found', { field: unknown }));
  refuseProblems(wrongTypes(fields, values));
  return normalRow(fields, values);
}

const typesOf: Readonly<Record<string, string>> = { flag: 'boolean', number: 'number' };

/** Amounts are sent as text, other values as JSON types. */
function wrongTypes(fields: Fields, row: Row): readonly FieldProblem[] {
  return Object.entries(row).flatMap(([field, value]): readonly FieldProblem[] => {
    const input = fields[field]?.kind.input ?? '';
    const isAmountText = input === 'number' && typeof value === 'string';
    const isRight = value === null || isAmountText || typeof value === (typesOf[input] ?? 'string');
    return isRight ? [] : [{ field, code: 'invalid_type' }];
  });
}

function initialValues(): Row {
  return Object.fromEntries(
    Object.entries(newTenant.fields).map(([name, field]) => [name, field.initial ?? null]),
  );
}

function problemsOfChildren({ children = {} }: TenantSave): readonly FieldProblem[] {
  return childNames.flatMap((name) => {
    const { fields } = tenantChildren[name];
    const rows = children[name] ?? [];
    const types = rows.flatMap(({ values }) => wrongTypes(fields, values));
    return types.length > 0 ? types : childProblems(name, tenantChildren[name], rows);
  });
}

async function writeAllChildren(tx: Tx, tenantId: number, { children = {} }: TenantSave): Promise<void> {
  for (const name of childNames) {
    const rows = children[name];
    if (rows)
      await orRepeated('quantity', writeChildren(tx, tenantChildren[name], { tenant_id: tenantId }, rows));
  }
}

function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
}
