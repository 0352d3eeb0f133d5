import type { Confirmations } from '../../base/confirmation.ts';
import { type Amount, absolute, compareAmounts, minus, round, times } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import type { Approver, SelfApproval, SubstituteLimit } from '../../document/approval/approvers.ts';
import {
  type RoleDefault,
  type RoleDefaultSources,
  resolveRoleDefault,
} from '../../document/approval/role-defaults.ts';
import { totals } from '../../document/totals.ts';
import { type FlowFacts, isAvailable, type Person, type Situation } from '../../timeline/flow.ts';
import type { LinePrice, LineQuantity, Procurement, ProcurementFields, ProcurementLine } from './model.ts';

/** A person with his own approval limit in the company's currency; null = unlimited. */
export interface ApprovingPerson extends Person {
  readonly approval_limit: Amount | null;
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
}

/** Everything outside the document that its rules look at; loaded by the store before a decision. */
export interface ProcurementFacts extends FlowFacts<ApprovingPerson> {
  /** Of the document's company; a draft without company has none. */
  readonly company: CompanySettings | null;
  readonly approval: ApprovalFacts;
  readonly exceededBudgets: readonly ExceededBudget[];
  readonly roleDefaults: RoleDefaultSources;
  /** The groups of the document's lines (RDEF-06). */
  readonly productGroups: ReadonlyMap<number, ProductGroupFacts>;
  readonly isProductGroupRequired: boolean;
  /** Unit prices have this many decimals, 2 to 4 (tenant.default_decimal_places). */
  readonly decimalPlaces: number;
  /** Further fields that the company requires on the order form (ADM-08). */
  readonly requiredFields?: readonly (keyof ProcurementFields)[];
  /** Prices of the products in the lines, for writers who may not see prices (ROLE-07). */
  readonly catalogPrices?: ReadonlyMap<number, LinePrice>;
  /** The ids a person may choose on this form; absent where the store has no reason to check (VAL-04). */
  readonly selectable?: Readonly<Partial<Record<SelectField, ReadonlySet<number>>>>;
  /** Questions on this document that nobody has answered yet (TASK-23). */
  readonly openQuestions?: readonly OpenQuestion[];
}

/** A question that a person was asked in a comment (TASK-23). */
export interface OpenQuestion {
  readonly id: number;
  readonly lb_user_id: number;
}

export interface ProductGroupFacts {
  readonly name: string;
  readonly user_select_product_id: number | null;
}

export type SelectField =
  | 'client_id'
  | 'department_id'
  | 'cost_center_id'
  | 'ledger_account_id'
  | 'consignee_id'
  | 'delivery_address_id';

export type ProcurementSituation = Situation<Procurement, ProcurementFacts>;

/** The document's total as the limits count it: absolute, net or gross, in the company's currency (APPR-07). */
export function approvalValue({ document, facts }: ProcurementSituation): Amount | Refusal {
  const { total_netto, total_brutto } = totals(document.lines);
  const total = absolute(facts.company?.amount_basis === 'gross' ? total_brutto : total_netto);
  const { currency, exchange_rate } = document.head;
  if (facts.company === null || currency === facts.company.currency) return round(total, 2);
  if (exchange_rate === null) {
    return refuse('specific_field_required', { field: 'exchange_rate', values: { field: 'exchange_rate' } });
  }
  return round(times(total, exchange_rate), 2);
}

/** Available persons for a role, best first (RDEF-02). */
export function personsFor({ facts }: ProcurementSituation, role: RoleDefault): readonly number[] {
  return resolveRoleDefault(role, facts.roleDefaults, (person) => isAvailable(facts, person));
}

/** Names the document and the action in confirmations, so that one is never taken for the other. */
export function confirmationSubject({ document }: ProcurementSituation, action: string): string {
  return `procurement ${document.head.id} ${action}`;
}

/** Ordered and not yet received; freight and surcharges never arrive (PROC-34). */
export function missingQuantity(line: LineQuantity): Amount {
  if (line.kind !== 'item' || line.quantity === null) return '0';
  return minus(line.quantity, line.quantity_received);
}

/** The lines of which something has not arrived yet. */
export function linesMissing(lines: readonly ProcurementLine[]): readonly ProcurementLine[] {
  return lines.filter((line) => compareAmounts(missingQuantity(line), '0') > 0);
}

/** The distinct suppliers of the lines. */
export function supplierIds(lines: readonly ProcurementLine[]): readonly number[] {
  return [...new Set(lines.map((line) => line.supplier_id).filter((id) => id !== null))];
}

/** The value or the suppliers go beyond what was last fully approved, so that approval is due again (TASK-07). */
export function hasOutgrownApproval({ head, lines }: Pick<Procurement, 'head' | 'lines'>): boolean {
  if (head.approved_netto === null) return true;
  const approved = new Set(head.approved_supplier_ids ?? []);
  return (
    compareAmounts(totals(lines).total_netto, head.approved_netto) > 0 ||
    supplierIds(lines).some((supplier) => !approved.has(supplier))
  );
}

/** Input that every action takes. */
export interface TaskInput {
  readonly comment?: string | null;
  readonly confirmations?: Confirmations | null;
}
