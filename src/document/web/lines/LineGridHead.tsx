import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './LineGrid.module.css';
import type { LineColumn } from './line-columns.ts';

/** The column headings. */
export function LineGridHead<Line>({
  columns,
  hasActions,
  isCounted,
}: {
  readonly columns: readonly LineColumn<Line>[];
  /** Lines have buttons besides the remove button. */
  readonly hasActions: boolean;
  /** The rows are numbered, as the table does not hold them all. */
  readonly isCounted: boolean;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <thead>
      <tr {...(isCounted && { 'aria-rowindex': 1 })}>
        <th scope="col" className={classes.position}>
          <span className="visually-hidden">{t('document.line.position')}</span>
        </th>
        {columns.map(({ key, label, heading, width, isNumber = false }) => (
          <th
            key={key}
            scope="col"
            className={isNumber ? classes.number : undefined}
            style={width === undefined ? undefined : { width }}
          >
            {heading ?? label}
          </th>
        ))}
        <th scope="col" className={classes.remove} data-wide={hasActions || undefined}>
          <span className="visually-hidden">{t('document.line.remove')}</span>
        </th>
      </tr>
    </thead>
  );
}
