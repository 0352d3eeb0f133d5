import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type RefObject, useMemo, useRef } from 'react';
import { useHasRole, useProfile } from '../../../platform/web/profile.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import type { TypedText } from '../../../platform/web/use-typed-text.ts';
import { type FilterFacts, noFilter, type OverviewFilter } from '../filter.ts';
import { type OverviewView, searchOf, viewOf } from '../overview-search.ts';

const route = getRouteApi('/shell/overview');

export interface ShownView extends OverviewView {
  /** Shows something else; the way back leads here unless it replaces this view. */
  readonly show: (change: Partial<OverviewView>, options?: { readonly replace?: boolean }) => void;
  readonly narrow: (change: Partial<OverviewFilter>, options?: { readonly replace?: boolean }) => void;
  readonly reset: () => void;
  /** Narrows to a text; a document that is selected stays so while it is found. */
  readonly searchFor: (text: string) => void;
  readonly searchField: RefObject<TypedText | null>;
}

/** The view that the address asks for, and how to move to another one. */
export function useOverviewView(): ShownView {
  const search = route.useSearch();
  const navigate = useNavigate();
  const view = useMemo(() => viewOf({ ...search }), [search]);
  const searchField = useRef<TypedText>(null);
  const typedFilter = (): OverviewFilter => ({
    ...view.filter,
    text: searchField.current?.text ?? view.filter.text,
  });
  const go = (change: Partial<OverviewView>, replace: boolean, selected: { readonly id?: number }): void => {
    const next = { ...view, filter: typedFilter(), ...change };
    searchField.current?.settle(next.filter.text);
    void navigate({ to: '/overview', search: { ...searchOf(next), ...selected }, replace });
  };
  const show: ShownView['show'] = (change, { replace = false } = {}) => go(change, replace, {});
  return {
    ...view,
    show,
    narrow: (change, options) => show({ filter: { ...typedFilter(), ...change } }, options),
    reset: () => show({ filter: noFilter }),
    searchFor: (text) => {
      const selected = search.id === undefined ? {} : { id: search.id };
      go({ filter: { ...view.filter, text } }, view.filter.text !== '', selected);
    },
    searchField,
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
