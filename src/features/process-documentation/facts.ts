import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { Row } from '../../entity/entity.ts';
import type { OperationProof } from '../../platform/operation-proof.ts';
import type { ConnectedSystem } from '../export-target/targets.ts';
import type { DocumentationLanguage, TextKey } from './model.ts';

/** Longer tables are cut, with a note. */
export const maxRows = 5000;

/** A way by which data come or go, beside those that the chapter of interfaces lists by themselves. */
export interface UsedWay {
  readonly way:
    | 'database'
    | 'mail'
    | 'import_mail'
    | 'scanner'
    | 'files'
    | 'rates'
    | 'billing'
    | 'telemetry'
    | 'directory'
    | 'sign_on'
    | 'webhook'
    | 'push'
    | 'calendar';
  /** The server or name at the other end, without a secret; empty if there is none to name. */
  readonly other: string;
}

/** Names from a list that may be longer. */
export interface Names {
  readonly count: number;
  readonly names: readonly string[];
}

export interface Company {
  readonly name: string;
  readonly address: string;
  readonly legal_form: string | null;
  readonly registered_seat: string | null;
  readonly register: string | null;
  readonly managing_directors: string | null;
  readonly vat_number: string | null;
  readonly tax_number: string | null;
  readonly currency: string;
  readonly fiscal_year_start: string;
  readonly min_approval: number;
  readonly self_approval: string;
  readonly amount_basis: string;
  readonly when_limit_exceeded: string;
  readonly when_budget_exceeded: string;
  readonly contracts_in_budgets: boolean;
  readonly substitute_limit: string;
  readonly price_tolerance_percent: Amount;
  readonly tax_tolerance: Amount;
  readonly match_price_tolerance: Amount;
  readonly match_price_tolerance_amount: Amount;
  readonly match_quantity_tolerance: Amount;
  readonly match_quantity_tolerance_amount: Amount;
  readonly match_freight_tolerance_amount: Amount;
  readonly bank_change_second_person: boolean;
  readonly separate_check: boolean;
  readonly touchless_invoices: boolean;
  readonly separate_signature: boolean;
  readonly can_delete_document_directly: boolean;
  readonly punchout_enabled: boolean;
}

/** Settings described by the process documentation, without secrets (ARC-06). */
export interface Facts {
  /** Program version. */
  readonly program: string;
  readonly tenant: {
    readonly name: string;
    readonly address: string;
    readonly contact_email: string | null;
    readonly billing_email: string | null;
    readonly import_invoice_email: string | null;
  };
  /** By setting key (SET-02). */
  readonly settings: Row;
  /** Fallbacks of the role defaults (RDEF-02). */
  readonly defaults: readonly { readonly key: string; readonly name: string }[];
  readonly companies: readonly Company[];
  readonly counts: Readonly<
    Record<'people' | 'departments' | 'cost_centers' | 'suppliers' | 'products', number>
  >;
  readonly roles: readonly (Names & { readonly role: string })[];
  readonly groups: readonly (Names & { readonly name: string; readonly roles: readonly string[] })[];
  /** Approval limits of people; null for unlimited. */
  readonly limits: readonly { readonly name: string; readonly limit: Amount | null }[];
  readonly approvers: readonly (Names & {
    readonly of: 'department' | 'cost_center' | 'supplier';
    readonly name: string;
  })[];
  readonly permissions: readonly (Names & { readonly name: string })[];
  readonly mailboxes: readonly {
    readonly name: string;
    readonly protocol: string;
    readonly host: string;
    readonly folder: string;
    readonly company: string | null;
    readonly isAutomatic: boolean;
  }[];
  readonly connections: readonly {
    readonly system: ConnectedSystem;
    readonly company: string | null;
    readonly isActive: boolean;
  }[];
  readonly marketplaces: readonly {
    readonly name: string;
    readonly protocol: string;
    readonly supplier: string;
  }[];
  /** Where regular exports may go. */
  readonly destinations: readonly { readonly name: string; readonly place: string }[];
  /** People and programs with API tokens; the directory counts as a way. */
  readonly tokens: readonly { readonly name: string; readonly isProgram: boolean }[];
  readonly accounts: readonly { readonly number: string; readonly name: string }[];
  readonly taxKeys: readonly {
    readonly company: string;
    readonly category: string;
    readonly percentage: Amount;
    /** Null where such lines are booked without one. */
    readonly key: string | null;
  }[];
  /** Whether people reach the product by HTTPS only. */
  readonly isEncrypted: boolean;
  /** Ways of the installation, then of the tenant. */
  readonly ways: readonly UsedWay[];
  readonly texts: readonly OwnText[];
}

/** What the server knows of its installation. */
export type Installation = Pick<Facts, 'program' | 'isEncrypted' | 'ways'>;

/** What the product read at this moment, and what changes without anybody's decision (ARC-07). */
export interface Proofs {
  /** ISO 8601. */
  readonly readAt: string;
  /** Versions of the product since their first start here. */
  readonly programs: readonly { readonly version: string; readonly since: string }[];
  /** The newest of each kind. */
  readonly backup: Proof<'backup'> | null;
  readonly rehearsal: Proof<'rehearsal'> | null;
  readonly auditCheck: Proof<'audit_check'> | null;
  /** The newest complete confirmation of all rights; its second person is null where there is none. */
  readonly review: { readonly at: string; readonly by: string; readonly second: string | null } | null;
  readonly numbers: readonly { readonly abbreviation: string; readonly last: number }[];
  /** Auditors whose access has not ended. */
  readonly auditors: readonly {
    readonly name: string;
    readonly company: string;
    readonly from: Day;
    readonly until: Day;
    readonly ends: Day;
  }[];
  /** Newest downloaded archive, ISO 8601. */
  readonly archivedAt: string | null;
}

export type Proof<Kind extends OperationProof['kind']> = Extract<OperationProof, { kind: Kind }> & {
  /** ISO 8601. */
  readonly at: string;
};

/** A chapter text, or the explanation of a gap, written by the tenant. */
export interface OwnText {
  readonly chapter: TextKey;
  readonly lang: DocumentationLanguage;
  readonly content: string;
}
