import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as AmountValue } from '../../../base/money.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useIsPhone } from '../../../platform/web/use-is-phone.ts';
import { GroupingControl, type GroupingControlProps } from './GroupingControl.tsx';
import classes from './LineTable.module.css';

/** The text style of a column. */
export type LineLook = 'name' | 'quiet' | 'clipped' | 'number' | 'strongNumber' | 'quietNumber';

/** A column of the read-only table. */
export interface ReadColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly look: LineLook;
  /** Hidden from people without `user-price` (ROLE-07). */
  readonly isPrice?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface ReadLine<Row> {
  readonly row: Row;
  /** Counted from 1 over the whole document. */
  readonly position: number;
  /** Null where prices are hidden. */
  readonly net: AmountValue | null;
}

/** A group of lines. */
export interface LineBand<Row> {
  readonly key: string;
  /** Null for lines without a group. */
  readonly name: string | null;
  readonly lines: readonly ReadLine<Row>[];
  readonly net: AmountValue | null;
  /** Shown after the name. */
  readonly note: ReactNode;
}

export interface LineTableProps<Row> {
  readonly bands: readonly LineBand<Row>[];
  readonly columns: readonly ReadColumn<Row>[];
  readonly currency: string;
  /** The text of a line on phones, below its name. */
  readonly folded: (row: Row) => { readonly name: string | null; readonly text: string };
  /** Further counts besides the number of lines. */
  readonly count?: string | null;
  readonly grouping: GroupingControlProps;
}

/** The read-only lines: groups with subtotals. */
export function LineTable<Row>(props: LineTableProps<Row>): ReactNode {
  const { bands, count, grouping } = props;
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const lineCount = bands.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <section aria-label={t('document.line.title')} data-tour="lines">
      {lineCount < 2 ? null : (
        <div className={classes.tools}>
          <span className={classes.count}>
            {[t('document.line.count', { count: lineCount }), count].filter(Boolean).join(', ')}
          </span>
          <GroupingControl {...grouping} />
        </div>
      )}
      {isPhone ? <Bands {...props} /> : <WideTable {...props} />}
    </section>
  );
}

function WideTable<Row>({ bands, columns, currency }: LineTableProps<Row>): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const shown = columns.filter(({ isPrice = false }) => seesPrices || !isPrice);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.table} aria-label={t('document.line.title')}>
        <thead>
          <tr>
            <th scope="col" className={classes.position}>
              <span className="visually-hidden">{t('document.line.position')}</span>
            </th>
            {shown.map(({ key, label, look }) => (
              <th key={key} scope="col" className={/number/i.test(look) ? classes.number : undefined}>
                {label}
              </th>
            ))}
            {seesPrices ? (
              <th scope="col" className={classes.number}>
                {t('document.line.net_in', { currency })}
              </th>
            ) : null}
          </tr>
        </thead>
        {bands.map((band) => (
          <tbody key={band.key}>
            <tr className={classes.band}>
              <th scope="rowgroup" colSpan={shown.length + 1}>
                <span className={classes.bandName}>{band.name ?? t('document.line.without_group')}</span>
                <BandNote note={band.note} />
              </th>
              {seesPrices ? (
                <td className={classes.number}>
                  <Amount value={band.net} />
                </td>
              ) : null}
            </tr>
            {band.lines.map(({ row, position, net }) => (
              <tr key={position} className={classes.row}>
                <td className={classes.position}>{position}</td>
                {shown.map(({ key, look, cell }) => (
                  <td key={key} className={classes[look]}>
                    {cell(row)}
                  </td>
                ))}
                {seesPrices ? (
                  <td className={classes.strongNumber}>
                    <Amount value={net} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** On phones each group is one row that expands. */
function Bands<Row>({ bands, currency, folded }: LineTableProps<Row>): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  return (
    <div className={classes.bands}>
      {bands.map((band) => (
        <details key={band.key} className={classes.fold}>
          <summary className={classes.summary}>
            <span className={classes.foldText}>
              <span className={classes.bandName}>{band.name ?? t('document.line.without_group')}</span>
              <span className={classes.contents}>
                {band.lines.map(({ row }) => folded(row).name).join(', ')}
              </span>
              <BandNote note={band.note} />
            </span>
            {seesPrices ? <Amount value={band.net} currency={currency} /> : null}
            <IconChevronRight size={16} stroke={1.6} className={classes.chevron} aria-hidden />
          </summary>
          <ul className={classes.foldLines}>
            {band.lines.map(({ row, position, net }) => (
              <li key={position} className={classes.foldLine}>
                <span>
                  {position}. {folded(row).name}
                  <span className={classes.contents}>{folded(row).text}</span>
                </span>
                {seesPrices ? <Amount value={net} currency={currency} /> : null}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

function BandNote({ note }: { readonly note: ReactNode }): ReactNode {
  return note === null ? null : <span className={classes.bandNote}>{note}</span>;
}
