import { redirect } from '@tanstack/react-router';
import { kindsOf } from '../../features/overview/filter.ts';
import { type OverviewSearch, validOverviewSearch } from '../../features/overview/overview-search.ts';
import { type Module, modules } from '../../platform/modules.ts';
import { listed } from './kinds.ts';

/**
 * The modules of which the tab of the overview needs one; empty for tabs without a module. Invalid parameters
 * redirect to the same address without them.
 */
export function modulesOfOverview(search: OverviewSearch): readonly Module[] {
  const valid = validOverviewSearch({ ...search }, listed);
  if (written(valid) !== written(search)) throw redirect({ to: '/overview', search: valid, replace: true });
  const { tab = 'tasks' } = valid;
  if (tab === 'tasks' || tab === 'all') return [];
  return kindsOf(tab, listed.kinds, modules).map((kind) => kind.module);
}

/** Independent of the order of parameters. */
function written(search: OverviewSearch): string {
  return JSON.stringify(Object.entries(search).toSorted());
}
