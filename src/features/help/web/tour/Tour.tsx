import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../../../platform/web/session.ts';
import { tabStore } from '../../../../platform/web/store.ts';
import { isDue, startsByItself } from '../../tour-queries.ts';
import { stepsOf, type TourPage, tourOf, toursRestKey } from '../../tours.ts';
import { TourSteps } from './TourSteps.tsx';
import { toursOptions } from './tour-records.ts';
import { endAskedTour, noteWaitingTour, useAskedTour } from './waiting-tour.ts';

const lookedForEveryMs = 700;
/** An open dialog, menu or list. */
const busy = '[role="dialog"], [role="menu"], [role="combobox"][aria-expanded="true"]';

/** The current page's tour, if due (ONB-05); after the first one it waits to be asked for (ONB-10). */
export function Tour(): ReactNode {
  const userId = useSession()?.userId ?? 0;
  const page = useLocation({
    select: ({ pathname, search }) => tourOf(pathname, (search as { tab?: unknown }).tab),
  });
  const { data: tours } = useQuery({ ...toursOptions(userId), enabled: page !== null });
  const due = page !== null && tours !== undefined && isDue(tours, page) ? page : null;
  const isAsked = useAskedTour() === due;
  const waiting = due !== null && tours !== undefined && !startsByItself(tours) && !isAsked ? due : null;
  useEffect(() => {
    noteWaitingTour(waiting);
    return () => noteWaitingTour(null);
  }, [waiting]);
  if (due === null || waiting !== null) return null;
  return <DueTour key={due} page={due} userId={userId} isAsked={isAsked} />;
}

interface DueTourProps {
  readonly page: TourPage;
  readonly userId: number;
  readonly isAsked: boolean;
}

function DueTour({ page, userId, isAsked }: DueTourProps): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => endAskedTour, []);
  useEffect(() => {
    if (isShown) return;
    const timer = setInterval(() => {
      if (isFree(page) && (isAsked || tabStore.get(toursRestKey) === null)) setShown(true);
    }, lookedForEveryMs);
    if (isAsked) return () => clearInterval(timer);
    const listener = (event: KeyboardEvent): void => {
      if (!event.isTrusted) return;
      tabStore.set(toursRestKey, 'yes');
      clearInterval(timer);
    };
    window.addEventListener('keydown', listener, true);
    return () => {
      clearInterval(timer);
      window.removeEventListener('keydown', listener, true);
    };
  }, [page, isShown, isAsked]);
  if (!isShown) return null;
  return (
    <TourSteps
      page={page}
      userId={userId}
      onRest={() => {
        tabStore.set(toursRestKey, 'yes');
        setShown(false);
        endAskedTour();
      }}
    />
  );
}

/** The page is rendered, and nothing is open. */
function isFree(page: TourPage): boolean {
  const [first] = stepsOf(page);
  return (
    first !== undefined &&
    document.querySelector(first.target) !== null &&
    document.querySelector(busy) === null
  );
}
