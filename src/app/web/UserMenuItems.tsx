import { Menu, useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconArchive,
  IconBuildings,
  IconChartBar,
  IconCheck,
  IconHelpCircle,
  IconLayoutList,
  IconLogout,
  IconSettings,
  IconSunMoon,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { seesDashboard } from '../../features/dashboard/access.ts';
import { seesOperatorArea } from '../../features/operator/access.ts';
import { shownCount, useTaskCount } from '../../features/overview/web/list/tasks.ts';
import { isAuditor } from '../../platform/context.ts';
import { LanguageItems } from '../../platform/web/kit/LanguageMenu.tsx';
import { useHasRole } from '../../platform/web/profile.ts';
import { useSession } from '../../platform/web/session.ts';
import classes from './UserMenu.module.css';

export interface UserMenuItemsProps {
  /** Name of the person. */
  readonly name: string;
  /** Mouse or focus are inside the menu, so that it stays open. */
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Name, e-mail and tenant, then the entries of NAV-16 whose page exists, the overview with its tasks (OVW-10). */
export function UserMenuItems({ name, onStay, onLeave }: UserMenuItemsProps): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const taskCount = useTaskCount();
  const isAdmin = useHasRole('user-admin');
  return (
    <>
      <div className={classes.person}>
        <p className={classes.personName}>{name}</p>
        <p>{session?.email}</p>
        <p>{session?.tenantName}</p>
      </div>
      <Menu.Divider />
      {session !== null && seesDashboard(session) ? (
        <PageItem to="/dashboard" icon={IconChartBar} label={t('shell.dashboard')} />
      ) : null}
      <PageItem
        to="/overview"
        icon={IconLayoutList}
        label={t('shell.overview')}
        count={taskCount ? shownCount(taskCount) : null}
      />
      {session !== null && isAuditor(session) ? (
        <>
          <PageItem to="/admin" icon={IconSettings} label={t('session.master_data')} />
          <PageItem to="/archive" icon={IconArchive} label={t('session.archive')} />
        </>
      ) : null}
      {isAdmin && !session?.isImpersonating ? (
        <PageItem to="/admin" icon={IconSettings} label={t('admin.title')} />
      ) : null}
      {seesOperatorArea(session) ? (
        <PageItem to="/operator" icon={IconBuildings} label={t('shell.operator')} />
      ) : null}
      <PageItem to="/profile" icon={IconUser} label={t('shell.profile')} />
      <PageItem to="/help" icon={IconHelpCircle} label={t('shell.help')} />
      <Submenu onStay={onStay} onLeave={onLeave} icon={IconWorld} label={t('shell.language')}>
        <LanguageItems />
      </Submenu>
      <Submenu onStay={onStay} onLeave={onLeave} icon={IconSunMoon} label={t('shell.scheme.label')}>
        <SchemeItems />
      </Submenu>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
        onClick={() => void navigate({ to: '/logout' })}
      >
        {t('shell.logout')}
      </Menu.Item>
    </>
  );
}

interface PageItemProps {
  readonly to: '/dashboard' | '/overview' | '/archive' | '/admin' | '/operator' | '/profile' | '/help';
  readonly icon: Icon;
  readonly label: string;
  readonly count?: string | null;
}

function PageItem({ to, icon: Picture, label, count = null }: PageItemProps): ReactNode {
  return (
    <Menu.Item
      component={Link}
      to={to}
      leftSection={<Picture size={16} stroke={1.6} aria-hidden />}
      rightSection={count === null ? null : <span className="quiet tabular">{count}</span>}
    >
      {label}
    </Menu.Item>
  );
}

interface SubmenuProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly icon: Icon;
  readonly label: string;
  readonly children: ReactNode;
}

/** Opens next to the menu and keeps it open while the mouse is there. */
function Submenu({ onStay, onLeave, icon: Picture, label, children }: SubmenuProps): ReactNode {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Picture size={16} stroke={1.6} aria-hidden />}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown onMouseEnter={onStay} onMouseLeave={onLeave} onFocus={onStay}>
        {children}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

/** Light, dark, or as the system; stored in this browser. */
function SchemeItems(): ReactNode {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (['light', 'dark', 'auto'] as const).map((scheme) => (
    <Menu.Item
      key={scheme}
      aria-current={scheme === colorScheme ? 'true' : undefined}
      rightSection={scheme === colorScheme ? <IconCheck size={14} stroke={2} aria-hidden /> : null}
      onClick={() => setColorScheme(scheme)}
    >
      {t(`shell.scheme.${scheme}`)}
    </Menu.Item>
  ));
}
