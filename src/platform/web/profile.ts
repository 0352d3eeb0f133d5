import { queryOptions, useQuery } from '@tanstack/react-query';
import { defaultTimeZone } from '../constants.ts';
import { hasRole, isAuditor } from '../context.ts';
import { type Module, modules, modulesByDefault } from '../modules.ts';
import { gql } from './api.ts';
import { useSession } from './session.ts';

/** The person, the person's groups and the tenant's settings: what every page needs for display. */
export interface Profile {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string;
  readonly tenantName: string;
  readonly mainLanguage: string;
  readonly decimals: number;
  /** The tenant's, such as `Europe/Berlin` (GEN-14). */
  readonly timeZone: string;
  readonly timelineOrder: 'asc' | 'desc';
  readonly modules: readonly Module[];
  /** Records are shown to members of their permission groups only (ROLE-13). */
  readonly hasPermissionGroups: boolean;
  /** Departments, cost centers and product groups have a name per language (I18N-06). */
  readonly isMultilingual: boolean;
  /** The person and the person's task groups: tasks of any of them are the person's tasks. */
  readonly persons: readonly number[];
}

interface ProfileAnswer {
  readonly lb_user_by_pk: {
    readonly id: number;
    readonly name: string;
    readonly email: string | null;
    readonly lang: string;
    readonly timeline_order: 'asc' | 'desc' | null;
  } | null;
  readonly tenant: readonly {
    readonly name: string;
    readonly main_language: string;
    readonly default_decimal_places: number;
  }[];
  readonly task_group_user: readonly { readonly task_group_id: number }[];
  readonly configuration: readonly { readonly key: string; readonly value: string | null }[];
}

const profileQuery = `query Profile($id: bigint!, $keys: [String!]!) {
  lb_user_by_pk(id: $id) { id name email lang timeline_order }
  tenant { name main_language default_decimal_places }
  task_group_user(where: { lb_user_id: { _eq: $id } }) { task_group_id }
  configuration(where: { client_id: { _is_null: true }, key: { _in: $keys } }) { key value }
}`;

/** The settings to read. */
const keys = [...modules.map((module) => `module_${module}`), 'timeline_order', 'timezone'];

export function profileOptions(userId: number) {
  return queryOptions({
    queryKey: ['profile', userId],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) =>
      profileOf(await gql<ProfileAnswer>(profileQuery, { id: userId, keys }, { signal })),
  });
}

/** The profile of the effective person; null while loading. */
export function useProfile(): Profile | null {
  const session = useSession();
  const { data } = useQuery({ ...profileOptions(session?.userId ?? 0), enabled: session !== null });
  return data ?? null;
}

/** Whether the effective person has a role (ROLE-01); administrators do implicitly. */
export function useHasRole(role: string): boolean {
  const session = useSession();
  return session !== null && hasRole(session, role);
}

/** Whether the effective person is an auditor, with read access only (ARC-04). */
export function useIsAuditor(): boolean {
  const session = useSession();
  return session !== null && isAuditor(session);
}

function profileOf(answer: ProfileAnswer): Profile {
  const person = answer.lb_user_by_pk;
  const tenant = answer.tenant[0];
  const settings = new Map(answer.configuration.map(({ key, value }) => [key, value]));
  const isOn = (module: Module): boolean => {
    const value = settings.get(`module_${module}`);
    return value === undefined || value === null ? modulesByDefault[module] : value === 'true';
  };
  return {
    id: person?.id ?? 0,
    name: person?.name ?? '',
    email: person?.email ?? '',
    language: person?.lang ?? '',
    tenantName: tenant?.name ?? '',
    mainLanguage: tenant?.main_language ?? '',
    decimals: tenant?.default_decimal_places ?? 2,
    timeZone: settings.get('timezone') ?? defaultTimeZone,
    timelineOrder: person?.timeline_order ?? (settings.get('timeline_order') === 'desc' ? 'desc' : 'asc'),
    modules: modules.filter(isOn),
    hasPermissionGroups: settings.get('module_permissions') === 'true',
    isMultilingual: settings.get('module_multilingualism') === 'true',
    persons: [person?.id ?? 0, ...answer.task_group_user.map((membership) => membership.task_group_id)],
  };
}
