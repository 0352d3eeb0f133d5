import type { Tx } from '../../../platform/server/database.ts';
import type { Approver } from '../approvers.ts';
import {
  type CompanyDefaults,
  type DepartmentDefaults,
  type RoleDefaultSources,
  roleDefaults,
} from '../role-defaults.ts';

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

/** Active persons and task groups chosen by hand; a group is marked as inserted by group (APPR-08). */
export async function loadChosenApprovers(tx: Tx, ids: readonly number[]): Promise<Approver[]> {
  if (ids.length === 0) return [];
  return await tx.fixed<Approver>(
    `select ${personColumns}, false as is_required, not u.is_group as inserted_manually, u.is_group as inserted_by_group
     from lb_user u where u.id = any ($1) and u.active and not u.blocked`,
    [ids],
  );
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
  const departmentColumns = 'user_select_product_id, user_send_order_id, user_clearing_id, user_consignee_id';
  const clientColumns = `${departmentColumns}, user_invoice_manual_check_id, user_invoice_clearing_id`;
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
