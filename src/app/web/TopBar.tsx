import { Button, Menu } from '@mantine/core';
import { IconChecklist, IconChevronDown, IconPlus, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddEntries } from '../../document/web/use-add-entries.ts';
import { useTourWaits } from '../../features/help/web/tour/waiting-tour.ts';
import { shownCount, useTaskCount, useUrgentTaskCount } from '../../features/overview/web/list/tasks.ts';
import { Logo } from '../../platform/web/kit/Logo.tsx';
import { useIsAuditor } from '../../platform/web/profile.ts';
import { EnvironmentBadge } from './EnvironmentBadge.tsx';
import classes from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';
import { useAppBadge } from './use-app-badge.ts';

export interface TopBarProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** Logo, search, add button, tasks, help for the current page, and the person. */
export function TopBar({ onSearch, onHelp }: TopBarProps): ReactNode {
  const { t } = useTranslation();
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <Link to="/" className={classes.home} aria-label={t('shell.to_index')}>
          <Logo />
        </Link>
        <EnvironmentBadge />
        <button type="button" className={classes.search} onClick={onSearch}>
          <IconSearch size={16} stroke={1.6} aria-hidden />
          <span className={classes.searchText}>{t('shell.search')}</span>
          <kbd className={classes.key}>{t('shell.key.ctrl_k')}</kbd>
        </button>
        <nav className={classes.end} aria-label={t('shell.navigation')}>
          <AddButton />
          {useIsAuditor() ? null : <TasksLink />}
          <HelpButton onHelp={onHelp} />
          <span className={classes.rule} aria-hidden />
          <UserMenu />
        </nav>
      </div>
    </header>
  );
}

/** Opens the help for the page; a dot says that its tour waits to be asked for (ONB-10). */
function HelpButton({ onHelp }: Pick<TopBarProps, 'onHelp'>): ReactNode {
  const { t } = useTranslation();
  const hasTour = useTourWaits();
  const label = t('shell.help_here');
  return (
    <button
      type="button"
      className={classes.help}
      data-tour-waits={hasTour || undefined}
      onClick={onHelp}
      aria-label={hasTour ? `${label}, ${t('shell.tour_waits')}` : label}
    >
      ?
    </button>
  );
}

/** NAV-13, NAV-14: with a single entry, the button opens it directly. */
function AddButton(): ReactNode {
  const { t } = useTranslation();
  const entries = useAddEntries();
  const [first] = entries;
  if (first === undefined) return null;
  const look = {
    variant: 'default',
    className: classes.add,
    leftSection: <IconPlus size={16} stroke={1.6} className={classes.plus} aria-hidden />,
  };
  const label = <span className={classes.addText}>{t('shell.add.button')}</span>;
  if (entries.length === 1) {
    return (
      <Button
        {...look}
        renderRoot={(props) => <Link {...props} to={first.to} search={first.search ?? {}} />}
        aria-label={t(`shell.add.${first.key}`)}
      >
        {label}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          {...look}
          aria-label={t('shell.add.button')}
          rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Menu.Item
            key={entry.key}
            renderRoot={(props) => <Link {...props} to={entry.to} search={entry.search ?? {}} />}
          >
            {t(`shell.add.${entry.key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function TasksLink(): ReactNode {
  const { t } = useTranslation();
  const count = useTaskCount();
  const urgent = useUrgentTaskCount() ?? 0;
  useAppBadge(count);
  const reported = t('shell.tasks_of', { count: count ?? 0 });
  return (
    <Link
      to="/overview"
      search={{}}
      className={classes.tasks}
      aria-label={urgent === 0 ? reported : `${reported}, ${t('shell.urgent_tasks', { count: urgent })}`}
    >
      <IconChecklist size={18} stroke={1.6} aria-hidden />
      <span className={classes.tasksText}>{t('shell.tasks')}</span>
      {count ? (
        <span className={classes.count} data-urgent={urgent > 0 || undefined}>
          {shownCount(count)}
        </span>
      ) : null}
    </Link>
  );
}
