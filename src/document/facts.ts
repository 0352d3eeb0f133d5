import type { Confirmations } from '../base/confirmation.ts';
import type { Day } from '../base/day.ts';
import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isAmount,
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

/** What the rules of all documents read of a head. The totals are always those of the lines that stand with it. */
export interface DocumentHead {
  /** Null until it is saved. */
  readonly id: number | null;
  readonly status: string;
  readonly creator_id: number;
  readonly currency: string;
  /** Company currency per unit of `currency`, 6 decimals; null while both are the same (PRICE-04). */
  readonly exchange_rate: Amount | null;
  /** In the document's currency. */
  readonly total_netto: Amount;
  readonly total_brutto: Amount;
  /** Why it is held beyond its retention; null where nothing holds it (ARC-02). */
  readonly legal_hold: string | null;
}

/** A document of any kind, as far as the rules of all kinds look at it. */
export interface FlowingDocument {
  readonly kind: Kind;
  readonly head: DocumentHead;
  readonly timeline: Timeline;
  /** What its approvals cover (APPR-18). */
  readonly approvals: ApprovalRecords;
  /** The files that people and the product have put to it. */
  readonly attachments: readonly Attachment[];
}

/** A member of a task group who is there: active, not blocked, no auditor. */
interface GroupMember {
  readonly id: number;
  readonly approval_limit: Amount | null;
}

/** A person with his own approval limit in the company's currency; null = unlimited. */
export interface ApprovingPerson extends Person {
  readonly approval_limit: Amount | null;
  /** Is an approver of any department, cost center or supplier of the document's company (APPR-10). */
  readonly approves_in_company: boolean;
  /** By a right of his own or of one of his groups (ROLE-07). */
  readonly sees_prices: boolean;
  /** Of a task group. */
  readonly members: readonly GroupMember[];
}

/** The settings of the document's company that its rules read (DATA-13, DATA-15). */
export interface CompanySettings {
  readonly currency: string;
  readonly min_approval: number;
  readonly self_approval: SelfApproval;
  readonly amount_basis: 'net' | 'gross';
  readonly when_limit_exceeded: 'confirm' | 'block';
  /** Whose limit counts when a substitute approves (APPR-15); `lower` where nothing is said. */
  readonly substitute_limit?: SubstituteLimit;
  readonly when_budget_exceeded: 'confirm' | 'additional_approval' | 'block';
  readonly can_delete_document_directly: boolean;
  /** By how many percent confirmed prices may go beyond what was approved. */
  readonly price_tolerance_percent: Amount;
  /** Whose holidays are no working days (CON-29). */
  readonly federal_state?: string | null;
  /** Who alone approved a contract, or changed it last, does not sign it (CON-39). */
  readonly separate_signature?: boolean;
}

/** A budget that this document makes negative, summed by the store under lock (BUD-06). */
export interface ExceededBudget {
  readonly budget_id: number;
  readonly name: string;
  readonly cost_center: string;
  /** By how much, in the company's currency. */
  readonly exceeded_by: Amount;
  /** The required approvers of its cost center, for `additional_approval` (APPR-16). */
  readonly approvers: readonly Approver[];
}

/** What the approval rules need to know (APPR). */
export interface ApprovalFacts {
  /** Links of department, cost centers and suppliers, active and unblocked only (APPR-06). */
  readonly pool: readonly Approver[];
  /** Approvers on the document, chosen by hand or by group. */
  readonly chosen: readonly Approver[];
  readonly isPriorityOn: boolean;
  readonly substitute: Approver | null;
  /** Who had a hand in the document while he acted as somebody else (APPR-17). */
  readonly actors: readonly number[];
  /** Up to what value the person may approve by the means with which he is there; null = any (AUTH-36). */
  readonly meansLimit: Amount | null;
}

/** A question that a person was asked in a comment (TASK-23). */
export interface OpenQuestion {
  readonly id: number;
  readonly lb_user_id: number;
}

/** Everything outside a document that the rules of all kinds look at; loaded by the store before a decision. */
export interface DocumentFacts extends FlowFacts<ApprovingPerson> {
  /** Of the document's company; a draft without company has none. */
  readonly company: CompanySettings | null;
  readonly approval: ApprovalFacts;
  readonly exceededBudgets: readonly ExceededBudget[];
  readonly roleDefaults: RoleDefaultSources;
  /** Unit prices have this many decimals, 2 to 4 (tenant.default_decimal_places). */
  readonly decimalPlaces: number;
  /** Questions on this document that nobody has answered yet (TASK-23). */
  readonly openQuestions?: readonly OpenQuestion[];
}

/** One person in front of one document of any kind. */
export type DocumentSituation<
  Document extends FlowingDocument = FlowingDocument,
  Facts extends DocumentFacts = DocumentFacts,
> = Situation<Document, Facts>;

/** Input that every action takes. */
export interface TaskInput {
  readonly comment?: string | null | undefined;
  readonly confirmations?: Confirmations | null | undefined;
  /** It was pressed on the page that a mail links to (MAIL-06); no caller of the API can say so. */
  readonly is_by_mail?: true;
}

/** Input of the actions that hand the document to a person. */
export interface PersonInput extends TaskInput {
  readonly person_id?: number | null | undefined;
}

/** As much of a situation as decides what a document is worth. */
interface Valued {
  readonly document: Pick<FlowingDocument, 'head' | 'kind'> & { readonly lines?: readonly object[] };
  readonly facts: Pick<DocumentFacts, 'company'>;
}

/** What limits are compared with as it is today (APPR-07, CON-39). */
export function approvalValue(situation: DocumentSituation): Amount | Refusal {
  return approvalValueOn(situation, situation.facts.today);
}

/**
 * The document's total as the limits count it: absolute, net or gross, in the company's currency (APPR-07). Where some of its
 * lines take off what others charge it is the larger of both sides: +50,000 and -49,900 are no matter of 100 (APPR-18). Of a
 * kind that commits for longer it is what it commits to as it stands on a day; its total where the day is null (CON-39).
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
  return round(times(total, exchange_rate), 2);
}

/** Available persons for a role, best first (RDEF-02). */
export function personsFor({ facts }: DocumentSituation, role: RoleDefault): readonly number[] {
  return resolveRoleDefault(role, facts.roleDefaults, (person) => isAvailable(facts, person));
}

/** Names the document and the action in confirmations, so that one is never taken for the other. */
export function confirmationSubject({ document }: DocumentSituation, action: string): string {
  return `${document.kind.name} ${document.head.id} ${action}`;
}

/** What the lines charge together, or take off together where that is more; in the currency of the document. */
function largerSide({ kind, lines = [] }: Valued['document']): Amount {
  const column = kind.takesOff ? kind.shortLine?.net : undefined;
  if (column === undefined) return '0';
  const nets = lines
    .map((line): unknown => Reflect.get(line, column))
    .filter((net) => typeof net === 'string' && isAmount(net)) as Amount[];
  const sides = [1, -1].map((sign) => absolute(sum(nets.filter((net) => compareAmounts(net, '0') === sign))));
  return larger(sides[0] ?? '0', sides[1] ?? '0');
}

function larger(one: Amount, other: Amount): Amount {
  return compareAmounts(one, other) >= 0 ? one : other;
}

function isZero(amount: Amount): boolean {
  return compareAmounts(amount, '0') === 0;
}
