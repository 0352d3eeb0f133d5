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
 * Where a person begins: at his tasks, or at the dashboard where nothing waits for him and he may see it (NAV-02). What
 * a new tenant lacks waits for its administrator beside his tasks. Who cannot be told in time begins there, too.
 */
export async function landingPage(): Promise<'/overview' | '/dashboard'> {
  const session = currentSession();
  if (session === null || !seesDashboard(session)) return '/overview';
  try {
    const profile = await queryClient.ensureQueryData(profileOptions(session.userId));
    if (isAskedForSetup(session, profile)) {
      const answer = await queryClient.ensureQueryData(setupOptions(session.tenantId));
      // Where there is no company either, the notice of what is missing leads on to the onboarding (ONB-04).
      if (isIncomplete(answer)) return '/overview';
    }
    const today = dayOfInstant(new Date(), profile.timeZone);
    const facts = filterFactsOf(profile, { today, seesPrices: true, listed });
    return (await queryClient.fetchQuery(taskCountOptions(facts))) === 0 ? '/dashboard' : '/overview';
  } catch {
    return '/overview';
  }
}
