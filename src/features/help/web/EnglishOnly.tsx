import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/web/i18n.ts';
import classes from './HelpPage.module.css';
import { manualLanguage } from './manual.ts';

/** Tells readers of other languages that the following is in English (ONB-07). */
export function EnglishOnly(): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  if (manualLanguage(language) === language) return null;
  return <p className={classes.hint}>{t('help.manual.english_only')}</p>;
}
