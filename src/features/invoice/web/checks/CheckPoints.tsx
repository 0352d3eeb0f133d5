import { IconAlertTriangle, IconCheck, IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PointState } from '../../check-point.ts';
import classes from './CheckPoints.module.css';

/** One point of a check with its texts. */
export interface ShownPoint {
  readonly key: string;
  readonly state: PointState;
  readonly text: string;
  /** The evidence, or the size of the deviation. */
  readonly detail?: ReactNode;
}

const icons = { ok: IconCheck, doubtful: IconAlertTriangle, missing: IconExclamationCircle };

/** The compared points, each with its result (INV-19, INV-23). */
export function CheckPoints({
  title,
  points,
}: {
  readonly title: string;
  readonly points: readonly ShownPoint[];
}): ReactNode {
  const { t } = useTranslation();
  if (points.length === 0) return null;
  return (
    <section className={classes.points} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>
        {points.map(({ key, state, text, detail }) => {
          const Icon = icons[state];
          return (
            <li key={key} className={classes.point} data-state={state}>
              <Icon size={16} stroke={1.6} role="img" aria-label={t(`invoice.point.${state}`)} />
              <span>{text}</span>
              {detail === undefined ? null : <span className={classes.detail}>{detail}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
