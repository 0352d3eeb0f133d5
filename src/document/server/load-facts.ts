import { dayOfInstant } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import { type Context, isActing } from '../../platform/context.ts';
import { suffices } from '../../platform/means.ts';
import { firstFailure } from '../../platform/server/database/first-failure.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Actor } from '../../timeline/flow.ts';
import { groupOfAcceptedTask } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { RoleDefaultSources } from '../approval/role-defaults.ts';
import type { CompanySettings, DocumentFacts, ExceededBudget, OpenQuestion } from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import {
  loadChosenApprovers,
  loadLinkedApprovers,
  loadRequiredApprovers,
  loadRoleDefaults,
} from './approvers-store.ts';
import { loadExceededBudgets, type ExceededBudget as SummedBudget } from './budget-store.ts';
import { loadLikelyPeople, withMissing } from './people-store.ts';
import type {
  CommonFacts,
  LoadedSituation,
  Mentioned,
  ServedKind,
  StoredDocument,
  TenantSettings,
} from './served-kind.ts';
import { loadExceededBySpread } from './spread-budget-store.ts';
import { loadDocumentApprovers } from './store.ts';

/**
 * Loads the situation of one person and one document for the pure rules. Runs as writer: approvers, budgets and
 * persons do not depend on what the person sees (TECH-03). Locks the document's cost centers before summing their
 * budgets, unless nothing will be written (BUD-06).
 */
