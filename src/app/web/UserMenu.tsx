import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconChartBar,
  IconCheck,
  IconChevronDown,
  IconHelpCircle,
  IconLayoutList,
  IconLogout,
  IconSettings,
  IconSunMoon,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { seesDashboard } from '../../features/dashboard/access.ts';
import { shownCount, useTaskCount } from '../../features/overview/web/list/tasks.ts';
import { menuCloseDelayMs } from '../../platform/constants.ts';
import { LanguageItems } from '../../platform/web/kit/LanguageMenu.tsx';
import { PersonAvatar } from '../../platform/web/kit/PersonAvatar.tsx';
import { useHasRole, useProfile } from '../../platform/web/profile.ts';
import { useSession } from '../../platform/web/session.ts';
import classes from './UserMenu.module.css';

/** Name, e-mail and tenant, then the entries of NAV-16 whose page exists, the overview with its tasks (OVW-10). */
export function UserMenu(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const menu = useClosingMenu();
  const navigate = useNavigate();
  const taskCount = useTaskCount();
  const isAdmin = useHasRole('user-admin');
  const name = profile?.name || session?.email || '';
  return (
    <Menu
      position="bottom-end"
      width={240}
      withinPortal={false}
      opened={menu.opened}
      onChange={menu.setOpened}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={t('shell.user_menu', { name })}
          onMouseLeave={menu.closeSoon}
          onMouseEnter={menu.stay}
        >
          <PersonAvatar name={name} />
          <span className={classes.name}>{name}</span>
          <IconChevronDown size={14} stroke={1.6} className={classes.arrow} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown onMouseLeave={menu.closeSoon} onMouseEnter={menu.stay} onFocus={menu.stay}>
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
        {isAdmin && !session?.isImpersonating ? (
          <PageItem to="/admin" icon={IconSettings} label={t('admin.title')} />
        ) : null}
        <PageItem to="/profile" icon={IconUser} label={t('shell.profile')} />
        <PageItem to="/help" icon={IconHelpCircle} label={t('shell.help')} />
        <Submenu menu={menu} icon={IconWorld} label={t('shell.language')}>
          <LanguageItems />
        </Submenu>
        <Submenu menu={menu} icon={IconSunMoon} label={t('shell.scheme.label')}>
          <SchemeItems />
        </Submenu>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
          onClick={() => void navigate({ to: '/logout' })}
        >
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface PageItemProps {
  readonly to: '/dashboard' | '/overview' | '/admin' | '/profile' | '/help';
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
      rightSection={count === null ? null : <span className={classes.count}>{count}</span>}
    >
      {label}
    </Menu.Item>
  );
}

interface SubmenuProps {
  readonly menu: ReturnType<typeof useClosingMenu>;
  readonly icon: Icon;
  readonly label: string;
  readonly children: ReactNode;
}

/** Opens beside the menu and keeps it open while the mouse is there. */
function Submenu({ menu, icon: Picture, label, children }: SubmenuProps): ReactNode {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Picture size={16} stroke={1.6} aria-hidden />}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown onMouseEnter={menu.stay} onMouseLeave={menu.closeSoon} onFocus={menu.stay}>
        {children}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

/** Light, dark, or as the system has it; kept in this browser. */
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

/** NAV-17: the menu closes a second after the mouse left it; not the one that was opened again since, or is used by keyboard. */
function useClosingMenu() {
  const [opened, setShown] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const stay = (): void => window.clearTimeout(timer.current);
  const setOpened = (isOpen: boolean): void => {
    stay();
    setShown(isOpen);
  };
  const closeSoon = (): void => {
    stay();
    timer.current = window.setTimeout(() => setOpened(false), menuCloseDelayMs);
  };
  return { opened, setOpened, stay, closeSoon };
}
