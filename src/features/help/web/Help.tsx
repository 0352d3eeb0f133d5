import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Language } from '../../../base/language.ts';
import { useIsAuditor } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { findInManual, type ManualSection } from '../manual-search.ts';
import { HelpDrawer } from './HelpDrawer.tsx';
import { HelpPage } from './HelpPage.tsx';
import { ManualPage } from './ManualPage.tsx';
import { loadManual, manualLanguage } from './manual.ts';
import { Tour } from './tour/Tour.tsx';
import { type ManualReader, manualIndex } from './use-manual-index.ts';

export interface HelpProps {
  /** What is open above the page. */
  readonly shown: string | null;
  readonly onClose: () => void;
}

/** What helps on every page: its part of the manual and the keys when somebody asks, and its tour by itself (ONB-05, ONB-06). */
export function Help({ shown, onClose }: HelpProps): ReactNode {
  // Tours are noted once seen: not for whoever acts as somebody else, nor for an auditor, who notes nothing.
  const isActing = useSession()?.isImpersonating === true;
  const isAuditing = useIsAuditor();
  return (
    <>
      {shown === 'help' || shown === 'keys' ? (
        <HelpDrawer atKeys={shown === 'keys'} onClose={onClose} />
      ) : null}
      {isActing || isAuditing ? null : <Tour />}
    </>
  );
}

/** `/help`, and the pages of the manual at `/help/PAGE`; all of the help is one part of the program. */
export function HelpPages(): ReactNode {
  // Not the parameter of the route: the page that one goes to has none of its own yet while it loads.
  const page = useLocation({ select: ({ pathname }) => pathname.split('/')[2] });
  return page === undefined ? <HelpPage /> : <ManualPage id={page} />;
}

/** What the manual says about a text, the best first, of the pages that the reader sees (ONB-07). */
export async function hitsInManual(
  language: Language,
  text: string,
  reader: ManualReader,
  most: number,
): Promise<readonly ManualSection[]> {
  const { sections } = await loadManual(manualLanguage(language));
  const shown = manualIndex(reader).map(({ id }) => id);
  return findInManual(
    sections.filter(({ page }) => shown.includes(page)),
    text,
    most,
  );
}
