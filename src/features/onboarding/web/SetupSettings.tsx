import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Onboarding.module.css';

/** Link from the settings to the onboarding, where sample data can be removed (ONB-03, ONB-04). */
export function SetupSettings(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.settings}>
      <p className={classes.hint}>{t('onboarding.settings')}</p>
      <Button variant="default" renderRoot={(props) => <Link {...props} to="/onboarding" />}>
        {t('onboarding.open')}
      </Button>
    </div>
  );
}
