import type { Confirmations } from '../base/confirmation.ts';
import type { Day } from '../base/day.ts';
import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isAmount,
  isZero,
  larger,
  round,
  sum,
  times,
} from '../base/money.ts';
import { type Refusal, refuse } from '../base/refusal.ts';
import { type FlowFacts, isAvailable, type Person, type Situation } from '../timeline/flow.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Approver, SelfApproval, SubstituteLimit } from './approval/approvers.ts';
import type { ApprovalRecords, Attachment } from './approval/covered.ts';
import { type RoleDefault, type RoleDefaultSources, resolveRoleDefault } from './approval/role-defaults.ts';
import type { Kind } from './kind.ts';

/** The head fields that the rules of all kinds read. Its totals always match the lines loaded with it. */
export interface DocumentHead {
  /** Null until it is saved. */
  readonly id: number | null;
  readonly status: string;
  readonly creator_id: number;
  readonly currency: string;
  /** Company currency per unit of `currency`, 6 decimals; null for the same currency (PRICE-04). */
  readonly exchange_rate: Amount | null;
  /** In the document's currency. */
  readonly total_netto: Amount;
  readonly total_brutto: Amount;
  /** The reason for a legal hold beyond the retention; null without one (ARC-02). */
  readonly legal_hold: string | null;
}

/** A document of any kind, with what the rules of all kinds read. */
export interface FlowingDocument {
  readonly kind: Kind;
  readonly head: DocumentHead;
  readonly timeline: Timeline;
  /** What the approvals cover (APPR-18). */
  readonly approvals: ApprovalRecords;
  /** The files that people and the product have attached. */
  readonly attachments: readonly Attachment[];
}

/** An available member of a task group: active, not blocked, no auditor. */
interface GroupMember {
  readonly id: number;
  readonly approval_limit: Amount | null;
}

/** A person with an approval limit in the company's currency; null = unlimited. */
export interface ApprovingPerson extends Person {
  readonly approval_limit: Amount | null;
  /** The person approves for a department, cost center or supplier of the document's company (APPR-10). */
  readonly approves_in_company: boolean;
  /** By an own right or that of a group (ROLE-07). */
  readonly sees_prices: boolean;
  /** The members of a task group. */
  readonly members: readonly GroupMember[];
}

/** The settings of the document's company that the rules read (DATA-13, DATA-15). */
export interface CompanySettings {
  readonly currency: string;
  /**
   * The reference rate of the document's foreign currency on the day of its rate, else today's, so that no day without
   * rates avoids it; null if unknown (PRICE-07).
   */
  readonly reference?: { readonly currency: string; readonly rate: Amount } | null;
  readonly min_approval: number;
  readonly self_approval: SelfApproval;
  readonly amount_basis: 'net' | 'gross';
  readonly when_limit_exceeded: 'confirm' | 'block';
  /** Whose limit counts when a substitute approves (APPR-15); `lower` by default. */
  readonly substitute_limit?: SubstituteLimit;
  readonly when_budget_exceeded: 'confirm' | 'additional_approval' | 'block';
  readonly can_delete_document_directly: boolean;
  /** The percentage by which confirmed prices may exceed the approved ones. */
  readonly price_tolerance_percent: Amount;
  /** The most that this percentage may be, in the company's currency; without it only the percentage counts. */
  readonly price_tolerance_amount?: Amount | null;
  /** How much more than ordered may be received, in percent of the ordered quantity (PROC-42). */
  readonly over_delivery_percent?: Amount;
  /** The state whose public holidays apply (CON-29). */
  readonly federal_state?: string | null;
  /** The only approver and the last editor of a contract must not sign it (CON-39). */
  readonly separate_signature?: boolean;
  /** A person who changed value, payee or account of a document must not be its only approver (INV-32, APPR-17). */
  readonly separate_check?: boolean;
}

/** A budget that the document makes negative, summed by the store under lock (BUD-06). */
export interface ExceededBudget {
  readonly budget_id: number;
  readonly name: string;
  readonly cost_center: string;
  /** In the company's currency. */
  readonly exceeded_by: Amount;
  /** The required approvers of its cost center, for `additional_approval` (APPR-16). */
  readonly approvers: readonly Approver[];
  /** It has such approvers, but none of them is here: their approval does not become a question (ROLE-18). */
  readonly isDeserted?: boolean;
}

/** The inputs of the approval rules (APPR). */
export interface ApprovalFacts {
  /** Approvers linked to department, cost centers and suppliers, active and unblocked only (APPR-06). */
  readonly pool: readonly Approver[];
  /** Somebody is linked, even if nobody of them is here (ROLE-18). */
  readonly isLinked?: boolean;
  /** Linked people who left or were blocked within seven days: that makes nobody the only approver (AUTH-37). */
  readonly latelyAway?: readonly number[];
  /** Approvers chosen on the document, by hand or by group. */
  readonly chosen: readonly Approver[];
  readonly isPriorityOn: boolean;
  readonly substitute: Approver | null;
  /** People who created or edited the document while acting as somebody else (APPR-17). */
  readonly actors: readonly number[];
  /** Those of them who edited it as somebody other than its creator. */
  readonly actorsForOthers?: readonly number[];
  /** The approval limit of the current means of sign-in; null = unlimited (AUTH-36). */
  readonly meansLimit: Amount | null;
}

