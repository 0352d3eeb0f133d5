import type { ReactNode } from 'react';
import { useSession } from '../../../platform/web/session.ts';
import { HelpDrawer } from './HelpDrawer.tsx';
import { Tour } from './tour/Tour.tsx';

export interface HelpProps {
  /** What is open above the page. */
  readonly shown: string | null;
  readonly onClose: () => void;
}

/** What helps on every page: its part of the manual and the keys when somebody asks, and its tour by itself (ONB-05, ONB-06). */
export function Help({ shown, onClose }: HelpProps): ReactNode {
  // Tours are not for whoever acts as somebody else to see or to skip.
  const isActing = useSession()?.isImpersonating === true;
  return (
    <>
      {shown === 'help' || shown === 'keys' ? (
        <HelpDrawer atKeys={shown === 'keys'} onClose={onClose} />
      ) : null}
      {isActing ? null : <Tour />}
    </>
  );
}
