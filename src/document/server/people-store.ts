import type { Tx } from '../../platform/server/database.ts';
import { longestChain } from '../../timeline/substitutes.ts';
import { departmentRoleDefaults, roleDefaults } from '../approval/role-defaults.ts';
import type { ApprovingPerson, DocumentFacts } from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import { seesPrices } from './approvers-store.ts';
import type { ServedKind, StoredDocument } from './served-kind.ts';

type People = ReadonlyMap<number, ApprovingPerson>;
type Ids = readonly (number | null | undefined)[];

/** Records without a company belong to all companies. */
const approvesInCompany = `(
  exists (select from department_approver a join department d on d.id = a.department_id where a.lb_user_id = u.id and (
    d.client_id = $2 or exists (select from department_client l where l.department_id = d.id and l.client_id = $2)))
  or exists (select from cost_center_approver a join cost_center_client l on l.cost_center_id = a.cost_center_id
    where a.lb_user_id = u.id and l.client_id = $2)
  or exists (select from supplier_approver a where a.lb_user_id = u.id and (
    exists (select from supplier_client l where l.supplier_id = a.supplier_id and l.client_id = $2)
    or not exists (select from supplier_client l where l.supplier_id = a.supplier_id))))`;

/** Limits as text, since JSON has no exact numbers. */
const membersOfGroup = `coalesce((
  select json_agg(json_build_object('id', m.id, 'approval_limit', m.approval_limit::text) order by m.id)
  from task_group_user g join lb_user m on m.id = g.lb_user_id
  where u.is_group and g.task_group_id = u.id and m.active and not m.blocked and m.auditor_ends_on is null), '[]')`;

/**
 * SQL for the people with the `wanted` ids, for a company `$2`, including chains of substitutes (APPR-15). Auditors
 * count as blocked, since they get no tasks (ARC-04).
 */
const selectPeople = (wanted: string): string => `
  with recursive wanted as (
    select id, 0 as hops from (${wanted}) w (id) where id is not null
    union
    select u.substitute_id, w.hops + 1 from wanted w join lb_user u on u.id = w.id
    where u.substitute_id is not null and w.hops <= ${longestChain}
  )
  select id, name, is_group, active, blocked or auditor_ends_on is not null as blocked, approval_limit, substitute_id, absence_from, absence_to,
    ${approvesInCompany} as approves_in_company, ${seesPrices} as sees_prices, ${membersOfGroup} as members
  from lb_user u where id in (select id from wanted)`;

const byIds = selectPeople('select unnest($1::bigint[])');

const defaultsIn = (table: string, columns: readonly string[], ids: string): string =>
  `select unnest(array[${columns.join(', ')}]) from ${table} where id in (${ids})`;

/** Everybody whom a document and its surroundings name: approvers and role defaults included (APPR-06, RDEF-02). */
const likelyOf = ({ kind: { name }, likelyPersons }: Pick<ServedKind, 'kind' | 'likelyPersons'>): string =>
  selectPeople(`
    select unnest($3::bigint[])
    union select lb_user_id from ${name}_approver where ${name}_id = $1
    union select lb_user_id from department_approver where department_id = $4
    union select lb_user_id from cost_center_approver where cost_center_id = $5
    union select lb_user_id from supplier_approver where supplier_id = any ($6)
    union ${defaultsIn('department', departmentRoleDefaults, 'select $4 union select department_id from lb_user where id = $7')}
    union ${defaultsIn('client', roleDefaults, 'select $2 union select client_id from lb_user where id = $7')}
    union select lb_user_id from configuration where client_id is null and key = any ($8)
    ${likelyPersons ? `union ${likelyPersons}` : ''}`);

/** Loads the named people and those whom a document probably needs, to save a round trip. Runs as writer. */
export async function loadLikelyPeople<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  served: ServedKind<D, F, O>,
  document: D,
  named: Ids,
): Promise<People> {
  const { departmentId, costCenterId, supplierIds } = served.approverSources(document);
  const { head, id } = document;
  const rows = await tx.fixed<ApprovingPerson>(likelyOf(served), [
    ...[id, head.client_id, distinct(named), departmentId, costCenterId, supplierIds],
    ...[head.creator_id, roleDefaults],
  ]);
  return peopleOf(rows);
}

/** Adds the `wanted` people that are not loaded; `named` ids were queried already. Runs as writer. */
export async function withMissing(
  tx: Tx,
  clientId: number | null,
  loaded: People,
  named: Ids,
  wanted: Ids,
): Promise<People> {
  const known = new Set<number | null | undefined>([...loaded.keys(), ...named]);
  const missing = distinct(wanted).filter((id) => !known.has(id));
  if (missing.length === 0) return loaded;
  const rows = await tx.fixed<ApprovingPerson>(byIds, [missing, clientId]);
  return new Map([...loaded, ...peopleOf(rows)]);
}

function distinct(ids: Ids): readonly number[] {
  return [...new Set(ids)].filter((id) => id !== null && id !== undefined);
}

function peopleOf(rows: readonly ApprovingPerson[]): People {
  return new Map(rows.map((row) => [row.id, row]));
}
