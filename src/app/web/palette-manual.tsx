import { IconBook2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadChunk } from '../../platform/web/chunk.ts';
import { useLanguage } from '../../platform/web/i18n.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { useSession } from '../../platform/web/session.ts';
import type { PaletteTarget } from './palette-target.ts';

/** Maximum in the palette; the help page finds more. */
const maxHits = 4;
/** Shorter words are in every page of the manual. */
const shortest = 3;

const icon: ReactNode = <IconBook2 size={16} stroke={1.6} aria-hidden />;
const loadHelp = () => loadChunk(() => import('../../features/help/web/Help.tsx'));

/** Hits in the manual (ONB-07), which is loaded on the first search. */
export function useManualTargets(text: string): readonly PaletteTarget[] {
  const language = useLanguage();
  const session = useSession();
  const modules = useProfile()?.modules;
  const isEnabled = text.length >= shortest;
  const { data = [] } = useQuery({
    queryKey: ['palette-manual', language, text, modules],
    queryFn: async () => await (await loadHelp()).hitsInManual(language, text, { session, modules }, maxHits),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return [];
  return data.map(({ page, anchor, title, heading }) => ({
    key: `manual-${page}-${anchor}`,
    label: heading === '' ? title : heading,
    detail: heading === '' ? undefined : title,
    icon,
    leadsTo: { to: `/help/${page}`, ...(anchor === '' ? {} : { hash: anchor }) },
  }));
}
