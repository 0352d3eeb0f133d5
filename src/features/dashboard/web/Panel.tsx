import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Panel.module.css';

export interface PanelProps {
  readonly title: string;
  /** Measure and unit. */
  readonly note?: string | undefined;
  readonly tools?: ReactNode;
  readonly isLoading: boolean;
  readonly isEmpty: boolean;
  /** Text for an empty panel, where the chosen days are not the reason. */
  readonly empty?: string;
  readonly children: ReactNode;
}

/** A titled part of the dashboard. */
export function Panel({ title, note, tools, isLoading, isEmpty, empty, children }: PanelProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {note === undefined ? null : <span className={classes.note}>{note}</span>}
        {tools === undefined ? null : <span className={classes.tools}>{tools}</span>}
      </div>
      {isLoading ? (
        <Loading />
      ) : isEmpty ? (
        <p className="quiet">{empty ?? t('dashboard.nothing')}</p>
      ) : (
        children
      )}
    </section>
  );
}

export interface WholeButtonProps {
  readonly isWhole: boolean;
  readonly onWhole: (isWhole: boolean) => void;
}

/** Shows all bars of a panel, or few. */
export function WholeButton({ isWhole, onWhole }: WholeButtonProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Button variant="subtle" size="compact-xs" aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
      {t(isWhole ? 'dashboard.fewer_bars' : 'dashboard.all_bars')}
    </Button>
  );
}

function Loading(): ReactNode {
  return (
    <div className={classes.loading} aria-hidden>
      {[80, 60, 45, 30].map((width) => (
        <Skeleton key={width} height={10} width={`${width}%`} />
      ))}
    </div>
  );
}
