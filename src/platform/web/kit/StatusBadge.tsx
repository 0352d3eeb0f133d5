import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './StatusBadge.module.css';
import { type DocumentKind, type StatusMeaning, statusMeaning } from './status-meaning.ts';

export interface StatusBadgeProps {
  readonly kind: DocumentKind;
  readonly status: string;
  /** In lists: dot and word without the tinted ground. */
  readonly plain?: boolean;
}

/** The status of a document: its colour never stands without its word. */
export function StatusBadge({ kind, status, plain = false }: StatusBadgeProps): ReactNode {
  const { t } = useTranslation();
  return (
    <MeaningBadge meaning={statusMeaning(kind, status)} plain={plain}>
      {t(`status.${kind}.${status}`)}
    </MeaningBadge>
  );
}

export interface MeaningBadgeProps {
  readonly meaning: StatusMeaning;
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** The same look for words that are no document status. */
export function MeaningBadge({ meaning, plain = false, children }: MeaningBadgeProps): ReactNode {
  return (
    <span className={plain ? classes.plain : classes.badge} data-meaning={meaning}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.word}>{children}</span>
    </span>
  );
}
