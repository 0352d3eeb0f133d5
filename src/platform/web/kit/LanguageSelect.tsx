import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, languageTag } from '../../../base/language.ts';
import { setLanguage, useLanguage } from '../i18n.ts';
import { betaLanguages, languageNames } from '../language-choice.ts';
import classes from './LanguageSelect.module.css';

/** The languages as entries of a menu; a choice takes effect at once (I18N-02). */
export function LanguageItems(): ReactNode {
  const { t } = useTranslation();
  const current = useLanguage();
  return languages.map((language) => (
    <Menu.Item
      key={language}
      lang={languageTag(language)}
      aria-current={language === current ? 'true' : undefined}
      rightSection={language === current ? <IconCheck size={14} stroke={2} aria-hidden /> : null}
      onClick={() => void setLanguage(language)}
    >
      {languageNames[language]}
      {betaLanguages.includes(language) ? <span className={classes.beta}>{t('shell.beta')}</span> : null}
    </Menu.Item>
  ));
}

/** The language selector of pages without a shell. */
export function LanguageSelect(): ReactNode {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <Menu position="top-start" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <IconWorld size={14} stroke={1.6} aria-hidden />
          <span className="visually-hidden">{t('shell.language')}: </span>
          {languageNames[current]}
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  );
}
