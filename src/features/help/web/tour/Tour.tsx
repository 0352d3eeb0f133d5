import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../../../platform/web/session.ts';
import { tabStore } from '../../../../platform/web/store.ts';
import { isDue } from '../../tour-queries.ts';
import { stepsOf, type TourPage, tourOf, toursRestKey } from '../../tours.ts';
import { TourSteps } from './TourSteps.tsx';
import { toursOptions } from './tour-records.ts';

const lookedForEveryMs = 700;
/** An open dialog, menu or list. */
const busy = '[role="dialog"], [role="menu"], [role="combobox"][aria-expanded="true"]';

/** The current page's tour, if due (ONB-05). */
export function Tour(): ReactNode {
  const userId = useSession()?.userId ?? 0;
  const page = useLocation({
    select: ({ pathname, search }) => tourOf(pathname, (search as { tab?: unknown }).tab),
  });
  const { data: tours } = useQuery({ ...toursOptions(userId), enabled: page !== null });
  if (page === null || tours === undefined || !isDue(tours, page)) return null;
  return <DueTour key={page} page={page} userId={userId} />;
}

function DueTour({ page, userId }: { readonly page: TourPage; readonly userId: number }): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isShown) return;
    const timer = setInterval(() => {
      if (mayStart(page)) setShown(true);
    }, lookedForEveryMs);
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
  }, [page, isShown]);
  if (!isShown) return null;
  return (
    <TourSteps
      page={page}
      userId={userId}
      onRest={() => {
        tabStore.set(toursRestKey, 'yes');
        setShown(false);
      }}
    />
  );
}

/** The page is rendered, and nothing is open. */
function mayStart(page: TourPage): boolean {
  const [first] = stepsOf(page);
  return (
    tabStore.get(toursRestKey) === null &&
    first !== undefined &&
    document.querySelector(first.target) !== null &&
    document.querySelector(busy) === null
  );
}
