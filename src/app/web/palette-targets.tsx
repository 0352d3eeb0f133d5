import { useMantineColorScheme } from '@mantine/core';
import {
  IconBolt,
  IconChecklist,
  IconFileText,
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconSunMoon,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageFacts, languages } from '../../base/language.ts';
import { useListed } from '../../document/web/listed-kind.ts';
import { useTabs } from '../../features/overview/web/use-overview-view.ts';
import { setLanguage } from '../../platform/web/i18n.ts';
import { usePageActions } from '../../platform/web/page-actions.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { addEntries } from './add-entries.ts';
import { useAdminTargets } from './admin-targets.tsx';
import type { PaletteTarget } from './palette-target.ts';

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** What the page in view offers: the actions of its document. */
export function usePageTargets(): readonly PaletteTarget[] {
  return usePageActions().map(({ key, label, onRun, refusal = null }) => ({
    key: `action-${key}`,
    label,
    refusal,
    icon: <IconBolt {...icon} />,
    run: onRun,
  }));
}

/** Language and look, which take effect at once. */
export function useSettingTargets(): readonly PaletteTarget[] {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const schemes = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    key: `scheme-${scheme}`,
    label: `${t('shell.scheme.label')}: ${t(`shell.scheme.${scheme}`)}`,
    icon: <IconSunMoon {...icon} />,
    run: () => setColorScheme(scheme),
  }));
  const spoken = languages.map((language) => ({
    key: `language-${language}`,
    label: `${t('shell.language')}: ${languageFacts[language].name}`,
    icon: <IconWorld {...icon} />,
    run: () => void setLanguage(language),
  }));
  return [...schemes, ...spoken];
}

/** Every page that exists for the person, and the actions that exist everywhere. */
export function usePaletteTargets(onShowKeys: () => void): readonly PaletteTarget[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const profile = useProfile();
  const administration = useAdminTargets();
  const { kinds } = useListed();
  const tabs = useTabs();
  const pictureOf = (tab: string): ReactNode => {
    const Picture = kinds.find(({ name }) => name === tab)?.icon ?? IconFileText;
    return <Picture {...icon} />;
  };
  return [
    {
      key: 'tasks',
      label: t('overview.tab.tasks'),
      icon: <IconChecklist {...icon} />,
      run: () => void navigate({ to: '/overview', search: {} }),
    },
    ...tabs
      .filter((tab) => tab !== 'tasks')
      .map((tab) => ({
        key: tab,
        label: t(`overview.tab.${tab}`),
        icon: pictureOf(tab),
        run: () => void navigate({ to: '/overview', search: { tab } }),
      })),
    ...addEntries(profile?.modules ?? []).map((entry) => ({
      key: `add-${entry.key}`,
      label: t(`shell.add.${entry.key}`),
      icon: <IconPlus {...icon} />,
      run: () => void navigate({ to: entry.to, search: entry.search ?? {} }),
    })),
    {
      key: 'profile',
      label: t('shell.profile'),
      icon: <IconUser {...icon} />,
      run: () => void navigate({ to: '/profile' }),
    },
    {
      key: 'help',
      label: t('shell.help'),
      icon: <IconHelpCircle {...icon} />,
      run: () => void navigate({ to: '/help' }),
    },
    ...administration,
    { key: 'keys', label: t('shell.keys.title'), icon: <IconKeyboard {...icon} />, run: onShowKeys },
    {
      key: 'logout',
      label: t('shell.logout'),
      icon: <IconLogout {...icon} />,
      run: () => void navigate({ to: '/logout' }),
    },
  ];
}
