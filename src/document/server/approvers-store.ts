import { Refused, refuse } from '../../base/refusal.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Approver } from '../approval/approvers.ts';
import {
  type CompanyDefaults,
  type DepartmentDefaults,
  departmentRoleDefaults,
  type RoleDefaultSources,
  roleDefaults,
} from '../approval/role-defaults.ts';
import type { LinkCounts } from '../hand-over.ts';

/** Where the approvers of a document come from (APPR-06). */
export interface ApproverSources {
  readonly departmentId: number | null;
  readonly costCenterId: number | null;
  readonly supplierIds: readonly number[];
}

const personColumns = `u.id as lb_user_id, u.name, u.approval_limit, u.priority_approval_limit`;

/**
 * The active, unblocked links of the department, the cost center and the suppliers (APPR-06). Call it as
 * writer: whom a document needs does not depend on what its creator may see.
 */
export async function loadApproverPool(tx: Tx, sources: ApproverSources): Promise<Approver[]> {
  return await tx.fixed<Approver>(
    `select ${personColumns}, l.is_required, false as inserted_manually, false as inserted_by_group
     from (
       select lb_user_id, is_required from department_approver where department_id = $1
       union all
       select lb_user_id, is_required from cost_center_approver where cost_center_id = $2
       union all
       select lb_user_id, is_required from supplier_approver where supplier_id = any ($3)
     ) l
     join lb_user u on u.id = l.lb_user_id
     where u.active and not u.blocked`,
    [sources.departmentId, sources.costCenterId, sources.supplierIds],
  );
}

/** Who has to approve for these cost centers, whatever the value (APPR-16). */
export async function loadRequiredApprovers(
  tx: Tx,
  costCenterIds: readonly number[],
): Promise<readonly (Approver & { readonly cost_center_id: number })[]> {
  if (costCenterIds.length === 0) return [];
  return await tx.fixed(
    `select ${personColumns}, l.cost_center_id, l.is_required, false as inserted_manually, false as inserted_by_group
     from cost_center_approver l join lb_user u on u.id = l.lb_user_id
     where l.cost_center_id = any ($1) and l.is_required and u.active and not u.blocked`,
    [costCenterIds],
  );
}

/**
 * Persons and task groups chosen by hand, as far as they are active; a group is marked as inserted by group (APPR-08).
 * Who is not there at all is refused like every other reference.
 */
export async function loadChosenApprovers(tx: Tx, ids: readonly number[]): Promise<Approver[]> {
  if (ids.length === 0) return [];
  const known = await tx.fixed<Approver & { is_here: boolean }>(
    `select ${personColumns}, false as is_required, not u.is_group as inserted_manually, u.is_group as inserted_by_group,
       u.active and not u.blocked as is_here
     from lb_user u where u.id = any ($1)`,
    [ids],
  );
  if (known.length < new Set(ids).size)
    throw new Refused(refuse('foreign_key_violation', { field: 'approver_ids' }));
  return known.flatMap(({ is_here, ...approver }) => (is_here ? [approver] : []));
}

/** The creator's substitute, who replaces him where he is required but may not approve (APPR-09, APPR-15). */
export async function loadSubstitute(tx: Tx, creatorId: number): Promise<Approver | null> {
  const substitute = await tx.maybeOne<Approver>(
    `select ${personColumns}, false as is_required, false as inserted_manually, false as inserted_by_group
     from lb_user c join lb_user u on u.id = c.substitute_id
     where c.id = $1 and u.active and not u.blocked`,
    [creatorId],
  );
  return substitute ?? null;
}

/** Whose department and company count for the role defaults (RDEF-02). */
export interface RoleDefaultOwners {
  readonly creatorId: number;
  readonly clientId: number | null;
  readonly departmentId: number | null;
}

/** The five sources of default persons, in one round trip (RDEF-02, RDEF-03). */
export async function loadRoleDefaults(tx: Tx, owners: RoleDefaultOwners): Promise<RoleDefaultSources> {
  const departmentColumns = departmentRoleDefaults.join(', ');
  const clientColumns = roleDefaults.join(', ');
  const creatorColumn = (column: string) => `(select ${column} from lb_user where id = $1)`;
  const [formDepartment, creatorDepartment, formClient, creatorClient, global] = await Promise.all([
    tx.maybeOne<DepartmentDefaults>(`select ${departmentColumns} from department where id = $1`, [
      owners.departmentId,
    ]),
    tx.maybeOne<DepartmentDefaults>(
      `select ${departmentColumns} from department where id = ${creatorColumn('department_id')}`,
      [owners.creatorId],
    ),
    tx.maybeOne<CompanyDefaults>(`select ${clientColumns} from client where id = $1`, [owners.clientId]),
    tx.maybeOne<CompanyDefaults>(
      `select ${clientColumns} from client where id = ${creatorColumn('client_id')}`,
      [owners.creatorId],
    ),
    tx.fixed<{ key: string; lb_user_id: number | null }>(
      'select key, lb_user_id from configuration where client_id is null and key = any ($1)',
      [roleDefaults],
    ),
  ]);
  return {
    formDepartment: formDepartment ?? null,
    creatorDepartment: creatorDepartment ?? null,
    formClient: formClient ?? null,
    creatorClient: creatorClient ?? null,
    global: Object.fromEntries(global.map((row) => [row.key, row.lb_user_id])),
  };
}

const approverTables = [
  { table: 'department_approver', owner: 'department_id' },
  { table: 'cost_center_approver', owner: 'cost_center_id' },
  { table: 'supplier_approver', owner: 'supplier_id' },
] as const;

/** Each column that holds the default person of a role (RDEF-03, RDEF-06). */
const roleColumns = [
  ...departmentRoleDefaults.map((column) => ({ table: 'department', column })),
  ...roleDefaults.map((column) => ({ table: 'client', column })),
  { table: 'product_group', column: 'user_select_product_id' },
] as const;

/** The configuration holds other persons as well; these keys are role defaults. */
const globalDefaults = 'key = any ($2)';

/** How many role defaults and approver links name this person. Runs as writer. */
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
 * Whether somebody may become an approver by inheriting the links of another: not without a limit, unless he approves
 * without one already, so that nobody becomes an unlimited approver by accident (ADM-10). Runs as writer.
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
 * Makes one person what another one was: default of his roles and, where he may be, approver. Where both are linked
 * already the link stays once, required if one of them was. Runs as writer.
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
