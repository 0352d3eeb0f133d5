import { dayOfInstant } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { Approver } from '../../../document/approval/approvers.ts';
import type { RoleDefaultSources } from '../../../document/approval/role-defaults.ts';
import {
  loadApproverPool,
  loadChosenApprovers,
  loadRequiredApprovers,
  loadRoleDefaults,
  loadSubstitute,
} from '../../../document/server/approvers-store.ts';
import { loadExceededBudgets } from '../../../document/server/budget-store.ts';
import { totals } from '../../../document/totals.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Actor } from '../../../timeline/flow.ts';
import { longestChain } from '../../../timeline/substitutes.ts';
import { groupOfAcceptedTask } from '../../../timeline/task-actions.ts';
import type { Timeline } from '../../../timeline/timeline.ts';
import {
  type ApprovingPerson,
  type CompanySettings,
  type ExceededBudget,
  type OpenQuestion,
  type ProcurementFacts,
  type ProcurementSituation,
  type ProductGroupFacts,
  type SelectField,
  supplierIds,
} from '../facts.ts';
import type { LinePrice, Procurement } from '../model.ts';
import { requiredFieldsOf } from '../required-fields.ts';
import type { StoredProcurement } from './store.ts';

/** Persons that the input of a command mentions, so that the rules can judge them. */
export interface Mentioned {
  readonly personIds?: readonly (number | null | undefined)[];
  /** Approvers chosen by hand instead of those stored on the document. */
  readonly approverIds?: readonly number[] | null;
  /** Prices of the products in the lines, for writers who see none (ROLE-07). */
  readonly catalogPrices?: ReadonlyMap<number, LinePrice>;
  /** False where nothing will be written, so that nobody has to wait (BUD-06). */
  readonly locksBudgets?: boolean;
}

/** The situation of one person in front of a request as it is stored. */
export interface LoadedSituation extends ProcurementSituation {
  readonly document: StoredProcurement;
}

/**
 * The situation of one person in front of one locked request, as the pure rules need it. Runs as writer:
 * approvers, budgets and persons do not depend on what the person sees (TECH-03). Locks the cost centers
 * of the request before their budgets are summed (BUD-06).
 */
export async function loadSituation(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  mentioned: Mentioned = {},
): Promise<LoadedSituation> {
  const { head, lines } = document;
  const [company, settings, pool, chosen, defaults, substitute, groups, selectable, groupIds, openQuestions] =
    await Promise.all([
      loadCompany(tx, head.client_id),
      loadSettings(tx),
      loadApproverPool(tx, {
        departmentId: head.department_id,
        costCenterId: head.cost_center_id,
        supplierIds: supplierIds(lines),
      }),
      mentioned.approverIds
        ? loadChosenApprovers(tx, mentioned.approverIds)
        : loadDocumentApprovers(tx, document.id),
      loadRoleDefaults(tx, {
        creatorId: head.creator_id,
        clientId: head.client_id,
        departmentId: head.department_id,
      }),
      loadSubstitute(tx, head.creator_id),
      loadProductGroups(
        tx,
        lines.map((line) => line.product_group_id).filter((id) => id !== null),
      ),
      loadSelectable(tx, document),
      loadGroupIds(tx, context.userId),
      loadOpenQuestions(tx, document.id),
    ]);
  const exceededBudgets = await exceededBy(tx, document, settings, mentioned.locksBudgets ?? true);
  const people = await loadPeople(tx, [
    context.userId,
    head.creator_id,
    head.consignee_id,
    ...document.timeline.entries.flatMap((entry) => [entry.lbUserId, entry.forUserId]),
    groupOfAcceptedTask(document.timeline),
    ...[...pool, ...chosen, ...exceededBudgets.flatMap(({ approvers }) => approvers)].map(
      (approver) => approver.lb_user_id,
    ),
    ...personsOf(defaults),
    ...[...groups.values()].map((group) => group.user_select_product_id),
    ...(mentioned.personIds ?? []),
  ]);
  const facts: ProcurementFacts = {
    now: settings.now,
    today: settings.today,
    people,
    company,
    approval: { pool, chosen, isPriorityOn: settings.isPriorityOn, substitute },
    exceededBudgets,
    roleDefaults: defaults,
    productGroups: groups,
    isProductGroupRequired: settings.isProductGroupRequired,
    requiredFields: requiredFieldsOf(company?.required_fields),
    decimalPlaces: settings.decimalPlaces,
    catalogPrices: mentioned.catalogPrices,
    selectable,
    openQuestions,
  };
  return { actor: actorOf(context, groupIds), document, facts };
}

