import type { Amount } from '../../base/money.ts';
import type { Row } from '../../entity/entity.ts';
import type { ConnectedSystem } from '../export-target/targets.ts';
import type { ChapterKey, DocumentationLanguage } from './model.ts';

/** Longer tables are cut, with a note. */
export const maxRows = 5000;

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
  /** People with API tokens. */
  readonly tokens: readonly { readonly name: string }[];
  readonly texts: readonly OwnText[];
}

/** A chapter text written by the tenant. */
export interface OwnText {
  readonly chapter: ChapterKey;
  readonly lang: DocumentationLanguage;
  readonly content: string;
}
