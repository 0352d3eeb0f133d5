import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuCloseDelayMs } from '../../platform/constants.ts';
import { loadFirstChunk } from '../../platform/web/chunk.ts';
import { PersonAvatar } from '../../platform/web/kit/PersonAvatar.tsx';
import { useProfile } from '../../platform/web/profile.ts';
import { useSession } from '../../platform/web/session.ts';
import { usePart } from '../../platform/web/use-part.ts';
import classes from './UserMenu.module.css';

const loadItems = () => loadFirstChunk(() => import('./UserMenuItems.tsx'));

/** The person at the right of the top bar; the menu items are loaded after the page, or on demand. */
export function UserMenu(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const menu = useClosingMenu();
  const items = usePart(loadItems, menu.opened);
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
        {items === null ? null : (
          <items.UserMenuItems name={name} onStay={menu.stay} onLeave={menu.closeSoon} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** NAV-17: the menu closes a second after the mouse has left it, unless reopened or used by keyboard. */
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
