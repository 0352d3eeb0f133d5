import { ActionIcon } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentNumber } from './DocumentNumber.tsx';
import classes from './PageTitleRow.module.css';

export interface PageTitleRowProps {
  readonly title: string;
  readonly number?: string | null;
  /** A `StatusBadge`. */
  readonly status?: ReactNode;
  /** An `Amount`, shown large at the right. */
  readonly amount?: ReactNode;
  /** The kind of amount: "netto". */
  readonly amountLabel?: string;
  readonly onBack?: () => void;
  /** Links to the previous and next page. */
  readonly steps?: ReactNode;
  /** Secondary buttons only: the filled one is in the action bar. */
  readonly children?: ReactNode;
}

/** The first row of a page: its title and amount. */
export function PageTitleRow(props: PageTitleRowProps): ReactNode {
  const { title, number, status, amount, amountLabel, onBack, steps, children } = props;
  const { t } = useTranslation();
  usePageTitle([number, title].filter(Boolean).join(' '));
  return (
    <header className={classes.row}>
      {onBack === undefined ? null : (
        <ActionIcon onClick={onBack} aria-label={t('shell.back')} className={classes.back}>
          <IconChevronLeft size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
      <div className={classes.name}>
        {number ? (
          <span className={classes.number}>
            <DocumentNumber number={number} />
          </span>
        ) : null}
        <h1 className={classes.title} title={title}>
          {title}
        </h1>
        {status === undefined ? null : <div className={classes.status}>{status}</div>}
      </div>
      {steps}
      <div className={classes.end}>
        {amount === undefined ? null : (
          <p className={classes.amount}>
            {amount}{' '}
            {amountLabel === undefined ? null : <span className={classes.amountLabel}>{amountLabel}</span>}
          </p>
        )}
        {children === undefined ? null : <div className={classes.buttons}>{children}</div>}
      </div>
    </header>
  );
}

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Kontor' : `${title} - Kontor`;
  }, [title]);
}
