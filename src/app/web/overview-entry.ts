import { redirect } from '@tanstack/react-router';
import { kindsOf } from '../../features/overview/filter.ts';
import { type OverviewSearch, validOverviewSearch } from '../../features/overview/overview-search.ts';
import { type Module, modules } from '../../platform/modules.ts';
import { listed } from './kinds.ts';

/**
 * The modules of which a tab of the overview needs one; none where every person has the tab. What has no meaning in the
 * address leads to the same address without it.
 */
export function modulesOfOverview(search: OverviewSearch): readonly Module[] {
  const valid = validOverviewSearch({ ...search }, listed);
  if (written(valid) !== written(search)) throw redirect({ to: '/overview', search: valid, replace: true });
  const { tab = 'tasks' } = valid;
  if (tab === 'tasks' || tab === 'all') return [];
  return kindsOf(tab, listed.kinds, modules).map((kind) => kind.module);
}

/** The same whatever the order of its words. */
function written(search: OverviewSearch): string {
  return JSON.stringify(Object.entries(search).toSorted());
}