export async function loadSituation<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F, O>,
  document: D,
  mentioned: Mentioned = {},
): Promise<LoadedSituation<D, F>> {
  const { head, kind } = document;
  const isLocking = mentioned.locksBudgets ?? true;
  const named = namedPersons(context, document, mentioned);
  const { creator_id: creatorId, client_id: clientId, department_id: departmentId } = head;
  const owners = { creatorId, clientId, departmentId };
  // The queries are independent, so that all of them take one round trip.
  const [
    company,
    { settings, groupIds },
    { substitute, ...linked },
    chosen,
    roleDefaults,
    { openQuestions, actors, actorsForOthers },
    exceededBudgets,
    own,
    likely,
  ] = await firstFailure(
    loadCompany(tx, head.client_id, head),
    loadSurroundings(tx, context.userId, served.settings),
    loadLinkedApprovers(tx, served.approverSources(document), head.creator_id),
    mentioned.approverIds
      ? loadChosenApprovers(tx, mentioned.approverIds)
      : loadDocumentApprovers(tx, kind, document.id),
    loadRoleDefaults(tx, owners),
    loadInvolved(tx, context, document),
    // Cost centers are locked before any locks of the kind.
    exceededBy(tx, served, document, isLocking),
    served.ownFacts(tx, document, mentioned),
    loadLikelyPeople(tx, served, document, named),
  );
  const people = await withMissing(tx, head.client_id, likely, named, [
    ...[...linked.pool, ...chosen, ...exceededBudgets.flatMap(({ approvers }) => approvers)].map(
      (approver) => approver.lb_user_id,
    ),
    ...personsOf(roleDefaults),
    ...own.persons,
  ]);
  const common: CommonFacts = {
    now: settings.now,
    today: settings.today,
    people,
    company,
    approval: {
      ...linked,
      chosen,
      isPriorityOn: settings.values.approval_limit_priority === 'true',
      substitute,
      actors,
      actorsForOthers,
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

/** The persons and groups that the document and the input name. */
function namedPersons(
  context: Context,
  { head, timeline }: StoredDocument,
  { personIds, approverIds }: Mentioned,
): readonly (number | null | undefined)[] {
  return [
    context.userId,
    head.creator_id,
    ...timeline.entries.flatMap((entry) => [entry.lbUserId, entry.forUserId]),
    groupOfAcceptedTask(timeline),
    ...(personIds ?? []),
    ...(approverIds ?? []),
  ];
}

function actorOf(context: Context, groupIds: readonly number[]): Actor {
  return {
    id: context.userId,
    roles: context.roles,
    groupIds,
    isImpersonated: isActing(context),
  };
}

/** The approval limit of the current means of sign-in; null = unlimited (AUTH-36). */
function meansLimitOf(context: Context, { values }: TenantSettings): Amount | null {
  return suffices(context, 'large_approval') ? null : (values.passkey_approval_amount ?? null);
}

interface Company extends CompanySettings {
  readonly required_fields: unknown;
}

/**
 * The company settings that the rules of all kinds read; null without a company. Runs as writer.
 *
 * @param rated the document whose reference rate is needed
 */
export async function loadCompany(
  tx: Tx,
  clientId: number | null,
  rated?: Pick<StoredDocument['head'], 'currency' | 'rate_date'>,
): Promise<Company | null> {
  const company = await tx.maybeOne<Company>(
    `select currency, min_approval, self_approval, amount_basis, when_limit_exceeded, when_budget_exceeded,
            substitute_limit, can_delete_document_directly, price_tolerance_percent, price_tolerance_amount,
            over_delivery_percent, federal_state, separate_signature, separate_check, required_fields,
            case when currency <> $2::text then (
              select json_build_object('currency', $2::text, 'rate', trim_scale(r.rate)::text)
              from unnest(array[$3::date, (now() at time zone app.time_zone())::date]) with ordinality as of (day, place)
              cross join app.reference_rate(currency, $2, of.day) r order by of.place limit 1) end as reference
     from client where id = $1`,
    [clientId, rated?.currency, rated?.rate_date],
  );
  return company ?? null;
}

/** Settings that the rules of all kinds read. */
const commonSettings = ['timezone', 'approval_limit_priority', 'passkey_approval_amount'];

/** The current settings of the tenant, and the person's task groups. Runs as writer. */
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
  /** Who had a hand in the document while acting as somebody else, the current actor included (APPR-17). */
  readonly actors: readonly number[];
  /** Those of them who acted as somebody other than its creator. */
  readonly actorsForOthers: readonly number[];
}

async function loadInvolved(
  tx: Tx,
  context: Context,
  { id, kind: { name }, head: { creator_id } }: Pick<StoredDocument, 'id' | 'kind' | 'head'>,
): Promise<Involved> {
  const [row] = await tx.fixed<Involved>(
    `select
       (select coalesce(json_agg(json_build_object('id', q.id, 'lb_user_id', q.lb_user_id) order by q.id), '[]')
        from document_question q where q.${name}_id = $1 and q.answered_at is null) as "openQuestions",
       array(select distinct h.actor_id from document_hand h where h.${name}_id = $1) as actors,
       array(select distinct h.actor_id from document_hand h where h.${name}_id = $1 and h.lb_user_id <> $2)
         as "actorsForOthers"`,
    [id, creator_id],
  );
  const { openQuestions = [], actors = [], actorsForOthers = [] } = row ?? {};
  const others = { openQuestions, actorsForOthers };
  return { ...others, actors: isActing(context) ? [...actors, context.actorId] : actors };
}

function personsOf(sources: RoleDefaultSources): (number | null | undefined)[] {
  return Object.values(sources).flatMap((source) => (source === null ? [] : Object.values(source)));
}

/** The budgets that the document's own amounts exceed, by cost center and account, with their approvers. */
async function exceededBy<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  served: ServedKind<D, F, O>,
  document: D,
  isLocking: boolean,
): Promise<ExceededBudget[]> {
  const budgeted = served.budgeted(document);
  if (budgeted === null) return [];
  // Documents waiting for the same budget block each other on submit, but not on approval or signature (BUD-04).
  const { approval, signing = approval } = document.kind.entries;
  const type = currentEntry(document.timeline)?.type;
  const approvingClientId = type === approval || type === signing ? document.head.client_id : null;
  const asked = { isLocking, approvingClientId };
  const exceeded =
    'spread' in budgeted
      ? await loadExceededBySpread(tx, { ...budgeted, ...asked })
      : await loadExceededBudgets(tx, { ...budgeted, ...asked });
  return await withRequiredApprovers(tx, exceeded);
}

/** Exceeded budgets with the required approvers of their cost centers (APPR-16). Runs as writer. */
export async function withRequiredApprovers(
  tx: Tx,
  exceeded: readonly SummedBudget[],
): Promise<ExceededBudget[]> {
  const centers = exceeded.map((budget) => budget.cost_center_id);
  const required = Map.groupBy(await loadRequiredApprovers(tx, centers), (one) => one.cost_center_id);
  return exceeded.map(({ cost_center_id, ...budget }) => {
    const linked = required.get(cost_center_id) ?? [];
    const approvers = linked.filter(({ is_here }) => is_here);
    return { ...budget, approvers, isDeserted: linked.length > 0 && approvers.length === 0 };
  });
}
