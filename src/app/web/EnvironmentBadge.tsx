import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { environmentOptions } from '../../features/session/web/login/login-api.ts';
import { Hint } from '../../platform/web/kit/Hint.tsx';
import classes from './EnvironmentBadge.module.css';

/** Shows that this is no production system, to avoid mistakes (GEN-15). */
export function EnvironmentBadge(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(environmentOptions);
  if (data === undefined || data.environment === 'production') return null;
  return (
    <Hint label={t(`shell.environment.${data.environment}.hint`)}>
      <span className={classes.badge} data-environment={data.environment}>
        {t(`shell.environment.${data.environment}.name`)}
      </span>
    </Hint>
  );
}
