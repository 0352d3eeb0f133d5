import { dayOfInstant } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import { type Context, isActing } from '../../platform/context.ts';
import { suffices } from '../../platform/means.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Actor } from '../../timeline/flow.ts';
import { longestChain } from '../../timeline/substitutes.ts';
import { groupOfAcceptedTask } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { RoleDefaultSources } from '../approval/role-defaults.ts';
import type {
  ApprovingPerson,
  CompanySettings,
  DocumentFacts,
  ExceededBudget,
  OpenQuestion,
} from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import {
  loadChosenApprovers,
  loadLinkedApprovers,
  loadRequiredApprovers,
  loadRoleDefaults,
  seesPrices,
} from './approvers-store.ts';
import { type BudgetQuestion, loadExceededBudgets } from './budget-store.ts';
import type {
  CommonFacts,
  LoadedSituation,
  Mentioned,
  ServedKind,
  StoredDocument,
  TenantSettings,
} from './served-kind.ts';
import { loadDocumentApprovers } from './store.ts';

/**
 * The situation of one person in front of one document, as the pure rules need it. Runs as writer: approvers,
 * budgets and persons do not depend on what the person sees (TECH-03). Locks the cost centers of the document before
 * their budgets are summed, unless nothing will be written (BUD-06).
 */
export async function loadSituation<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F, O>,
  document: D,
  mentioned: Mentioned = {},
): Promise<LoadedSituation<D, F>> {
  const { head, kind } = document;
  const [
    company,
    { settings, groupIds },
    { pool, substitute },
    chosen,
    roleDefaults,
    { openQuestions, actors },
  ] = await Promise.all([
    loadCompany(tx, head.client_id),
    loadSurroundings(tx, context.userId, served.settings),
    loadLinkedApprovers(tx, served.approverSources(document), head.creator_id),
    mentioned.approverIds
      ? loadChosenApprovers(tx, mentioned.approverIds)
      : loadDocumentApprovers(tx, kind, document.id),
    loadRoleDefaults(tx, {
      creatorId: head.creator_id,
      clientId: head.client_id,
      departmentId: head.department_id,
    }),
    loadInvolved(tx, context, document),
  ]);
  const question = served.budgeted(document, settings);
  const isLocking = mentioned.locksBudgets ?? true;
  // Those who wait for the same room block each other while they are submitted, not while they are decided (BUD-04).
  const countsDecidedOnly =
    company?.when_budget_exceeded === 'block' &&
    currentEntry(document.timeline)?.type === kind.entries.approval;
  // Cost centers are locked before whatever a kind locks of its own.
  const [exceededBudgets, own] = await Promise.all([
    question === null ? [] : exceededBy(tx, { ...question, isLocking, countsDecidedOnly }),
    served.ownFacts(tx, document, mentioned),
  ]);
  const people = await loadPeople(tx, head.client_id, [
    context.userId,
    head.creator_id,
    ...document.timeline.entries.flatMap((entry) => [entry.lbUserId, entry.forUserId]),
    groupOfAcceptedTask(document.timeline),
    ...[...pool, ...chosen, ...exceededBudgets.flatMap(({ approvers }) => approvers)].map(
      (approver) => approver.lb_user_id,
    ),
    ...personsOf(roleDefaults),
    ...own.persons,
    ...(mentioned.personIds ?? []),
  ]);
  const common: CommonFacts = {
    now: settings.now,
    today: settings.today,
    people,
    company,
    approval: {
      pool,
      chosen,
      isPriorityOn: settings.values.approval_limit_priority === 'true',
      substitute,
      actors,
      meansLimit: meansLimitOf(context, settings),
    },
    exceededBudgets,
    roleDefaults,
    decimalPlaces: settings.decimalPlaces,
    openQuestions,
    settings,
    required_fields: company?.required_fields,
  };
  return { actor: actorOf(context, groupIds), document, facts: own.complete(common) };
}

function actorOf(context: Context, groupIds: readonly number[]): Actor {
  return {
    id: context.userId,
    roles: context.roles,
    groupIds,
    isImpersonated: isActing(context),
  };
}

/** Up to what value the person may approve by the means with which he is there; null = any (AUTH-36). */
function meansLimitOf(context: Context, { values }: TenantSettings): Amount | null {
  return suffices(context, 'large_approval') ? null : (values.passkey_approval_amount ?? null);
}

interface Company extends CompanySettings {
  readonly required_fields: unknown;
}

/** What the rules of all documents read of a company; null where there is none. Runs as writer. */
export async function loadCompany(tx: Tx, clientId: number | null): Promise<Company | null> {
  const company = await tx.maybeOne<Company>(
    `select currency, min_approval, self_approval, amount_basis, when_limit_exceeded, when_budget_exceeded,
            substitute_limit, can_delete_document_directly, price_tolerance_percent, federal_state, separate_signature,
            required_fields
     from client where id = $1`,
    [clientId],
  );
  return company ?? null;
}

