import { type Amount, compareAmounts } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';

/** Whether creators may approve their own requests (APPR-09). */
export type SelfApproval = 'never' | 'below_limit' | 'allowed';

/** Whose limit counts when a substitute approves (APPR-15). */
export type SubstituteLimit = 'lower' | 'substitute' | 'represented';

/** A possible approver, person or task group, with the source of the choice (DATA-20). */
export interface Approver {
  readonly lb_user_id: number;
  readonly name: string;
  /** In the company's currency; null = unlimited (ROLE-15). */
  readonly approval_limit: Amount | null;
  /** 1 to 1000, higher first among equal limits (APPR-03). */
  readonly priority_approval_limit: number | null;
  readonly is_required: boolean;
  readonly inserted_manually: boolean;
  readonly inserted_by_group: boolean;
}

export interface ApproverQuestion {
  /** Links of the department, the cost centers and the suppliers (APPR-06); persons may occur several times. */
  readonly pool: readonly Approver[];
  /** Chosen on the document by hand or by group; always kept (APPR-01). */
  readonly chosen: readonly Approver[];
  /** Required in addition to all others, because of an exceeded budget (APPR-16). */
  readonly additional?: readonly Approver[];
  /** The document's total in the company's currency, net or gross by its `amount_basis` (APPR-07). */
  readonly value: Amount;
  readonly minApproval: number;
  readonly isPriorityOn: boolean;
  readonly creatorId: number;
  /**
   * The people who made or changed the document as somebody else; the rules for its creator apply to them (APPR-17).
   */
  readonly actorIds?: readonly number[];
  readonly selfApproval: SelfApproval;
  /** The creator's substitute: replaces a required creator who may not approve, if entitled (APPR-09, APPR-20). */
  readonly substitute?: Approver | null;
  /** Whether a person approves for any department, cost center or supplier of the company (APPR-10). */
  readonly approvesInCompany: (lbUserId: number) => boolean;
  /** The substitute who approves for an absent person (APPR-15); the person itself by default. */
  readonly holderOf?: (lbUserId: number) => number;
}

export interface ApproverChoice {
  /** One staged approval each, ascending by limit; empty = the step is left out. */
  readonly approvers: readonly Approver[];
  /** No limit covers the value, so that going on needs a confirmation (APPR-05). */
  readonly isUncovered: boolean;
  /** The replacement of a required creator; null = nobody available, undefined = the creator was not required. */
  readonly replacement?: Approver | null;
}

/** Whether the limit covers the value; null covers everything (APPR-02). */
export function covers(approver: Pick<Approver, 'approval_limit'>, value: Amount): boolean {
  return approver.approval_limit === null || compareAmounts(approver.approval_limit, value) >= 0;
}

/**
 * The approvers and their order (APPR-10). Required, manual and group approvers are kept; people of the pool are
 * added by ascending limit until one covers the value and enough different persons approve. Refuses with
 * `needs_min_approval` (`count`) when the pool is too small.
 */
export function chooseApprovers(question: ApproverQuestion): ApproverChoice | Refusal {
  const choice = findApprovers(question);
  const isEnough = areEnough(choice.approvers.filter(entitledBy(question)), question.minApproval);
  return isEnough === true ? choice : isEnough;
}

/**
 * Whether the company has made the person an approver, by a link or an own limit. Without either, a missing limit
 * does not mean unlimited: the person covers nothing and does not count (APPR-10).
 */
export function entitledBy({
  pool,
  additional = [],
  approvesInCompany,
}: Pick<ApproverQuestion, 'pool' | 'additional' | 'approvesInCompany'>): (
  approver: Pick<Approver, 'lb_user_id' | 'approval_limit'>,
) => boolean {
  const linked = new Set([...pool, ...additional].map((one) => one.lb_user_id));
  return ({ lb_user_id: id, approval_limit }) =>
    approval_limit !== null || linked.has(id) || approvesInCompany(id);
}

/** Whether there are enough approvers for the company; the refusal is `needs_min_approval` (`count`). */
export function areEnough(approvers: readonly Approver[], minApproval: number): true | Refusal {
  return approvers.length >= minApproval
    ? true
    : refuse('needs_min_approval', { values: { count: minApproval } });
}

/** As `chooseApprovers`, but may return too few approvers. */
export function findApprovers(question: ApproverQuestion): ApproverChoice {
  const { value, additional = [] } = question;
  const order = approverOrder(question.isPriorityOn);
  const wanted = distinctByPerson([...question.pool.filter((one) => one.is_required), ...question.chosen]);
  const kept = wanted.filter((one) => mayApprove(one, question));
  const rest = distinctByPerson(question.pool)
    .filter((one) => !isMaker(one.lb_user_id, question) && !kept.some((other) => isSame(one, other)))
    .toSorted(order);

  const required = [...wanted.filter((one) => one.is_required), ...additional];
  const isReplaced = required.some((one) => !mayApprove(one, question));
  const replacement = isReplaced ? replacementFor(question, kept, rest) : undefined;
  const regular = distinctByPerson(replacement ? [...kept, replacement] : kept);
  const candidates = rest.filter((one) => !regular.some((other) => isSame(one, other)));

  const isEntitled = entitledBy(question);
  const isCovered = (by: readonly Approver[]) => by.some((one) => isEntitled(one) && covers(one, value));
  const isEnough = countsAsEnough(question, [...regular, ...candidates].filter(isEntitled));
  while (candidates.length > 0 && (!isCovered(regular) || !isEnough(regular.filter(isEntitled)))) {
    regular.push(...candidates.splice(0, 1));
  }
  const approvers = distinctByPerson([...regular, ...additional.filter((one) => mayApprove(one, question))]);
  return {
    approvers: approvers.toSorted(order),
    isUncovered: approvers.length > 0 && !isCovered(approvers),
    ...(replacement === undefined ? {} : { replacement }),
  };
}

