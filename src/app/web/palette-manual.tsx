import { IconBook2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { findInManual } from '../../features/help/manual-search.ts';
import { useManualIfAsked } from '../../features/help/web/manual.ts';
import { useManualIndex } from '../../features/help/web/use-manual-index.ts';
import type { PaletteTarget } from './palette-target.ts';

/** So many beside everything else; the help page finds more. */
const most = 4;
/** Shorter words are in every page of the manual. */
const shortest = 3;

const icon: ReactNode = <IconBook2 size={16} stroke={1.6} aria-hidden />;

/** What the manual says about the text (ONB-07); it is loaded when somebody looks for something. */
export function useManualTargets(text: string): readonly PaletteTarget[] {
  const isAsked = text.length >= shortest;
  const manual = useManualIfAsked(isAsked);
  const shown = useManualIndex().map(({ id }) => id);
  if (!isAsked || manual === null) return [];
  const sections = manual.sections.filter(({ page }) => shown.includes(page));
  return findInManual(sections, text, most).map(({ page, anchor, title, heading }) => ({
    key: `manual-${page}-${anchor}`,
    label: heading === '' ? title : heading,
    detail: heading === '' ? undefined : title,
    icon,
    leadsTo: { to: `/help/${page}`, ...(anchor === '' ? {} : { hash: anchor }) },
  }));
}
