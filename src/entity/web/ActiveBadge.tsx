import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ActiveBadge.module.css';

/** Whether a record can be chosen (ADM-18). */
export function ActiveBadge({ active }: { readonly active: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <Badge variant="light" className={classes.badge} data-active={active || undefined}>
      {t(active ? 'entity.active' : 'entity.inactive')}
    </Badge>
  );
}
