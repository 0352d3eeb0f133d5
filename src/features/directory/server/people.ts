import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type Json, keptAttributes, userAttributes, userSchema } from '../attributes.ts';
import type { Filter } from '../filter.ts';
import { type PatchOperation, patched } from '../patch.ts';
import { resourceOf, type Word, wordOf } from '../person.ts';
import { type Columns, conditionOf } from './filter-sql.ts';
import { leaveGroups } from './members.ts';
import type { Page } from './scim-answer.ts';

/** A person with the last word of the directory; without one, what the product knows stands for it. */
interface PersonRow extends Word {
  readonly id: number;
  /** Of the product; may differ from the directory's word while a change waits, or after an administrator's decision. */
  readonly shown_email: string;
  readonly shown_active: boolean;
  readonly shown_name: string;
  /** ISO 8601. */
  readonly created: string;
  readonly modified: string;
  /** Changes with every change. */
  readonly version: string;
}

/** Part of a list. */
export interface Paging {
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

const modified = 'greatest(u.updated_at, coalesce(d.updated_at, u.updated_at))';

const fromPeople = 'from lb_user u left join directory_person d on d.lb_user_id = u.id';

/** People who may be in a directory: no auditors, and no leavers whose name is gone. */
const people = `not u.is_group and not u.is_system and not u.is_service and not 'user-auditor' = any (u.roles)
  and u.email not like '%@pseudonym.invalid'`;

/** People whom the directory sees: nobody whom it has deleted. */
export const inDirectory = `${people} and d.removed_at is null`;

const selectAnyPerson = `
  select u.id, coalesce(d.user_name, u.email) as user_name, d.external_id, coalesce(d.name, u.name) as name, d.given_name, d.family_name,
    coalesce(d.email, u.email) as email, coalesce(d.active, u.active and not u.blocked) as active,
    u.email as shown_email, u.active and not u.blocked as shown_active, u.name as shown_name,
    u.created_at as created, ${modified} as modified, (extract(epoch from ${modified}) * 1000000)::bigint::text as version
  ${fromPeople} where ${people}`;

const selectPerson = `${selectAnyPerson} and d.removed_at is null`;

const columns: Columns = {
  id: { sql: 'u.id::text', type: 'exact' },
  username: { sql: 'coalesce(d.user_name, u.email)', type: 'text' },
  externalid: { sql: 'd.external_id', type: 'exact' },
  displayname: { sql: 'u.name', type: 'text' },
  'name.formatted': { sql: 'u.name', type: 'text' },
  'name.givenname': { sql: 'd.given_name', type: 'text' },
  'name.familyname': { sql: 'd.family_name', type: 'text' },
  emails: { sql: 'u.email', type: 'text' },
  'emails.value': { sql: 'u.email', type: 'text' },
  'emails.type': { sql: "'work'::text", type: 'text' },
  'emails.primary': { sql: 'true', type: 'boolean' },
  active: { sql: '(u.active and not u.blocked)', type: 'boolean' },
  'meta.created': { sql: 'u.created_at', type: 'instant' },
  'meta.lastmodified': { sql: modified, type: 'instant' },
};

/** The address of the resources, such as `https://kontor.example/scim/v2`. */
export type Base = string;

export async function listPeople(
  tx: Tx,
  base: Base,
  { filter, startIndex, count }: Paging & { readonly filter: Filter | null },
): Promise<Page> {
  const values: unknown[] = [];
  const condition = filter ? conditionOf(filter, { attributes: userAttributes, columns, values }) : 'true';
  const [{ total } = { total: 0 }] = await tx.query<{ total: number }>(
    `select count(*)::integer as total ${fromPeople} where ${inDirectory} and ${condition}`,
    values,
  );
  const rows = await tx.query<PersonRow>(
    `${selectPerson} and ${condition} order by u.id offset $${values.length + 1} limit $${values.length + 2}`,
    [...values, startIndex - 1, count],
  );
  return { total, startIndex, resources: rows.map((row) => answerOf(row, base)) };
}

/** A person as the directory sees it, as a resource and its version. */
export interface Found {
  readonly resource: Json;
  readonly version: string;
}

/** Refuses `not_found` for a person who is not in the directory. */
export async function findInDirectory(tx: Tx, base: Base, id: number): Promise<Found> {
  const row = await personRow(tx, id);
  return { resource: answerOf(row, base), version: versionOf(row) };
}

async function personRow(tx: Tx, id: number): Promise<PersonRow> {
  return await tx.one<PersonRow>(`${selectPerson} and u.id = $1`, [id]);
}

export function versionOf({ version }: { readonly version: string }): string {
  return `W/"${version}"`;
}

function answerOf(row: PersonRow, base: Base): Json {
  const { id, user_name, external_id, given_name, family_name, shown_name } = row;
  return {
    schemas: [userSchema],
    id: String(id),
    ...(external_id !== null && { externalId: external_id }),
    userName: user_name,
    name: {
      formatted: shown_name,
      ...(given_name !== null && { givenName: given_name }),
      ...(family_name !== null && { familyName: family_name }),
    },
    displayName: shown_name,
    emails: [{ value: row.shown_email, type: 'work', primary: true }],
    active: row.shown_active,
    meta: {
      resourceType: 'User',
      created: row.created,
      lastModified: row.modified,
      location: `${base}/Users/${id}`,
      version: versionOf(row),
    },
  };
}

/**
 * Creates a person without rights, or lets in again whom the directory had deleted. Refuses `already_exists` for
 * somebody whom the product knows: the directory finds that person by a filter and leads from then on.
 */
export async function createPerson(tx: Tx, context: Context, body: Json): Promise<number> {
  const { language, ...word } = wordOf(keptAttributes(userAttributes, body), null);
  const returning = await returningPerson(tx, word);
  if (returning !== null) {
    await leaveGroups(tx, context, returning.id);
    await applyWord(tx, context, returning, word);
    return returning.id;
  }
  const { id } = await tx.one<{ id: number }>(
    `insert into lb_user (tenant_id, name, email, blocked, lang) values ($1, $2, $3, $4, coalesce($5, 'de')) returning id`,
    [context.tenantId, word.name, word.email, !word.active, language],
  );
  await keepWord(tx, context, id, word);
  return id;
}

/**
 * Whom the directory had deleted and now creates again; null for a new person. An address may get another owner, so
 * that rights come back only for the same account of the directory.
 */
async function returningPerson(tx: Tx, word: Word): Promise<PersonRow | null> {
  const known = await tx.fixed<
    PersonRow & { readonly is_removed: boolean; readonly is_same: boolean; readonly has_power: boolean }
  >(
    `select s.*, d.removed_at is not null as is_removed, d.external_id is not distinct from $3 and $3 is not null as is_same,
       app.holds_power(to_jsonb(u)) as has_power
     from (${selectAnyPerson}) s join lb_user u on u.id = s.id left join directory_person d on d.lb_user_id = s.id
     where lower(s.shown_email) = lower($1) or lower(s.user_name) = lower($2) and d.removed_at is null
       or d.removed_at is not null and d.external_id = $3
     order by is_removed, is_same desc, s.id`,
    [word.email, word.user_name, word.external_id],
  );
  const [person] = known;
  if (person === undefined) return null;
  if (!person.is_removed || (!person.is_same && person.has_power))
    throw new Refused(refuse('already_exists'));
  return person;
}

/** What a request does to a person; `version` is that of `If-Match`. */
export interface PersonChange {
  readonly id: number;
  readonly change: { readonly body: Json } | { readonly operations: readonly PatchOperation[] };
  readonly requireVersion: (version: string) => void;
}

/** Applies PUT or PATCH to a person; from then on the directory leads. */
export async function changePerson(
  tx: Tx,
  context: Context,
  { id, change, requireVersion }: PersonChange,
): Promise<void> {
  const row = await lockedPerson(tx, id);
  requireVersion(versionOf(row));
  const resource =
    'body' in change
      ? keptAttributes(userAttributes, change.body)
      : patched(userAttributes, resourceOf(row), change.operations);
  const { language: _language, ...word } = wordOf(resource, row);
  await applyWord(tx, context, row, word);
}

async function lockedPerson(tx: Tx, id: number): Promise<PersonRow> {
  await tx.one('select id from lb_user where id = $1 for no key update', [id]);
  return await personRow(tx, id);
}

/** The directory has deleted a person: blocked here, and no longer seen by the directory. Nothing is deleted. */
export async function removePerson(
  tx: Tx,
  context: Context,
  id: number,
  requireVersion: PersonChange['requireVersion'],
): Promise<void> {
  const row = await lockedPerson(tx, id);
  requireVersion(versionOf(row));
  await applyWord(tx, context, row, { ...row, active: false });
  await tx.fixed('update directory_person set removed_at = now() where lb_user_id = $1', [id]);
}

/**
 * Makes a new word of the directory true: the name always, address and activity only if the directory says something
 * else than before. So it does not let in whom an administrator has blocked, nor propose a rejected address again. An
 * address of somebody with rights waits for a second administrator by the register of controls (AUTH-31). A blocked
 * person's sessions end, and open tasks are handed over, by the triggers that serve the page (ADM-10).
 */
async function applyWord(tx: Tx, context: Context, former: PersonRow, word: Word): Promise<void> {
  const email = word.email === former.email ? former.shown_email : word.email;
  const isIn = word.active === former.active ? null : word.active;
  await tx.fixed(
    `update lb_user set name = $2, email = $3, blocked = coalesce(not $4, blocked)
     where id = $1 and (name, email, blocked) is distinct from ($2, $3, coalesce(not $4, blocked))`,
    [former.id, word.name, email, isIn],
  );
  await keepWord(tx, context, former.id, word);
}

async function keepWord(tx: Tx, { tenantId }: Context, id: number, word: Word): Promise<void> {
  const { user_name, external_id, name, given_name, family_name, email, active } = word;
  await tx.fixed(
    `insert into directory_person as d (tenant_id, lb_user_id, user_name, external_id, name, given_name, family_name, email, active)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_id, lb_user_id) do update set (user_name, external_id, name, given_name, family_name, email, active, removed_at)
       = (excluded.user_name, excluded.external_id, excluded.name, excluded.given_name, excluded.family_name, excluded.email, excluded.active, null)
     where (d.user_name, d.external_id, d.name, d.given_name, d.family_name, d.email, d.active, d.removed_at)
       is distinct from (excluded.user_name, excluded.external_id, excluded.name, excluded.given_name, excluded.family_name, excluded.email, excluded.active, null)`,
    [tenantId, id, user_name, external_id, name, given_name, family_name, email, active],
  );
}
