import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type RefObject, useMemo, useRef } from 'react';
import { type ShownKind, useListed } from '../../../document/web/listed-kind.ts';
import { hasRole, isAuditor } from '../../../platform/context.ts';
import { modules as allModules } from '../../../platform/modules.ts';
import { type Profile, useHasRole, useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import type { TypedText } from '../../../platform/web/use-typed-text.ts';
import {
  type FilterFacts,
  kindsOf,
  noFilter,
  type OverviewFilter,
  type OverviewTab,
  tabsFor,
} from '../filter.ts';
import { type OverviewSearch, type OverviewView, searchOf, viewOf } from '../overview-search.ts';

const route = getRouteApi('/shell/overview');

export interface ShownView extends OverviewView {
  /** Shows another view; adds a history entry unless `replace` is set. */
  readonly show: (change: Partial<OverviewView>, options?: { readonly replace?: boolean }) => void;
  readonly narrow: (change: Partial<OverviewFilter>, options?: { readonly replace?: boolean }) => void;
  readonly reset: () => void;
  /** Filters by text; keeps the selected document while it is a hit. */
  readonly searchFor: (text: string) => void;
  readonly searchField: RefObject<TypedText | null>;
}

type Selected = Pick<OverviewSearch, 'id' | 'of'>;

/** The view of the address, on the first tab if the person lacks the requested one, and functions to change it. */
export function useOverviewView(): ShownView {
  const search = route.useSearch();
  const navigate = useNavigate();
  const listed = useListed();
  const tabs = useTabs();
  const asked = useMemo(() => viewOf({ ...search }, listed), [search, listed]);
  const [tab = asked.tab] = tabs.includes(asked.tab) ? [asked.tab] : tabs;
  const view = useMemo(() => ({ ...asked, tab }), [asked, tab]);
  const searchField = useRef<TypedText>(null);
  const typedFilter = (): OverviewFilter => ({
    ...view.filter,
    text: searchField.current?.text ?? view.filter.text,
  });
  const go = (change: Partial<OverviewView>, replace: boolean, selected: Selected): void => {
    const next = { ...view, filter: typedFilter(), ...change };
    searchField.current?.showText(next.filter.text);
    void navigate({ to: '/overview', search: { ...searchOf(next), ...selected }, replace });
  };
  const show: ShownView['show'] = (change, { replace = false } = {}) => go(change, replace, {});
  return {
    ...view,
    show,
    narrow: (change, options) => show({ filter: { ...typedFilter(), ...change } }, options),
    reset: () => show({ filter: noFilter }),
    searchFor: (text) => {
      const { id, of } = search;
      const selected = { ...(id === undefined ? {} : { id }), ...(of === undefined ? {} : { of }) };
      go({ filter: { ...view.filter, text } }, view.filter.text !== '', selected);
    },
    searchField,
  };
}

/** Facts that filters depend on; null while the profile loads. */
export function useFilterFacts(): FilterFacts | null {
  const profile = useProfile();
  const listed = useListed();
  const seesPrices = useHasRole('user-price');
  const today = useFormat().dayOf(useNow());
  return useMemo(
    () => (profile === null ? null : filterFactsOf(profile, { today, seesPrices, listed })),
    [profile, today, seesPrices, listed],
  );
}

/** Facts that filters depend on. */
export function filterFactsOf(
  { id, persons, timeZone, modules }: Profile,
  asked: Pick<FilterFacts, 'today' | 'seesPrices' | 'listed'>,
): FilterFacts {
  return { userId: id, persons, timeZone, modules, ...asked };
}

/** The person's tabs; all possible ones while the profile loads. */
export function useTabs(): readonly OverviewTab[] {
  const { kinds } = useListed();
  const session = useSession();
  const modules = useProfile()?.modules ?? allModules;
  const isHolder = (role: string): boolean => session !== null && hasRole(session, role);
  const isAuditing = session !== null && isAuditor(session);
  return tabsFor(kinds, { modules, hasRole: isHolder }).filter(
    (tab) => !isAuditing || (tab !== 'tasks' && tab !== 'drafts'),
  );
}

/** The kinds of a tab. */
export function useTabKinds(tab: OverviewTab): readonly ShownKind[] {
  const { kinds } = useListed();
  return kindsOf(tab, kinds, useProfile()?.modules ?? allModules);
}
