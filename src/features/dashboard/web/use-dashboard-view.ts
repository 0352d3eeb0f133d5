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
  /** Shows something else; the way back leads here. */
  readonly show: (change: Partial<DashboardView>) => void;
}

/** What every panel of the dashboard is about. */
export interface PanelProps {
  readonly view: ShownDashboard;
  readonly question: DashboardQuestion;
  readonly currency: string;
  /** Null while they are read. */
  readonly figures: readonly Figure[] | null;
}

/** The view that the address asks for, and how to move to another one. */
export function useDashboardView(): ShownDashboard {
  const search = route.useSearch();
  const navigate = useNavigate();
  const view = useMemo(() => dashboardViewOf({ ...search }), [search]);
  return {
    ...view,
    show: (change) => void navigate({ to: '/dashboard', search: dashboardSearchOf({ ...view, ...change }) }),
  };
}

/** The kinds of documents whose modules are on; all while that is not known yet. */
export function useShownKinds(): readonly ShownKind[] {
  const { kinds } = useListed();
  const modules = useProfile()?.modules ?? allModules;
  return useMemo(() => kindsOf('all', kinds, modules), [kinds, modules]);
}
