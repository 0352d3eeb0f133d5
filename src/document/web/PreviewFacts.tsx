import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PreviewFacts.module.css';

export interface PreviewFactsProps {
  readonly name: string | null;
  /** `PreviewFact` elements. */
  readonly children: ReactNode;
  /** Shown below the fields. */
  readonly more?: ReactNode;
}

/** The name of a document and its most important fields. */
export function PreviewFacts({ name, children, more }: PreviewFactsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.facts}>
      <h2 className={classes.title}>{name || t('overview.unnamed')}</h2>
      <dl className={classes.fields}>{children}</dl>
      {more}
    </div>
  );
}

interface PreviewFactProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** One field; a dash if empty. */
export function PreviewFact({ label, children }: PreviewFactProps): ReactNode {
  return (
    <div className={classes.field}>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  );
}
