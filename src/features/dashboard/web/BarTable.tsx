import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Meaning } from '../../../platform/web/kit/MeaningBadge.tsx';
import type { OverviewSearch } from '../../overview/overview-search.ts';
import type { RowsAddress } from '../dashboard-links.ts';
import classes from './BarTable.module.css';
import rowLink from './RowLink.module.css';

export interface Bar {
  readonly key: string;
  readonly number?: string | null;
  readonly name: string;
  /** Percent of the longest bar. */
  readonly length: string;
  readonly meaning?: Meaning | null;
  readonly value: string;
  /** Documents that the value leaves out because their rate is unknown (PRICE-07). */
  readonly withoutRate?: number;
  /** Exact value and further details. */
  readonly hint?: string;
  /** Overview filter for its documents; null if no list shows exactly these. */
  readonly search: OverviewSearch | null;
  /** The list that holds its rows instead. */
  readonly list?: RowsAddress | null;
}

export interface BarTableProps {
  /** Description for screen readers. */
  readonly caption: string;
  readonly nameTitle: string;
  readonly valueTitle: string;
  readonly bars: readonly Bar[];
}

/** Bars in table rows, usable without colour or mouse, with screen readers, and on paper. */
export function BarTable({ caption, nameTitle, valueTitle, bars }: BarTableProps): ReactNode {
  const { t } = useTranslation();
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{caption}</caption>
      <colgroup>
        <col className={classes.nameColumn} />
        <col />
        <col className={classes.valueColumn} />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{nameTitle}</th>
          <td />
          <th scope="col">{valueTitle}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key} className={classes.row} data-meaning={bar.meaning ?? undefined}>
            <th scope="row" className={classes.name}>
              {bar.meaning ? <span className={classes.dot} aria-hidden /> : null}
              <Name bar={bar} />
              {bar.withoutRate ? (
                <span className="quiet"> ({t('overview.without_rate', { count: bar.withoutRate })})</span>
              ) : null}
            </th>
            <td className={classes.bar} aria-hidden>
              <span
                className={classes.fill}
                data-nothing={bar.length === '0' || undefined}
                style={{ width: `${bar.length}%` }}
              />
            </td>
            <td className={classes.value} title={bar.hint}>
              {bar.value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({ bar: { number, name, search, list = null } }: { readonly bar: Bar }): ReactNode {
  const text = (
    <>
      {number ? <span className="quiet">{number} </span> : null}
      {name}
    </>
  );
  const title = [number, name].filter(Boolean).join(' ');
  // The link covers the whole row.
  if (list !== null)
    return (
      <Link to="/dashboard/month-end" search={list} className={rowLink.link} title={title}>
        {text}
      </Link>
    );
  if (search === null) return <span title={title}>{text}</span>;
  return (
    <Link to="/overview" search={search} className={rowLink.link} title={title}>
      {text}
    </Link>
  );
}
