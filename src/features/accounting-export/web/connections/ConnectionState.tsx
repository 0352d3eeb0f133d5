import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../../base/day.ts';
import { type Meaning, MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import classes from './Connections.module.css';
import type { Connection } from './connection-data.ts';

/** The number of days before its end when the administrators are warned (EXP-07). */
const endsSoon = 30;

type Shown = 'none' | 'active' | 'ends_soon' | 'expired' | 'inactive' | 'disconnected';

const meanings: Readonly<Record<Shown, Meaning>> = {
  none: 'draft',
  active: 'done',
  ends_soon: 'waiting',
  expired: 'declined',
  inactive: 'declined',
  disconnected: 'draft',
};

interface ConnectionStateProps {
  readonly connection: Connection | null;
  /** The company, where each has its own connection. */
  readonly company?: string | null;
}

/** The state of a connection: its validity, or the reason why it is inactive (SET-05). */
export function ConnectionState({ connection, company = null }: ConnectionStateProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.today();
  const until = connection?.connected_until ? format.dayOf(connection.connected_until) : null;
  const shown = shownState(connection, until, today);
  const isOn = shown === 'active' || shown === 'ends_soon';
  const { problem = null, connected_at = '', connected_by = null } = connection ?? {};
  return (
    <div className={classes.state}>
      <MeaningBadge meaning={meanings[shown]}>{t(`accounting_connection.state.${shown}`)}</MeaningBadge>
      {until !== null && (isOn || shown === 'expired') ? (
        <span>{t('accounting_connection.until', { day: format.day(until) })}</span>
      ) : null}
      {isOn && connected_by !== null ? (
        <span className="quiet">
          {t('accounting_connection.connected_by', {
            name: connected_by.name,
            day: format.day(format.dayOf(connected_at)),
          })}
        </span>
      ) : null}
      {shown === 'inactive' && problem !== null ? (
        <p className={classes.problem}>{t(`error.${problem}`, { company })}</p>
      ) : null}
    </div>
  );
}

function shownState(connection: Connection | null, until: string | null, today: string): Shown {
  if (connection === null) return 'none';
  if (connection.state === 'inactive') return connection.problem === null ? 'disconnected' : 'inactive';
  if (until === null || until >= addDays(today, endsSoon)) return 'active';
  return until < today ? 'expired' : 'ends_soon';
}
