import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HelpPage } from './HelpPage.tsx';
import { ManualPage } from './ManualPage.tsx';

/** `/help`, and the pages of the manual at `/help/PAGE`. */
export function HelpPages(): ReactNode {
  // Not the parameter of the route: the page that one goes to has none of its own yet while it loads.
  const page = useLocation({ select: ({ pathname }) => pathname.split('/')[2] });
  return page === undefined ? <HelpPage /> : <ManualPage id={page} />;
}