/** Settings that the rules of all documents read. */
const commonSettings = ['timezone', 'approval_limit_priority', 'passkey_approval_amount'];

/** The settings of the tenant at this moment, and the task groups of the person. Runs as writer. */
export async function loadSurroundings(
  tx: Tx,
  userId: number,
  keys: readonly string[],
): Promise<{ readonly settings: TenantSettings; readonly groupIds: readonly number[] }> {
  const row = await tx.one<{
    now: string;
    decimal_places: number;
    values: Readonly<Record<string, string | null>> | null;
    group_ids: readonly number[];
  }>(
    `select clock_timestamp() as now,
            (select default_decimal_places from tenant where id = app.tenant_id()) as decimal_places,
            (select json_object_agg(key, value) from configuration where client_id is null and key = any ($1)) as values,
            array(select task_group_id from task_group_user where lb_user_id = $2) as group_ids`,
    [[...commonSettings, ...keys], userId],
  );
  const values = row.values ?? {};
  const timeZone = values.timezone ?? 'Europe/Berlin';
  const settings = {
    now: row.now,
    today: dayOfInstant(new Date(row.now), timeZone),
    timeZone,
    decimalPlaces: row.decimal_places,
    values,
  };
  return { settings, groupIds: row.group_ids };
}

interface Involved {
  readonly openQuestions: readonly OpenQuestion[];
  /** Who had a hand in the document while he acted as somebody else, and who is about to have one (APPR-17). */
  readonly actors: readonly number[];
}

async function loadInvolved(
  tx: Tx,
  context: Context,
  { id, kind: { name } }: Pick<StoredDocument, 'id' | 'kind'>,
): Promise<Involved> {
  const [row] = await tx.fixed<Involved>(
    `select
       (select coalesce(json_agg(json_build_object('id', q.id, 'lb_user_id', q.lb_user_id) order by q.id), '[]')
        from document_question q where q.${name}_id = $1 and q.answered_at is null) as "openQuestions",
       array(select distinct h.actor_id from document_hand h where h.${name}_id = $1) as actors`,
    [id],
  );
  const { openQuestions = [], actors = [] } = row ?? {};
  return { openQuestions, actors: isActing(context) ? [...actors, context.actorId] : actors };
}

/** What belongs to no company in particular belongs to each of them. */
const approvesInCompany = `(
  exists (select from department_approver a join department d on d.id = a.department_id where a.lb_user_id = u.id and (
    d.client_id = $2 or exists (select from department_client l where l.department_id = d.id and l.client_id = $2)))
  or exists (select from cost_center_approver a join cost_center_client l on l.cost_center_id = a.cost_center_id
    where a.lb_user_id = u.id and l.client_id = $2)
  or exists (select from supplier_approver a where a.lb_user_id = u.id and (
    exists (select from supplier_client l where l.supplier_id = a.supplier_id and l.client_id = $2)
    or not exists (select from supplier_client l where l.supplier_id = a.supplier_id))))`;

/** Limits as text, for JSON has no exact numbers. */
const membersOfGroup = `coalesce((
  select json_agg(json_build_object('id', m.id, 'approval_limit', m.approval_limit::text) order by m.id)
  from task_group_user g join lb_user m on m.id = g.lb_user_id
  where u.is_group and g.task_group_id = u.id and m.active and not m.blocked and m.auditor_ends_on is null), '[]')`;

async function loadPeople(
  tx: Tx,
  clientId: number | null,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, ApprovingPerson>> {
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  // Substitutes of substitutes belong to them, as far as a chain may go (APPR-15). Nobody gives an auditor a task (ARC-04).
  const rows = await tx.fixed<ApprovingPerson>(
    `with recursive wanted as (
       select id, 0 as hops from unnest($1::bigint[]) as id
       union
       select u.substitute_id, w.hops + 1 from wanted w join lb_user u on u.id = w.id
       where u.substitute_id is not null and w.hops <= ${longestChain}
     )
     select id, name, is_group, active, blocked or auditor_ends_on is not null as blocked, approval_limit, substitute_id, absence_from, absence_to,
       ${approvesInCompany} as approves_in_company, ${seesPrices} as sees_prices, ${membersOfGroup} as members
     from lb_user u where id in (select id from wanted)`,
    [wanted, clientId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function personsOf(sources: RoleDefaultSources): (number | null | undefined)[] {
  return Object.values(sources).flatMap((source) => (source === null ? [] : Object.values(source)));
}

/** The budgets that the document's own amounts exceed, by cost center and account, with those who approve for them. */
async function exceededBy(tx: Tx, question: BudgetQuestion): Promise<ExceededBudget[]> {
  const exceeded = await loadExceededBudgets(tx, question);
  const centers = exceeded.map((budget) => budget.cost_center_id);
  const required = Map.groupBy(await loadRequiredApprovers(tx, centers), (one) => one.cost_center_id);
  return exceeded.map(({ cost_center_id, ...budget }) => ({
    ...budget,
    approvers: required.get(cost_center_id) ?? [],
  }));
}
