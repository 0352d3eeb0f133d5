import { dayOfInstant } from '../../base/day.ts';
import { seesDashboard } from '../../features/dashboard/access.ts';
import { isAskedForSetup, isIncomplete, setupOptions } from '../../features/onboarding/web/setup.ts';
import { taskCountOptions } from '../../features/overview/web/list/tasks.ts';
import { filterFactsOf } from '../../features/overview/web/use-overview-view.ts';
import { profileOptions } from '../../platform/web/profile.ts';
import { queryClient } from '../../platform/web/query.ts';
import { currentSession } from '../../platform/web/session.ts';
import { listed } from './kinds.ts';

/**
 * The start page of a person: the tasks, or the dashboard if there are none and the person may see it (NAV-02). A new
 * tenant's missing setup is shown to its administrator with the tasks. Tasks are also the fallback if this takes too
 * long.
 */
export async function landingPage(): Promise<'/overview' | '/dashboard'> {
  const session = currentSession();
  if (session === null || !seesDashboard(session)) return '/overview';
  try {
    const profile = await queryClient.ensureQueryData(profileOptions(session.userId));
    if (isAskedForSetup(session, profile)) {
      const answer = await queryClient.ensureQueryData(setupOptions(session.tenantId));
      // Without a company, the notice about missing data leads to the onboarding (ONB-04).
      if (isIncomplete(answer)) return '/overview';
    }
    const today = dayOfInstant(new Date(), profile.timeZone);
    const facts = filterFactsOf(profile, { today, seesPrices: true, listed });
    return (await queryClient.fetchQuery(taskCountOptions(facts))) === 0 ? '/dashboard' : '/overview';
  } catch {
    return '/overview';
  }
}
