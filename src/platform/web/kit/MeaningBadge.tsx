import type { ReactNode } from 'react';
import classes from './MeaningBadge.module.css';

/** The meaning of a badge; each has one colour (design: screens). */
export type Meaning = 'waiting' | 'progress' | 'done' | 'declined' | 'clearing' | 'draft';

export interface MeaningBadgeProps {
  readonly meaning: Meaning;
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** A dot and word in the colour of its meaning; never the colour alone. */
export function MeaningBadge({ meaning, plain = false, children }: MeaningBadgeProps): ReactNode {
  return (
    <span className={plain ? classes.plain : classes.badge} data-meaning={meaning}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.word}>{children}</span>
    </span>
  );
}
