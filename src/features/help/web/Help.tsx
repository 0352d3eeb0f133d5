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
  /** The open part, or null. */
  readonly shown: string | null;
  readonly onClose: () => void;
}

/** Help on every page: manual and keys on request, and the page's tour (ONB-05, ONB-06). */
export function Help({ shown, onClose }: HelpProps): ReactNode {
  // Tours are recorded when seen, which neither impersonators nor auditors may do.
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

/** `/help`, and manual pages at `/help/PAGE`; all in one chunk. */
export function HelpPages(): ReactNode {
  // The route parameter is not available yet while the next page loads.
  const page = useLocation({ select: ({ pathname }) => pathname.split('/')[2] });
  return page === undefined ? <HelpPage /> : <ManualPage id={page} />;
}

/** Matches in the manual pages visible to the reader, best first (ONB-07). */
export async function hitsInManual(
  language: Language,
  text: string,
  reader: ManualReader,
  maxHits: number,
): Promise<readonly ManualSection[]> {
  const { sections } = await loadManual(manualLanguage(language));
  const shown = manualIndex(reader).map(({ id }) => id);
  return findInManual(
    sections.filter(({ page }) => shown.includes(page)),
    text,
    maxHits,
  );
}