/**
 * Throws, as the bug that it is, when somebody has a step who was not among the loaded people: the rules would have
 * taken a group for a person, and a person who is away for one who is there.
 */
export function expectLoaded({ people }: Pick<ProcurementFacts, 'people'>, timeline: Timeline): void {
  const strangers = timeline.entries.filter(({ lbUserId }) => lbUserId !== null && !people.has(lbUserId));
  if (strangers.length === 0) return;
  const told = strangers.map(({ entryNo, type, lbUserId }) => `entry ${entryNo} ${type} of ${lbUserId}`);
  throw new Error(`people of the timeline were not loaded: ${told.join(', ')}`);
}

function actorOf(context: Context, groupIds: readonly number[]): Actor {
  return {
    id: context.userId,
    roles: context.roles,
    groupIds,
    isImpersonated: context.actorId !== context.userId,
  };
}

interface Company extends CompanySettings {
  readonly required_fields: unknown;
}

async function loadCompany(tx: Tx, clientId: number | null): Promise<Company | null> {
  const company = await tx.maybeOne<Company>(
    `select currency, min_approval, self_approval, amount_basis, when_limit_exceeded, when_budget_exceeded,
            substitute_limit, can_delete_document_directly, required_fields
     from client where id = $1`,
    [clientId],
  );
  return company ?? null;
}

interface Settings {
  readonly now: string;
  readonly today: string;
  readonly isPriorityOn: boolean;
  readonly isProductGroupRequired: boolean;
  readonly decimalPlaces: number;
  /** The tenant's, which decides what day it is (GEN-14). */
  readonly timeZone: string;
}

async function loadSettings(tx: Tx): Promise<Settings> {
  const row = await tx.one<{
    now: string;
    priority: string | null;
    group_required: string | null;
    decimal_places: number;
    time_zone: string;
  }>(
    `with setting as (select key, value from configuration where client_id is null)
     select clock_timestamp() as now,
            coalesce((select value from setting where key = 'timezone'), 'Europe/Berlin') as time_zone,
            (select value from setting where key = 'approval_limit_priority') as priority,
            (select value from setting where key = 'product_group_required') as group_required,
            (select default_decimal_places from tenant where id = app.tenant_id()) as decimal_places`,
  );
  return {
    now: row.now,
    timeZone: row.time_zone,
    today: dayOfInstant(new Date(row.now), row.time_zone),
    isPriorityOn: row.priority === 'true',
    isProductGroupRequired: row.group_required === 'true',
    decimalPlaces: row.decimal_places,
  };
}

async function loadDocumentApprovers(tx: Tx, id: number): Promise<Approver[]> {
  return await tx.fixed<Approver>(
    `select u.id as lb_user_id, u.name, u.approval_limit, u.priority_approval_limit,
            a.is_required, a.inserted_manually, a.inserted_by_group
     from procurement_approver a join lb_user u on u.id = a.lb_user_id
     where a.procurement_id = $1 and (a.inserted_manually or a.inserted_by_group) and u.active and not u.blocked`,
    [id],
  );
}

