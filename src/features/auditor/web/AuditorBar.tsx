import { Button } from '@mantine/core';
import { IconShieldSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/web/session.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './Auditor.module.css';
import { auditorOptions } from './auditor-data.ts';

/** Shows an auditor's scope and end date on every page, with a link to the export (ARC-04). */
export function AuditorBar(): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useSession();
  const { data: access } = useQuery({
    ...auditorOptions(session?.userId ?? 0),
    enabled: session !== null,
    staleTime: 60_000,
  });
  if (!access) return null;
  const [from, until] = [format.day(access.from), format.day(access.until)];
  return (
    <aside className={classes.bar} aria-label={t('auditor.access')}>
      <IconShieldSearch size={16} stroke={1.6} aria-hidden />
      <p className={classes.text}>
        <strong>{t('auditor.badge', { day: format.day(access.endsOn) })}</strong>{' '}
        {t('auditor.scope', { company: access.company, from, until })}
      </p>
      <Button variant="default" size="compact-sm" renderRoot={(props) => <Link {...props} to="/archive" />}>
        {t('auditor.export')}
      </Button>
    </aside>
  );
}
