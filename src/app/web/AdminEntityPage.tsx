import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Entity } from '../../entity/entity.ts';
import { EntityForm } from '../../entity/web/EntityForm.tsx';
import { EntityList, type ViewMode } from '../../entity/web/EntityList.tsx';
import type { ListView } from '../../entity/web/list-data.ts';
import { useModules } from '../../entity/web/use-modules.ts';
import { useIsAuditor } from '../../platform/web/profile.ts';
import { browserStore } from '../../platform/web/store.ts';
import { toastFailure } from '../../platform/web/toasts.tsx';
import { entityOfRoute } from './admin-catalog.ts';
import { adminGroups } from './admin-groups.ts';
import type { AdminSearch } from './admin-routes.tsx';
import { editingForm } from './edited-in.ts';
import { NotFound } from './PageFailure.tsx';

type AdminChange = { readonly [Name in keyof AdminSearch]: AdminSearch[Name] | undefined };

/** The list of an entity, with its whole state in the address (NAV-06, LIST-01). */
export function AdminListPage(): ReactNode {
  const navigate = useNavigate();
  const search: AdminSearch = useSearch({ strict: false });
  const entity = useShownEntity();
  useStoredViewMode(entity, search.viewMode);
  if (entity === undefined) return <NotFound />;
  const params = { entity: entity.route };
  const go = (change: AdminChange): void => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined);
    void navigate({ to: '/admin/$entity', params, search: Object.fromEntries(next), replace: true });
  };
  const to = '/admin/$entity/form';
  const openForm = async (id: number | null): Promise<void> => {
    if (entity.editedIn === undefined)
      return await navigate({ to, params, search: id === null ? {} : { id } });
    const address = id === null ? null : await editingForm(entity, entity.editedIn, id);
    if (address !== null) await navigate({ to, ...address });
  };
  return (
    <EntityList
      entity={entity}
      view={{
        text: search.q ?? '',
        active: search.active ?? 'active',
        sort: search.sort !== undefined && search.sort.replace('-', '') in entity.fields ? search.sort : null,
        page: search.page ?? 1,
      }}
      viewMode={search.viewMode ?? storedViewMode(entity.table)}
      onView={(change) => go(searchOf(change))}
      onViewMode={(viewMode) => go({ viewMode })}
      onOpen={(id) => void openForm(id).catch(toastFailure)}
    />
  );
}

/** Stores the view only once it is open: a person asked about unsaved cells may stay in the table (SHEET-03). */
function useStoredViewMode(entity: Entity | undefined, mode: ViewMode | undefined): void {
  const table = entity?.table;
  useEffect(() => {
    if (table !== undefined && mode !== undefined) storeViewMode(table, mode);
  }, [table, mode]);
}

/** Default values are omitted from the address. */
function searchOf({ text, active, sort, page }: Partial<ListView>): AdminChange {
  return {
    ...(text === undefined ? {} : { q: text || undefined }),
    ...(active === undefined ? {} : { active: active === 'active' ? undefined : active }),
    ...(sort ? { sort } : {}),
    ...(page === undefined ? {} : { page: page === 1 ? undefined : page }),
  };
}

/** The form of a record; a new one without `id` (NAV-04). */
export function AdminFormPage(): ReactNode {
  const navigate = useNavigate();
  const search: AdminSearch = useSearch({ strict: false });
  const { id, tab } = { id: search.id ?? null, tab: search.tab ?? null };
  const entity = useShownEntity();
  const isAuditing = useIsAuditor();
  if (entity === undefined || entity.editedIn || (isAuditing && id === null)) return <NotFound />;
  const params = { entity: entity.route };
  return (
    <EntityForm
      key={`${entity.table} ${id}`}
      entity={entity}
      id={id}
      tab={tab}
      onTab={(next) =>
        void navigate({
          to: '/admin/$entity/form',
          params,
          search: { ...(id === null ? {} : { id }), tab: next },
          replace: true,
        })
      }
      onBack={() => void navigate({ to: '/admin/$entity', params })}
      onCreated={(created) =>
        void navigate({
          to: '/admin/$entity/form',
          params,
          search: { id: created, ...(tab === null ? {} : { tab }) },
          replace: true,
        })
      }
    />
  );
}

/**
 * The entity of the address, unless its module is off (GEN-10), or the person is an auditor, who has neither settings
 * nor tables to edit (ARC-04).
 */
function useShownEntity(): Entity | undefined {
  const { entity: route = '' } = useParams({ strict: false });
  const hasModule = useModules();
  const isAuditing = useIsAuditor();
  const entity = entityOfRoute(route);
  if (entity === undefined || !hasModule(entity.module)) return undefined;
  const isMasterData = adminGroups.some(({ entities }) => entities.includes(entity));
  return (isMasterData && !entity.editedIn) || !isAuditing ? entity : undefined;
}

/** The view last chosen for the entity in this browser (LIST-01). */
function storedViewMode(table: string): ViewMode {
  return browserStore.get(keyOf(table)) === 'table' ? 'table' : 'list';
}

function storeViewMode(table: string, mode: ViewMode): void {
  browserStore.set(keyOf(table), mode);
}

function keyOf(table: string): string {
  return `viewMode.${table}`;
}
