import { Refused, refuse } from '../../base/refusal.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Approver } from '../approval/approvers.ts';
import { departmentRoleDefaults, type RoleDefaultSources, roleDefaults } from '../approval/role-defaults.ts';
import type { LinkCounts } from '../hand-over.ts';

/** The sources of a document's approvers (APPR-06). */
export interface ApproverSources {
  readonly departmentId: number | null;
  readonly costCenterId: number | null;
  readonly supplierIds: readonly number[];
}

/** Auditors, blocked and inactive people neither approve nor substitute (APPR-20). */
const isThere = 'u.active and not u.blocked and u.auditor_ends_on is null';

/** Whether the person `u` sees prices, by an own right or that of a group (ROLE-07). */
export const seesPrices = `(u.roles && '{user-price,user-admin}' or exists (
  select from task_group_user m join lb_user g on g.id = m.task_group_id and g.active
  where m.lb_user_id = u.id and g.roles && '{user-price,user-admin}'))`;

const personColumns = `u.id as lb_user_id, u.name, u.approval_limit, u.priority_approval_limit`;

/** SQL condition: the person `u` became inactive or was blocked within seven days (AUTH-37). */
export const isLatelyAway =
  "(u.blocked or not u.active) and u.auditor_ends_on is null and u.updated_at > now() - interval '7 days'";

/** The linked approvers of a document, and the substitute of its creator. */
export interface LinkedApprovers {
  readonly pool: readonly Approver[];
  readonly substitute: Approver | null;
  /** Somebody is linked, even if nobody of them is here. */
  readonly isLinked: boolean;
  /** Linked people who left or were blocked within seven days. */
  readonly latelyAway: readonly number[];
}

/**
 * The active, unblocked links of the department, the cost center and the suppliers (APPR-06). Also the creator's
 * substitute, if that person sees prices: a replacement for a required creator who may not approve (APPR-09, APPR-15,
 * APPR-20). Runs as writer, since the approvers of a document do not depend on what its creator may see.
 */
export async function loadLinkedApprovers(
  tx: Tx,
  sources: ApproverSources,
  creatorId: number,
): Promise<LinkedApprovers> {
  const linked = await tx.fixed<LinkedPerson>(
    `select ${personColumns}, l.is_required, false as inserted_manually, false as inserted_by_group, l.is_substitute,
       ${isThere} as is_here, ${isLatelyAway} as is_lately_away
     from (
       select lb_user_id, is_required, false as is_substitute from department_approver where department_id = $1
       union all
       select lb_user_id, is_required, false from cost_center_approver where cost_center_id = $2
       union all
       select lb_user_id, is_required, false from supplier_approver where supplier_id = any ($3)
       union all
       select substitute_id, false, true from lb_user where id = $4 and substitute_id is not null
     ) l
     join lb_user u on u.id = l.lb_user_id
     where not l.is_substitute or ${isThere} and ${seesPrices}`,
    [sources.departmentId, sources.costCenterId, sources.supplierIds, creatorId],
  );
  const substitute = linked.find((person) => person.is_substitute);
  const approvers = linked.filter((person) => !person.is_substitute);
  return {
    pool: approvers.filter(({ is_here }) => is_here).map(approverOf),
    substitute: substitute ? approverOf(substitute) : null,
    isLinked: approvers.length > 0,
    latelyAway: approvers.filter(({ is_lately_away }) => is_lately_away).map(({ lb_user_id }) => lb_user_id),
  };
}

interface LinkedPerson extends Approver {
  readonly is_substitute: boolean;
  readonly is_here: boolean;
  readonly is_lately_away: boolean;
}

function approverOf({
  is_substitute: _,
  is_here: __,
  is_lately_away: ___,
  ...person
}: LinkedPerson): Approver {
  return person;
}

/** A required approver of a cost center, who may be inactive or blocked. */
export interface RequiredApprover extends Approver {
  readonly cost_center_id: number;
  readonly is_here: boolean;
}

/** The required approvers of these cost centers, regardless of the value (APPR-16). */
export async function loadRequiredApprovers(
  tx: Tx,
  costCenterIds: readonly number[],
): Promise<readonly RequiredApprover[]> {
  if (costCenterIds.length === 0) return [];
  return await tx.fixed(
    `select ${personColumns}, l.cost_center_id, l.is_required, false as inserted_manually, false as inserted_by_group,
       ${isThere} as is_here
     from cost_center_approver l join lb_user u on u.id = l.lb_user_id
     where l.cost_center_id = any ($1) and l.is_required`,
    [costCenterIds],
  );
}

/**
 * Manually chosen persons and task groups, if active; groups are marked as inserted by group (APPR-08). Refuses
 * unknown ids like every other reference.
 */
