import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../../entity/web/entity-catalog.tsx';
import classes from '../Account.module.css';
import { ledPersonOptions } from './directory-data.ts';

/** Tells that the directory leads name, address and access of this person (AUTH-33). */
export function LedByDirectory({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { data: led } = useQuery({ ...ledPersonOptions(id ?? 0), enabled: id !== null });
  if (!led) return null;
  const { user_name, email, removed_at } = led;
  return (
    <p className={removed_at === null ? classes.note : classes.blocked} role="note">
      {t(removed_at === null ? 'people.directory.leads' : 'people.directory.removed', { user_name, email })}
    </p>
  );
}
