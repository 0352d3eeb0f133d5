import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingPartProps } from '../../../entity/web/entity-catalog.tsx';
import { waitingOfOptions } from './control-data.ts';
import { useControlWords } from './use-control-words.ts';
import classes from './WaitingHere.module.css';

/**
 * The changes of a record that wait for a second administrator: of one field below it, of all fields above the form
 * (AUTH-31).
 */
export function WaitingHere({ table, id, field }: WaitingPartProps): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(waitingOfOptions(table, id));
  const words = useControlWords(data?.labels ?? new Map());
  const changes = data?.changes ?? [];
  if (field !== null) {
    const change = changes.find(({ control }) => control === field);
    if (change === undefined) return null;
    const values = { value: words(change).after, name: change.proposed_by?.name ?? '–' };
    return <p className={classes.field}>{t('control_change.field', values)}</p>;
  }
  if (changes.length === 0) return null;
  return (
    <section className={classes.notice} aria-label={t('control_change.waiting_here')}>
      <IconClock size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div>
        <strong>{t('control_change.waiting_here')}</strong>
        <ul className={classes.list}>
          {changes.map((change) => {
            const { what, before, after } = words(change);
            const name = change.proposed_by?.name ?? '–';
            return <li key={change.id}>{t('control_change.change', { what, before, after, name })}</li>;
          })}
        </ul>
        <Link to="/admin/waiting">{t('control_change.title')}</Link>
      </div>
    </section>
  );
}
