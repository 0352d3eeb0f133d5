import { z } from 'zod';
import { plainLine } from '../../../base/plain-line.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { isRowId } from '../../../platform/server/http/row-id.ts';
import { groupAttributes, groupSchema, type Json, keptAttributes } from '../attributes.ts';
import type { Filter } from '../filter.ts';
import { patched } from '../patch.ts';
import { type Columns, conditionOf } from './filter-sql.ts';
import { changeMembers } from './members.ts';
import { type Base, type Found, inDirectory, type Paging, type PersonChange, versionOf } from './people.ts';
import type { Page } from './scim-answer.ts';

interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly external_id: string | null;
  readonly task_group_id: number | null;
  /** ISO 8601. */
  readonly created: string;
  readonly modified: string;
  readonly version: string;
}

const selectGroup = `
  select g.id, g.name, g.external_id, g.task_group_id, g.created_at as created, g.updated_at as modified,
    (extract(epoch from g.updated_at) * 1000000)::bigint::text as version
  from directory_group g`;

/** Members whom the directory sees. */
const membersOf = `directory_member m join lb_user u on u.id = m.lb_user_id left join directory_person d on d.lb_user_id = u.id`;

const member = {
  sql: 'm.lb_user_id::text',
  type: 'exact',
  within: 'exists (select from directory_member m where m.directory_group_id = g.id and *)',
} as const;

const columns: Columns = {
  id: { sql: 'g.id::text', type: 'exact' },
  displayname: { sql: 'g.name', type: 'text' },
  externalid: { sql: 'g.external_id', type: 'exact' },
  members: member,
  'members.value': member,
  'meta.created': { sql: 'g.created_at', type: 'instant' },
  'meta.lastmodified': { sql: 'g.updated_at', type: 'instant' },
};

const line = z.string().overwrite(plainLine).max(255);
const groupBody = z.object({
  displayName: line.min(1),
  externalId: line.nullish().transform((text) => text || null),
  members: z
    .array(z.object({ value: z.string().max(100) }))
    .max(20_000)
    .nullish(),
});

/** What a resource says of a group. */
interface GroupWord {
  readonly name: string;
  readonly externalId: string | null;
  /** Ids of people, each once. */
  readonly members: readonly number[];
}

function groupOf(resource: Json): GroupWord {
  const parsed = groupBody.safeParse(resource);
  if (!parsed.success) throw wrong(parsed.error.issues[0]?.path.map(String).join('.') ?? '');
  const { displayName: name, externalId, members } = parsed.data;
  const ids = new Set((members ?? []).map(({ value }) => value));
  for (const id of ids) if (!isRowId(id)) throw wrong('members');
  return { name, externalId, members: [...ids].map(Number) };
}

function wrong(path: string): Refused {
  return new Refused(refuse('scim_value', { values: { path } }));
}

export async function listGroups(
  tx: Tx,
  base: Base,
  list: Paging & { readonly filter: Filter | null; readonly hasMembers: boolean },
): Promise<Page> {
  const { filter, startIndex, count } = list;
  const values: unknown[] = [];
  const condition = filter ? conditionOf(filter, { attributes: groupAttributes, columns, values }) : 'true';
  const [{ total } = { total: 0 }] = await tx.query<{ total: number }>(
    `select count(*)::integer as total from directory_group g where ${condition}`,
    values,
  );
  const rows = await tx.query<GroupRow>(
    `${selectGroup} where ${condition} order by g.id offset $${values.length + 1} limit $${values.length + 2}`,
    [...values, startIndex - 1, count],
  );
  const members = list.hasMembers ? await membersIn(tx, rows) : new Map<number, readonly Json[]>();
  const resources = rows.map((row) => answerOf(row, base, members.get(row.id) ?? []));
  return { total, startIndex, resources };
}

async function membersIn(tx: Tx, rows: readonly GroupRow[]): Promise<Map<number, readonly Json[]>> {
  const found = await tx.fixed<{ group_id: number; members: readonly Json[] }>(
    `select m.directory_group_id as group_id, json_agg(json_build_object('value', u.id::text, 'display', u.name, 'type', 'User') order by u.id) as members
     from ${membersOf} where m.directory_group_id = any ($1::bigint[]) and ${inDirectory} group by 1`,
    [rows.map(({ id }) => id)],
  );
  return new Map(found.map(({ group_id, members }) => [group_id, members]));
}

