import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ShownKind, useListed } from '../../../document/web/listed-kind.ts';
import { modules as allModules } from '../../../platform/modules.ts';
import { useProfile } from '../../../platform/web/profile.ts';
import { kindsOf } from '../../overview/filter.ts';
import type { DashboardQuestion } from '../dashboard-links.ts';
import { type DashboardView, dashboardSearchOf, dashboardViewOf } from '../dashboard-search.ts';
import type { Figure } from '../model.ts';

const route = getRouteApi('/shell/dashboard');

export interface ShownDashboard extends DashboardView {
  /** Shows another view and adds a history entry. */
  readonly show: (change: Partial<DashboardView>) => void;
}

/** Common properties of all panels. */
export interface PanelProps {
  readonly view: ShownDashboard;
  readonly question: DashboardQuestion;
  readonly currency: string;
  /** Null while loading. */
  readonly figures: readonly Figure[] | null;
}

/** The view of the address, and a function to change it. */
export function useDashboardView(): ShownDashboard {
  const search = route.useSearch();
  const navigate = useNavigate();
  const view = useMemo(() => dashboardViewOf({ ...search }), [search]);
  return {
    ...view,
    show: (change) => void navigate({ to: '/dashboard', search: dashboardSearchOf({ ...view, ...change }) }),
  };
}

/** The kinds whose modules are on; all while unknown. */
export function useShownKinds(): readonly ShownKind[] {
  const { kinds } = useListed();
  const modules = useProfile()?.modules ?? allModules;
  return useMemo(() => kindsOf('all', kinds, modules), [kinds, modules]);
}
