import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Day } from '../../../base/day.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../platform/web/kit/DayText.tsx';
import type { DocumentKind } from '../../../timeline/kinds.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import classes from './RelatedList.module.css';

/** A document related to the one on the page. */
export interface RelatedDocument {
  readonly id: number;
  readonly number: string | null;
  readonly day: Day | null;
  readonly status: string;
  /** Null without `user-price` (ROLE-07). */
  readonly amount: number | null;
  readonly currency: string;
}

export interface RelatedDocumentsProps {
  readonly label: string;
  readonly kind: DocumentKind;
  /** The route of their pages. */
  readonly route: string;
  readonly documents: readonly RelatedDocument[];
  /** Shown without documents. */
  readonly empty: ReactNode;
  /** Shown below the list. */
  readonly children?: ReactNode;
}

/** The related documents of another kind. */
export function RelatedDocuments({
  label,
  kind,
  route,
  documents,
  empty,
  children,
}: RelatedDocumentsProps): ReactNode {
  return (
    <section className={classes.section} aria-label={label}>
      {documents.length === 0 ? (
        empty
      ) : (
        <ul>
          {documents.map(({ id, number, day, status, amount, currency }) => (
            <li key={id} className={classes.row}>
              <Link to={route} search={{ id }} className={classes.link}>
                {number ?? '–'}
              </Link>
              <span className={classes.name}>
                <DayText day={day} />
              </span>
              <StatusBadge kind={kind} status={status} plain />
              <Amount value={amount} currency={currency} decimals={2} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
