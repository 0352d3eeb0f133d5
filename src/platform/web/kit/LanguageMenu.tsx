import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageFacts, languages, languageTag } from '../../../base/language.ts';
import { setLanguage, useLanguage } from '../i18n.ts';
import classes from './LanguageSelect.module.css';

/** The languages as menu items; a choice takes effect at once (I18N-02). */
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
      {languageFacts[language].name}
      {languageFacts[language].isBeta ? <span className={classes.beta}>{t('shell.beta')}</span> : null}
    </Menu.Item>
  ));
}

export interface LanguageMenuProps {
  /** State of the button that this one replaces: clicked, or focused. */
  readonly startsOpen: boolean;
  readonly startsFocused: boolean;
  /** The content of the button. */
  readonly children: ReactNode;
}

/** The button of the language selector with its menu. */
export function LanguageMenu({ startsOpen, startsFocused, children }: LanguageMenuProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (startsFocused) button.current?.focus();
    if (startsOpen) setOpen(true);
  }, [startsFocused, startsOpen]);
  return (
    <Menu position="top-start" width={200} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UnstyledButton ref={button} className={classes.target}>
          {children}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  );
}
