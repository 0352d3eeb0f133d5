import { useMantineColorScheme } from '@mantine/core';
import {
  IconBolt,
  IconChecklist,
  IconFileExport,
  IconFileText,
  IconHelpCircle,
  IconInbox,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconScan,
  IconSunMoon,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageFacts, languages } from '../../base/language.ts';
import { useListed } from '../../document/web/listed-kind.ts';
import { useAddEntries } from '../../document/web/use-add-entries.ts';
import { useTabs } from '../../features/overview/web/use-overview-view.ts';
import { setLanguage } from '../../platform/web/i18n.ts';
import { usePageActions } from '../../platform/web/page-actions.ts';
import { useHasRole, useProfile } from '../../platform/web/profile.ts';
import { useAdminTargets } from './admin-targets.tsx';
import type { PaletteTarget } from './palette-target.ts';

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** The actions of the current page's document. */
export function usePageTargets(): readonly PaletteTarget[] {
  const { t } = useTranslation();
  return usePageActions().map(({ key, label, detail, isMain, keys, onRun, refusal = null }) => ({
    key: `action-${key}`,
    label,
    detail,
    keys: keys ?? (isMain ? t('shell.key.ctrl_enter') : undefined),
    refusal,
    icon: <IconBolt {...icon} />,
    leadsTo: onRun,
  }));
}

/** Language and colour scheme, effective at once. */
export function useSettingTargets(): readonly PaletteTarget[] {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const schemes = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    key: `scheme-${scheme}`,
    label: `${t('shell.scheme.label')}: ${t(`shell.scheme.${scheme}`)}`,
    icon: <IconSunMoon {...icon} />,
    leadsTo: () => setColorScheme(scheme),
  }));
  const spoken = languages.map((language) => ({
    key: `language-${language}`,
    label: `${t('shell.language')}: ${languageFacts[language].name}`,
    icon: <IconWorld {...icon} />,
    leadsTo: () => void setLanguage(language),
  }));
  return [...schemes, ...spoken];
}

/** Every page available to the person, and actions available everywhere. */
export function usePaletteTargets(onShowKeys: () => void): readonly PaletteTarget[] {
  const { t } = useTranslation();
  const profile = useProfile();
  const mayExport = useHasRole('user-export-invoice');
  const administration = useAdminTargets();
  const { kinds } = useListed();
  const tabs = useTabs();
  const added = useAddEntries();
  const pictureOf = (tab: string): ReactNode => {
    const Picture = kinds.find(({ name }) => name === tab)?.icon ?? IconFileText;
    return <Picture {...icon} />;
  };
  const page = (key: string, label: string, Icon: typeof IconUser, to: string): PaletteTarget => ({
    key,
    label,
    icon: <Icon {...icon} />,
    leadsTo: { to },
  });
  const hasInvoices = profile?.modules.includes('invoice') === true;
  const hasOrders = profile?.modules.includes('procurement') === true;
  return [
    page('tasks', t('overview.tab.tasks'), IconChecklist, '/overview'),
    ...tabs
      .filter((tab) => tab !== 'tasks')
      .map((tab) => ({
        key: tab,
        label: t(`overview.tab.${tab}`),
        icon: pictureOf(tab),
        leadsTo: { to: '/overview', search: { tab } },
      })),
    ...added.map((entry) => ({
      key: `add-${entry.key}`,
      label: t(`shell.add.${entry.key}`),
      icon: <IconPlus {...icon} />,
      leadsTo: { to: entry.to, search: entry.search ?? {} },
    })),
    ...(hasOrders ? [page('receive', t('procurement.scan.title'), IconScan, '/receive')] : []),
    ...(hasInvoices ? [page('invoice-inbox', t('invoice.inbox.title'), IconInbox, '/invoice/inbox')] : []),
    ...(mayExport && hasInvoices
      ? [page('invoice-export', t('invoice_export.title'), IconFileExport, '/invoice/export')]
      : []),
    page('profile', t('shell.profile'), IconUser, '/profile'),
    page('help', t('shell.help'), IconHelpCircle, '/help'),
    ...administration,
    { key: 'keys', label: t('keyboard.title'), icon: <IconKeyboard {...icon} />, leadsTo: onShowKeys },
    page('logout', t('shell.logout'), IconLogout, '/logout'),
  ];
}