/** Refuses `not_found` for an unknown group. */
export async function findGroup(tx: Tx, base: Base, id: number, hasMembers: boolean): Promise<Found> {
  const row = await tx.one<GroupRow>(`${selectGroup} where g.id = $1`, [id]);
  const members = hasMembers ? await membersIn(tx, [row]) : new Map<number, readonly Json[]>();
  return { resource: answerOf(row, base, members.get(id) ?? []), version: versionOf(row) };
}

async function lockedGroup(tx: Tx, id: number): Promise<GroupRow> {
  return await tx.one<GroupRow>(`${selectGroup} where g.id = $1 for no key update of g`, [id]);
}

function answerOf(row: GroupRow, base: Base, members: readonly Json[]): Json {
  const { id, name, external_id } = row;
  return {
    schemas: [groupSchema],
    id: String(id),
    ...(external_id !== null && { externalId: external_id }),
    displayName: name,
    members: members.map((one) => ({ ...one, $ref: `${base}/Users/${one.value}` })),
    meta: {
      resourceType: 'Group',
      created: row.created,
      lastModified: row.modified,
      location: `${base}/Groups/${id}`,
      version: versionOf(row),
    },
  };
}

/** Creates a group of the directory, which has no effect until an administrator maps it to a task group. */
export async function createGroup(tx: Tx, context: Context, body: Json): Promise<number> {
  const word = groupOf(keptAttributes(groupAttributes, body));
  const { id } = await tx.one<{ id: number }>(
    'insert into directory_group (tenant_id, name, external_id) values ($1, $2, $3) returning id',
    [context.tenantId, word.name, word.externalId],
  );
  await keepMembers(tx, context, { id, task_group_id: null }, word.members);
  return id;
}

/** Applies PUT or PATCH to a group. */
export async function changeGroup(
  tx: Tx,
  context: Context,
  { id, change, requireVersion }: PersonChange,
): Promise<void> {
  const row = await lockedGroup(tx, id);
  requireVersion(versionOf(row));
  const former = async (): Promise<Json> => ({
    displayName: row.name,
    externalId: row.external_id,
    members: (await membersIn(tx, [row])).get(id) ?? [],
  });
  const resource =
    'body' in change
      ? keptAttributes(groupAttributes, change.body)
      : patched(groupAttributes, await former(), change.operations);
  const word = groupOf(resource);
  const { added, removed } = await keepMembers(tx, context, row, word.members);
  const isChanged = word.name !== row.name || word.externalId !== row.external_id;
  if (isChanged || added.length + removed.length > 0)
    await tx.fixed(
      'update directory_group set name = $2, external_id = $3, updated_at = now() where id = $1',
      [id, word.name, word.externalId],
    );
}

/** Deletes a group of the directory; its members leave the mapped task group. */
export async function removeGroup(
  tx: Tx,
  context: Context,
  id: number,
  requireVersion: PersonChange['requireVersion'],
): Promise<void> {
  const row = await lockedGroup(tx, id);
  requireVersion(versionOf(row));
  await keepMembers(tx, context, row, []);
  await tx.fixed('delete from directory_group where id = $1', [id]);
}

/** Makes these people the members of the group, and of the task group that it is mapped to. */
async function keepMembers(
  tx: Tx,
  context: Context,
  { id, task_group_id: taskGroup }: Pick<GroupRow, 'id' | 'task_group_id'>,
  wanted: readonly number[],
): Promise<{ readonly added: readonly number[]; readonly removed: readonly number[] }> {
  const [{ unknown } = { unknown: 0 }] = await tx.fixed<{ unknown: number }>(
    `select count(*)::integer as unknown from unnest($1::bigint[]) as w (id) where not exists (
       select from lb_user u left join directory_person d on d.lb_user_id = u.id where u.id = w.id and ${inDirectory})`,
    [wanted],
  );
  if (unknown > 0) throw wrong('members');
  const removed = await tx.fixed<{ id: number }>(
    'delete from directory_member where directory_group_id = $1 and lb_user_id <> all ($2::bigint[]) returning lb_user_id as id',
    [id, wanted],
  );
  const added = await tx.fixed<{ id: number }>(
    `insert into directory_member (tenant_id, directory_group_id, lb_user_id)
     select $1, $2, unnest($3::bigint[]) on conflict do nothing returning lb_user_id as id`,
    [context.tenantId, id, wanted],
  );
  const change = { added: added.map((one) => one.id), removed: removed.map((one) => one.id) };
  if (taskGroup !== null && added.length + removed.length > 0)
    await changeMembers(tx, context, taskGroup, change);
  return change;
}