export async function loadChosenApprovers(tx: Tx, ids: readonly number[]): Promise<Approver[]> {
  if (ids.length === 0) return [];
  const known = await tx.fixed<Approver & { is_here: boolean }>(
    `select ${personColumns}, false as is_required, not u.is_group as inserted_manually, u.is_group as inserted_by_group,
       ${isThere} as is_here
     from lb_user u where u.id = any ($1)`,
    [ids],
  );
  if (known.length < new Set(ids).size)
    throw new Refused(refuse('foreign_key_violation', { field: 'approver_ids' }));
  return known.flatMap(({ is_here, ...approver }) => (is_here ? [approver] : []));
}

/** The creator, company and department that determine the role defaults (RDEF-02). */
export interface RoleDefaultOwners {
  readonly creatorId: number;
  readonly clientId: number | null;
  readonly departmentId: number | null;
}

/** The five sources of default persons, in one statement (RDEF-02, RDEF-03). */
export async function loadRoleDefaults(tx: Tx, owners: RoleDefaultOwners): Promise<RoleDefaultSources> {
  return await tx.one<RoleDefaultSources>(selectRoleDefaults, [
    owners.creatorId,
    owners.clientId,
    owners.departmentId,
    roleDefaults,
  ]);
}

const defaultsOf = (table: string, columns: readonly string[], id: string): string =>
  `(select row_to_json(d) from (select ${columns.join(', ')} from ${table} where id = ${id}) d)`;

const selectRoleDefaults = `
  select ${defaultsOf('department', departmentRoleDefaults, '$3')} as "formDepartment",
    ${defaultsOf('department', departmentRoleDefaults, 'c.department_id')} as "creatorDepartment",
    ${defaultsOf('client', roleDefaults, '$2')} as "formClient",
    ${defaultsOf('client', roleDefaults, 'c.client_id')} as "creatorClient",
    coalesce((select json_object_agg(key, lb_user_id) from configuration
      where client_id is null and key = any ($4)), '{}') as global
  from lb_user c where c.id = $1`;

const approverTables = [
  { table: 'department_approver', owner: 'department_id' },
  { table: 'cost_center_approver', owner: 'cost_center_id' },
  { table: 'supplier_approver', owner: 'supplier_id' },
] as const;

/** All columns with the default person of a role (RDEF-03, RDEF-06). */
const roleColumns = [
  ...departmentRoleDefaults.map((column) => ({ table: 'department', column })),
  ...roleDefaults.map((column) => ({ table: 'client', column })),
  { table: 'product_group', column: 'user_select_product_id' },
] as const;

/** The configuration holds other persons as well; these keys are role defaults. */
const globalDefaults = 'key = any ($2)';

/** The number of role defaults and approver links of this person. Runs as writer. */
export async function linkCounts(tx: Tx, personId: number): Promise<LinkCounts> {
  const columns = roleColumns.map(
    ({ table, column }) => `(select count(*) from ${table} where ${column} = $1)`,
  );
  const links = approverTables.map(({ table }) => `(select count(*) from ${table} where lb_user_id = $1)`);
  return await tx.one<LinkCounts>(
    `select (${columns.join(' + ')}
         + (select count(*) from configuration where lb_user_id = $1 and ${globalDefaults}))::integer as role_defaults,
       (${links.join(' + ')})::integer as approver_links`,
    [personId, roleDefaults],
  );
}

/**
 * Whether a person may inherit approver links: only with a limit, or as an approver already, so that nobody becomes
 * an unlimited approver by accident (ADM-10). Runs as writer.
 */
export async function mayInheritApproverLinks(tx: Tx, personId: number): Promise<boolean> {
  const links = approverTables.map(({ table }) => `exists (select from ${table} where lb_user_id = $1)`);
  const { may_inherit } = await tx.one<{ may_inherit: boolean }>(
    `select approval_limit is not null or ${links.join(' or ')} as may_inherit from lb_user where id = $1`,
    [personId],
  );
  return may_inherit;
}

/**
 * Transfers role defaults and, where permitted, approver links to another person. A link that both have remains once,
 * required if one of them was. Runs as writer.
 */
export async function handOverLinks(tx: Tx, from: number, to: number): Promise<void> {
  for (const { table, column } of roleColumns) {
    await tx.query(`update ${table} set ${column} = $2 where ${column} = $1`, [from, to]);
  }
  await tx.query(`update configuration set lb_user_id = $1 where lb_user_id = $3 and ${globalDefaults}`, [
    to,
    roleDefaults,
    from,
  ]);
  if (!(await mayInheritApproverLinks(tx, to))) return;
  for (const { table, owner } of approverTables) {
    await tx.query(
      `update ${table} l set is_required = true from ${table} gone
       where l.${owner} = gone.${owner} and l.lb_user_id = $2 and gone.lb_user_id = $1
         and gone.is_required and not l.is_required`,
      [from, to],
    );
    await tx.query(
      `delete from ${table} gone using ${table} l
       where l.${owner} = gone.${owner} and l.lb_user_id = $2 and gone.lb_user_id = $1`,
      [from, to],
    );
    await tx.query(`update ${table} set lb_user_id = $2 where lb_user_id = $1`, [from, to]);
  }
}
