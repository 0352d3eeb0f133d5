import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ChildDraft, type Draft, type StoredRecord, sameValue } from '../../../entity/draft.ts';
import type { Row } from '../../../entity/entity.ts';
import { normalRow } from '../../../entity/problems.ts';
import type { ReadRecord } from '../../../entity/record.ts';
import type { RecordStore } from '../../../entity/web/entity-data.ts';
import { rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type {
  DocumentListAnswer,
  ListedKind,
  PageEnd,
  TenantAnswer,
  TenantListAnswer,
  TenantSave,
} from '../model.ts';
import { childNames, newTenant, type TenantChildren, tenantChildren, tenantFields } from '../tenant.ts';

/** Refresh interval of a list while a tenant is being deleted, in milliseconds. */
const lookAgain = 3_000;
const path = '/api/operator/tenant';
/** All tenants with figures of a month (`YYYY-MM`). */
export function tenantsOptions(month: string) {
  return queryOptions({
    queryKey: ['operator', 'tenants', month],
    queryFn: ({ signal }) => rest<TenantListAnswer>(`${path}?month=${month}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.tenants.some(({ deletion }) => deletion !== null) ? lookAgain : false,
  });
}

/** A tenant's documents page by page, of one month or all (OP-05). */
export function documentsOptions(id: number, kind: ListedKind, month: string | null) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'documents', id, kind, month],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        kind,
        ...(month === null ? {} : { month }),
        ...(pageParam === null
          ? {}
          : { before: pageParam.created_at, before_id: String(pageParam.timeline_id) }),
      });
      return rest<DocumentListAnswer>(`${path}/${id}/document?${query}`, { signal });
    },
    initialPageParam: null as PageEnd | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** Archives or restores a tenant; repeating it changes nothing (API-37). */
export async function moveTenant(id: number, to: 'archive' | 'restore'): Promise<void> {
  await rest(`${path}/${id}/${to}`, { method: 'POST' });
  await queryClient.invalidateQueries({ queryKey: ['operator'] });
}

/** Reads and saves tenants for the form. */
export const tenantStore: RecordStore = {
  key: (id) => ['operator', 'tenant', id],
  read: async (id, signal) => recordFrom(await rest<TenantAnswer>(`${path}/${id}`, { signal })),
  async save(before, after) {
    const address = before === null ? path : `${path}/${before.id}`;
    const { id } = await rest<{ id: number }>(address, { method: 'POST', body: saveOf(before, after) });
    void queryClient.invalidateQueries({ queryKey: ['operator', 'tenants'] });
    return id;
  },
};

function recordFrom({ id, updated_at, status, values, children }: TenantAnswer): ReadRecord {
  const rows = childNames.map((name) => [name, children[name].map((row) => rowOf(name, row))] as const);
  return {
    record: {
      id,
      stamp: updated_at,
      values: normalRow(tenantFields, values),
      children: Object.fromEntries(rows),
      links: {},
    },
    labels: new Map(),
    marks: status === 'archived' ? ['archived'] : [],
    secrets: [],
    flags: [],
    notes: new Map(),
  };
}

function rowOf(
  name: TenantChildren,
  { id, values }: TenantAnswer['children'][TenantChildren][number],
): ChildDraft {
  return { key: String(id), id, stamp: null, values: normalRow(tenantChildren[name].fields, values) };
}

/** The request body: changed values, and child tables with changed rows. */
function saveOf(before: StoredRecord | null, after: Draft): TenantSave {
  const fields = before === null ? newTenant.fields : tenantFields;
  const values = Object.keys(fields).flatMap((name) => {
    const value = after.values[name] ?? null;
    return sameValue(before?.values[name] ?? null, value) ? [] : [[name, value] as const];
  });
  const children = childNames.flatMap((name) => {
    const rows = after.children[name] ?? [];
    if (sameValue(before?.children[name] ?? [], rows)) return [];
    return [[name, rows.map((row) => ({ id: row.id, values: row.values }))] as const];
  });
  return {
    ...(before === null ? {} : { stamp: before.stamp }),
    values: Object.fromEntries(values) as Row,
    children: Object.fromEntries(children),
  };
}