/** An open question to a person, asked in a comment (TASK-23). */
export interface OpenQuestion {
  readonly id: number;
  readonly lb_user_id: number;
}

/** Facts outside the document that the rules of all kinds read; the store loads them before a decision. */
export interface DocumentFacts extends FlowFacts<ApprovingPerson> {
  /** The document's company; null for a draft without one. */
  readonly company: CompanySettings | null;
  readonly approval: ApprovalFacts;
  readonly exceededBudgets: readonly ExceededBudget[];
  readonly roleDefaults: RoleDefaultSources;
  /** Decimals of unit prices, 2 to 4 (tenant.default_decimal_places). */
  readonly decimalPlaces: number;
  /** Unanswered questions on the document (TASK-23). */
  readonly openQuestions?: readonly OpenQuestion[];
}

/** An actor and a document of any kind. */
export type DocumentSituation<
  Document extends FlowingDocument = FlowingDocument,
  Facts extends DocumentFacts = DocumentFacts,
> = Situation<Document, Facts>;

/** The input common to all actions. */
export interface TaskInput {
  readonly comment?: string | null | undefined;
  readonly confirmations?: Confirmations | null | undefined;
  /** Taken on the page of a mail link (MAIL-06); API callers cannot set it. */
  readonly is_by_mail?: true;
}

/** The input of actions that hand the document to a person. */
export interface PersonInput extends TaskInput {
  readonly person_id?: number | null | undefined;
}

/** The part of a situation that determines the value of a document. */
interface Valued {
  readonly document: Pick<FlowingDocument, 'head' | 'kind'> & { readonly lines?: readonly object[] };
  readonly facts: Pick<DocumentFacts, 'company'>;
}

/** The value that limits are compared with, as of today (APPR-07, CON-39). */
export function approvalValue(situation: DocumentSituation): Amount | Refusal {
  return approvalValueOn(situation, situation.facts.today);
}

/**
 * The document's total for comparison with limits: absolute, net or gross, in the company's currency (APPR-07). Where
 * lines reduce others, the larger side counts: +50,000 and -49,900 do not count as 100 (APPR-18). Kinds with a
 * long-term commitment count that commitment on `day`; a null `day` counts the total (CON-39).
 */
export function approvalValueOn({ document, facts }: Valued, day: Day | null): Amount | Refusal {
  const { currency, exchange_rate } = document.head;
  const bound = day === null ? undefined : document.kind.commitment?.(document, day, facts.company);
  const { total_netto, total_brutto } = bound ?? document.head;
  const isGross = facts.company?.amount_basis === 'gross';
  const side = largerSide(document);
  const scaled = isGross && !isZero(total_netto) ? dividedBy(times(side, total_brutto), total_netto) : side;
  const total = larger(absolute(isGross ? total_brutto : total_netto), absolute(scaled));
  if (facts.company === null || currency === facts.company.currency) return round(total, 2);
  if (exchange_rate === null) {
    return refuse('specific_field_required', { field: 'exchange_rate', values: { field: 'exchange_rate' } });
  }
  return round(times(total, limitRate(exchange_rate, currency, facts.company)), 2);
}

/** Below this share of the reference rate, a rate does not lower the value that limits are compared with. */
const leastShareOfReference = '0.9';

/** The rate for limits: a rate far below the reference rate would let an approver exceed the own limit (APPR-18). */
function limitRate(rate: Amount, currency: string, { reference }: CompanySettings): Amount {
  if (reference?.currency !== currency) return rate;
  return compareAmounts(rate, times(reference.rate, leastShareOfReference)) < 0 ? reference.rate : rate;
}

/** The available persons for a role, best first (RDEF-02). */
export function personsFor({ facts }: DocumentSituation, role: RoleDefault): readonly number[] {
  return resolveRoleDefault(role, facts.roleDefaults, (person) => isAvailable(facts, person));
}

/** Identifies document and action in confirmations, so that one cannot confirm another. */
export function confirmationSubject({ document }: DocumentSituation, action: string): string {
  return `${document.kind.name} ${document.head.id} ${action}`;
}

/** The sum of the positive or of the negative line amounts, whichever is larger; in the document's currency. */
function largerSide({ kind, lines = [] }: Valued['document']): Amount {
  const column = kind.takesOff ? kind.shortLine?.net : undefined;
  if (column === undefined) return '0';
  const nets = lines
    .map((line): unknown => Reflect.get(line, column))
    .filter((net) => typeof net === 'string' && isAmount(net)) as Amount[];
  const sides = [1, -1].map((sign) => absolute(sum(nets.filter((net) => compareAmounts(net, '0') === sign))));
  return larger(sides[0] ?? '0', sides[1] ?? '0');
}
