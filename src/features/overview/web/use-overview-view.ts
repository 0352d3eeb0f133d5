import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasRole, useProfile } from '../../../platform/web/profile.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { type FilterFacts, noFilter, type OverviewFilter } from '../filter.ts';
import { type OverviewView, searchOf, viewOf } from '../overview-search.ts';

const route = getRouteApi('/shell/overview');

export interface ShownView extends OverviewView {
  /** Shows something else; the way back leads here unless it replaces this view. */
  readonly show: (change: Partial<OverviewView>, options?: { readonly replace?: boolean }) => void;
  readonly narrow: (change: Partial<OverviewFilter>, options?: { readonly replace?: boolean }) => void;
  readonly reset: () => void;
}

/** The view that the address asks for, and how to move to another one. */
export function useOverviewView(): ShownView {
  const search = route.useSearch();
  const navigate = useNavigate();
  const view = useMemo(() => viewOf({ ...search }), [search]);
  const show: ShownView['show'] = (change, { replace = false } = {}) => {
    void navigate({ to: '/overview', search: searchOf({ ...view, ...change }), replace });
  };
  return {
    ...view,
    show,
    narrow: (change, options) => show({ filter: { ...view.filter, ...change } }, options),
    reset: () => show({ filter: noFilter }),
  };
}

/** What filters depend on besides themselves; null while the profile loads. */
export function useFilterFacts(): FilterFacts | null {
  const profile = useProfile();
  const seesPrices = useHasRole('user-price');
  const today = useFormat().dayOf(useNow());
  return useMemo(() => {
    if (profile === null) return null;
    const { id, persons, timeZone, modules } = profile;
    return { userId: id, persons, today, timeZone, seesPrices, modules };
  }, [profile, today, seesPrices]);
}
