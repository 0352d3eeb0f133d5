import {
  IconChecklist,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconShoppingCart,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../platform/web/profile.ts';
import { addEntries } from './add-entries.ts';

/** A page or an action that the palette leads to. */
export interface PaletteTarget {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

/** Every page that exists for the person, and the actions that exist everywhere. */
export function usePaletteTargets(onShowKeys: () => void): readonly PaletteTarget[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const profile = useProfile();
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  return [
    {
      key: 'tasks',
      label: t('overview.tab.tasks'),
      icon: <IconChecklist {...icon} />,
      run: () => void navigate({ to: '/overview', search: {} }),
    },
    ...(['all', 'procurement', 'drafts'] as const).map((tab) => ({
      key: tab,
      label: t(`overview.tab.${tab}`),
      icon: <IconShoppingCart {...icon} />,
      run: () => void navigate({ to: '/overview', search: { tab } }),
    })),
    ...addEntries(profile?.modules ?? []).map((entry) => ({
      key: `add-${entry.key}`,
      label: t(`shell.add.${entry.key}`),
      icon: <IconPlus {...icon} />,
      run: () => void navigate({ to: entry.to }),
    })),
    {
      key: 'profile',
      label: t('profile.title'),
      icon: <IconUser {...icon} />,
      run: () => void navigate({ to: '/profile' }),
    },
    { key: 'keys', label: t('shell.keys.title'), icon: <IconKeyboard {...icon} />, run: onShowKeys },
    {
      key: 'logout',
      label: t('shell.logout'),
      icon: <IconLogout {...icon} />,
      run: () => void navigate({ to: '/logout' }),
    },
  ];
}
