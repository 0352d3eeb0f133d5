import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageFacts } from '../../../base/language.ts';
import { loadFirstChunk } from '../chunk.ts';
import { useLanguage } from '../i18n.ts';
import { usePart } from '../use-part.ts';
import classes from './LanguageSelect.module.css';

const loadMenu = () => loadFirstChunk(() => import('./LanguageMenu.tsx'));

/** The language selector of pages without a shell; its menu is loaded after the page. */
export function LanguageSelect(): ReactNode {
  const { t } = useTranslation();
  const current = useLanguage();
  const [isOpened, setOpened] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const menu = usePart(loadMenu, isOpened);
  const label = (
    <>
      <IconWorld size={14} stroke={1.6} aria-hidden />
      <span className="visually-hidden">{t('shell.language')}: </span>
      {languageFacts[current].name}
      <IconChevronDown size={14} stroke={1.6} aria-hidden />
    </>
  );
  if (menu !== null) {
    return (
      <menu.LanguageMenu startsOpen={isOpened} startsFocused={isFocused}>
        {label}
      </menu.LanguageMenu>
    );
  }
  return (
    <UnstyledButton
      className={classes.target}
      aria-haspopup="menu"
      aria-expanded={isOpened}
      onClick={() => setOpened(true)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {label}
    </UnstyledButton>
  );
}