/** Whether the person created the document or had a hand in it as somebody else (APPR-17). */
export function isMaker(
  personId: number,
  { creatorId, actorIds = [] }: Pick<ApproverQuestion, 'creatorId' | 'actorIds'>,
): boolean {
  return personId === creatorId || actorIds.includes(personId);
}

/**
 * Whether the person may approve the document (APPR-09, APPR-17). Its makers may if their own limit covers the value
 * under `below_limit`, and not at all under `never`.
 */
export function mayApprove(
  approver: Pick<Approver, 'lb_user_id' | 'approval_limit'>,
  document: Pick<ApproverQuestion, 'creatorId' | 'actorIds' | 'selfApproval' | 'value'>,
): boolean {
  if (!isMaker(approver.lb_user_id, document) || document.selfApproval === 'allowed') return true;
  return document.selfApproval === 'below_limit' && covers(approver, document.value);
}

/** The facts that determine the approvers for exceeded budgets. */
export interface BudgetApproval {
  readonly company: { readonly when_budget_exceeded: 'confirm' | 'additional_approval' | 'block' } | null;
  readonly exceededBudgets: readonly { readonly approvers: readonly Approver[] }[];
}

/**
 * The required approvers of cost centers with an exceeded budget, if the company demands additional approval
 * (APPR-16).
 */
export function additionalBudgetApprovers({ company, exceededBudgets }: BudgetApproval): readonly Approver[] {
  if (company?.when_budget_exceeded !== 'additional_approval') return [];
  return exceededBudgets.flatMap((budget) => budget.approvers);
}

/** Limit ascending with "unlimited" last, then priority descending if switched on, then name and id (APPR-10). */
function approverOrder(isPriorityOn: boolean): (left: Approver, right: Approver) => number {
  return (left, right) =>
    compareLimits(left.approval_limit, right.approval_limit) ||
    (isPriorityOn ? priorityOf(right) - priorityOf(left) : 0) ||
    left.name.localeCompare(right.name, 'de') ||
    left.lb_user_id - right.lb_user_id;
}

/**
 * Whether an approval exceeds its approver's authority: the own limit is below the value and no later approval covers
 * it (APPR-11). It then needs a confirmation, or is refused (APPR-16).
 */
export function exceedsLimit(
  acting: Pick<Approver, 'approval_limit'>,
  later: readonly Pick<Approver, 'approval_limit'>[],
  value: Amount,
): boolean {
  return !covers(acting, value) && !later.some((approver) => covers(approver, value));
}

function replacementFor(
  question: ApproverQuestion,
  kept: readonly Approver[],
  rest: readonly Approver[],
): Approver | null {
  const { substitute, value } = question;
  const mayReplace = substitute && entitledBy(question)(substitute);
  if (mayReplace && !isMaker(substitute.lb_user_id, question)) return { ...substitute, is_required: true };
  const covering = rest.find((one) => covers(one, value)) ?? kept.find((one) => covers(one, value));
  return covering ? { ...covering, is_required: true } : null;
}

/**
 * Whether enough different persons approve. Substitutes count as the persons they are if there are enough people for
 * that. Otherwise absent persons count themselves, since they may be back by then (APPR-15).
 */
function countsAsEnough(
  { minApproval, holderOf = (id) => id }: ApproverQuestion,
  all: readonly Approver[],
): (approvers: readonly Approver[]) => boolean {
  const holders = (approvers: readonly Approver[]) =>
    new Set(approvers.map((one) => holderOf(one.lb_user_id))).size;
  return holders(all) >= minApproval
    ? (approvers) => holders(approvers) >= minApproval
    : (approvers) => approvers.length >= minApproval;
}

/** Merges the links of each person and keeps all flags, above all "required" (APPR-06). */
function distinctByPerson(approvers: readonly Approver[]): Approver[] {
  const byPerson = new Map<number, Approver>();
  for (const approver of approvers) {
    const known = byPerson.get(approver.lb_user_id);
    byPerson.set(approver.lb_user_id, known ? merged(known, approver) : approver);
  }
  return [...byPerson.values()];
}

function merged(one: Approver, other: Approver): Approver {
  return {
    ...one,
    is_required: one.is_required || other.is_required,
    inserted_manually: one.inserted_manually || other.inserted_manually,
    inserted_by_group: one.inserted_by_group || other.inserted_by_group,
  };
}

function isSame(one: Approver, other: Approver): boolean {
  return one.lb_user_id === other.lb_user_id;
}

/** The lower of two limits; null is unlimited. */
export function lowerLimit(one: Amount | null, other: Amount | null): Amount | null {
  return compareLimits(one, other) <= 0 ? one : other;
}

function compareLimits(left: Amount | null, right: Amount | null): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return compareAmounts(left, right);
}

function priorityOf(approver: Approver): number {
  return approver.priority_approval_limit ?? Number.NEGATIVE_INFINITY;
}