async function loadProductGroups(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductGroupFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.fixed<ProductGroupFacts & { id: number }>(
    'select id, name, user_select_product_id from product_group where id = any ($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What may be chosen on this form (PROC-05, VAL-04): active records that are linked to company and department. */
async function loadSelectable(
  tx: Tx,
  { head }: Pick<Procurement, 'head'>,
): Promise<Readonly<Record<SelectField, ReadonlySet<number>>>> {
  const chosen = [
    head.client_id,
    head.department_id,
    head.cost_center_id,
    head.ledger_account_id,
    head.consignee_id,
    head.delivery_address_id,
  ];
  const row = await tx.one<Record<SelectField, boolean>>(
    `select
       exists (select from client where id = $1 and active) as client_id,
       exists (select from department d where d.id = $2 and d.active and (d.client_id = $1 or exists (
         select from department_client l where l.department_id = d.id and l.client_id = $1))) as department_id,
       exists (select from cost_center c where c.id = $3 and c.active
         and exists (select from cost_center_client l where l.cost_center_id = c.id and l.client_id = $1)
         and exists (select from department_cost_center l where l.cost_center_id = c.id and l.department_id = $2)) as cost_center_id,
       exists (select from ledger_account a where a.id = $4 and a.active and (
         not exists (select from client_ledger_account l where l.ledger_account_id = a.id)
         or exists (select from client_ledger_account l where l.ledger_account_id = a.id and l.client_id = $1))) as ledger_account_id,
       exists (select from lb_user where id = $5 and active and not blocked) as consignee_id,
       exists (select from client_address where id = $6 and active and client_id = $1) as delivery_address_id`,
    chosen,
  );
  const setOf = (field: SelectField): ReadonlySet<number> =>
    new Set(row[field] && head[field] !== null ? [head[field]] : []);
  return {
    client_id: setOf('client_id'),
    department_id: setOf('department_id'),
    cost_center_id: setOf('cost_center_id'),
    ledger_account_id: setOf('ledger_account_id'),
    consignee_id: setOf('consignee_id'),
    delivery_address_id: setOf('delivery_address_id'),
  };
}

async function loadGroupIds(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.fixed<{ task_group_id: number }>(
    'select task_group_id from task_group_user where lb_user_id = $1',
    [userId],
  );
  return rows.map((row) => row.task_group_id);
}

async function loadOpenQuestions(tx: Tx, id: number): Promise<OpenQuestion[]> {
  return await tx.fixed<OpenQuestion>(
    'select id, lb_user_id from document_question where procurement_id = $1 and answered_at is null order by id',
    [id],
  );
}

async function loadPeople(
  tx: Tx,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, ApprovingPerson>> {
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  // Substitutes of substitutes belong to them, as far as a chain may go (APPR-15).
  const rows = await tx.fixed<ApprovingPerson>(
    `with recursive wanted as (
       select id, 0 as hops from unnest($1::bigint[]) as id
       union
       select u.substitute_id, w.hops + 1 from wanted w join lb_user u on u.id = w.id
       where u.substitute_id is not null and w.hops <= ${longestChain}
     )
     select id, name, is_group, active, blocked, approval_limit, substitute_id, absence_from, absence_to
     from lb_user where id in (select id from wanted)`,
    [wanted],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function personsOf(sources: RoleDefaultSources): (number | null | undefined)[] {
  return Object.values(sources).flatMap((source) => (source === null ? [] : Object.values(source)));
}

/** The budgets that the request's own amounts exceed, by cost center and account, with those who approve for them. */
async function exceededBy(
  tx: Tx,
  document: StoredProcurement,
  settings: Settings,
  isLocking: boolean,
): Promise<ExceededBudget[]> {
  const { head, lines } = document;
  const lineTotals = totals(lines).lines;
  const amounts = lines.flatMap(
    (line, index): { cost_center_id: number; ledger_account_id: number | null; net: Amount }[] => {
      const costCenter = line.cost_center_id ?? head.cost_center_id;
      const net = lineTotals[index]?.total_netto;
      return costCenter === null || net === undefined
        ? []
        : [
            {
              cost_center_id: costCenter,
              ledger_account_id: line.ledger_account_id ?? head.ledger_account_id,
              net,
            },
          ];
    },
  );
  const exceeded = await loadExceededBudgets(tx, {
    procurementId: document.id,
    day:
      head.submitted_at === null
        ? settings.today
        : dayOfInstant(new Date(head.submitted_at), settings.timeZone),
    rate: head.exchange_rate ?? '1',
    amounts,
    isLocking,
  });
  const centers = exceeded.map((budget) => budget.cost_center_id);
  const required = Map.groupBy(await loadRequiredApprovers(tx, centers), (one) => one.cost_center_id);
  return exceeded.map(({ cost_center_id, ...budget }) => ({
    ...budget,
    approvers: required.get(cost_center_id) ?? [],
  }));
}
