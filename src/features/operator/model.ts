import type { Amount } from '../../base/money.ts';
import type { Row } from '../../entity/entity.ts';
import type { TenantStatus } from '../../platform/tenant-status.ts';
import type { Deletion } from '../deletion/model.ts';
import type { TenantChildren } from './tenant.ts';

/** Documents created in a month of the tenant's time zone. */
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
  /** Progress of a permanent deletion, if one is running (OP-02). */
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

/** `POST /api/operator/tenant` creates a tenant, `POST /api/operator/tenant/:id` changes one. */
export interface TenantSave {
  /** `updated_at` as it was read; absent for a new tenant. */
  readonly stamp?: string;
  /** Omitted values stay unchanged. */
  readonly values: Row;
  /** The complete rows of each table; omitted tables stay unchanged. */
  readonly children?: Partial<ChildRows>;
}

/** Kinds of documents listed for operators (OP-05). */
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

/** Position after which the next page begins. */
export interface PageEnd {
  readonly created_at: string;
  readonly timeline_id: number;
}

/** `GET /api/operator/tenant/:id/document?kind=&month=&before=&before_id=`. */
export interface DocumentListAnswer {
  readonly tenant: { readonly id: number; readonly name: string; readonly status: TenantStatus };
  readonly time_zone: string;
  /** Months with documents, newest first. */
  readonly months: readonly { readonly month: string; readonly count: number }[];
  readonly documents: readonly ListedDocument[];
  /** Null on the last page. */
  readonly next: PageEnd | null;
}

export const globalTypes = ['string', 'number', 'boolean', 'date', 'json'] as const;

/** `GET /api/operator/global-configuration`; saved as a whole (OP-12). */
export interface GlobalAnswer {
  /** Changes with every save. */
  readonly stamp: string;
  readonly rows: readonly ChildRow[];
}
