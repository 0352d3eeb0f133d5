import type { Amount } from '../../base/money.ts';
import type { Row } from '../../entity/entity.ts';
import type { Deletion } from '../deletion/model.ts';
import type { TenantChildren } from './tenant.ts';

/** `DATA-03`: whether people of the tenant can log in. */
export type TenantStatus = 'active' | 'archived';

/** What was created in a month of the tenant's own time zone. */
export interface MonthFigures {
  readonly documents: number;
  readonly orders: number;
  readonly invoices: number;
}

export interface ListedTenant extends MonthFigures {
  readonly id: number;
  readonly name: string;
  readonly status: TenantStatus;
  readonly contact_email: string | null;
  readonly created_at: string;
  readonly archived_at: string | null;
  /** How far it has come where the tenant is being deleted for good (OP-02). */
  readonly deletion: Pick<Deletion, 'state' | 'done' | 'total'> | null;
}

/** `GET /api/operator/tenant?month=`. */
export interface TenantListAnswer {
  readonly tenants: readonly ListedTenant[];
}

export interface ChildRow {
  readonly id: number | null;
  readonly values: Row;
}

export type ChildRows = Readonly<Record<TenantChildren, readonly ChildRow[]>>;

/** `GET /api/operator/tenant/:id`. */
export interface TenantAnswer {
  readonly id: number;
  readonly updated_at: string;
  readonly status: TenantStatus;
  readonly created_at: string;
  readonly archived_at: string | null;
  readonly restored_at: string | null;
  readonly values: Row;
  readonly children: ChildRows;
}

/** `POST /api/operator/tenant` founds one, `POST /api/operator/tenant/:id` changes one. */
export interface TenantSave {
  /** `updated_at` as it was read; absent for a tenant that is founded. */
  readonly stamp?: string;
  /** What is left out stays as it is. */
  readonly values: Row;
  /** All rows as they shall be; what is left out stays as it is. */
  readonly children?: Partial<ChildRows>;
}

/** The documents that are listed for the operator (OP-05). */
export type ListedKind = 'procurement' | 'invoice';

export interface ListedDocument {
  readonly id: number;
  readonly number: string | null;
  readonly company: string | null;
  readonly created_at: string;
  readonly status: string;
  readonly gross: Amount | null;
  readonly currency: string;
}

/** Where the next page begins. */
export interface PageEnd {
  readonly created_at: string;
  readonly timeline_id: number;
}

/** `GET /api/operator/tenant/:id/document?kind=&month=&before=&before_id=`. */
export interface DocumentListAnswer {
  readonly tenant: { readonly id: number; readonly name: string; readonly status: TenantStatus };
  readonly time_zone: string;
  /** Of the last twelve months up to the one that is shown, the newest first. */
  readonly months: readonly { readonly month: string; readonly count: number }[];
  readonly documents: readonly ListedDocument[];
  /** Null on the last page. */
  readonly next: PageEnd | null;
}

export const globalTypes = ['string', 'number', 'boolean', 'date', 'json'] as const;

/** `GET /api/operator/global-configuration`; it is written back whole (OP-12). */
export interface GlobalAnswer {
  /** Differs once somebody else has written. */
  readonly stamp: string;
  readonly rows: readonly ChildRow[];
}
