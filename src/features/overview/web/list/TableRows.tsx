import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CsvCell } from '../../../../base/csv.ts';
import { useListed } from '../../../../document/web/listed-kind.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type ColumnRow, cellOf, type ListColumns } from '../../export-columns.ts';
import classes from './DocumentTable.module.css';

export interface TableRowsProps {
  readonly rows: readonly ColumnRow[];
  readonly list: ListColumns;
  readonly columns: readonly string[];
  /** Indexes of the rows to draw. */
  readonly places: readonly number[];
  readonly rowHeight: number;
  /** Number of rows before the first loaded one; null while unknown. */
  readonly before: number | null;
}

/** The visible rows; gaps keep the space of the others. */
export function TableRows({ rows, list, columns, places, rowHeight, before }: TableRowsProps): ReactNode {
  const { t } = useTranslation();
  const { kinds } = useListed();
  const format = useFormat();
  const shown = (cell: CsvCell): string => {
    if (cell === null || typeof cell === 'string') return cell ?? '';
    return 'number' in cell ? format.amount(cell.number) : format.day(cell.day);
  };
  const textOf = (row: ColumnRow, key: string): string =>
    shown(cellOf(list, key, row, { t, dayOf: format.dayOf }));
  const drawn = places.flatMap((place, at) => {
    const row = rows[place];
    const missing = place - (places[at - 1] ?? -1) - 1;
    const gap = missing === 0 ? [] : <Gap key={`before ${place}`} height={missing * rowHeight} />;
    if (row === undefined) return gap;
    return [
      gap,
      <tr
        key={keyOf(row)}
        data-key={keyOf(row)}
        style={{ height: rowHeight }}
        aria-rowindex={before === null ? undefined : before + place + 2}
      >
        {columns.map((key) => {
          const text = textOf(row, key);
          return (
            <td key={key} title={text} data-amount={list.columns[key]?.isAmount}>
              {key === 'number' ? (
                <Link to={kinds.find(({ name }) => name === row.kind)?.route ?? '.'} search={{ id: row.id }}>
                  {text || t('overview.unnamed')}
                </Link>
              ) : (
                text
              )}
            </td>
          );
        })}
      </tr>,
    ];
  });
  const after = rows.length - (places.at(-1) ?? -1) - 1;
  return (
    <>
      {drawn}
      {after === 0 ? null : <Gap height={after * rowHeight} />}
    </>
  );
}

export function keyOf({ kind, id }: ColumnRow): string {
  return `${kind}-${id}`;
}

function Gap({ height }: { readonly height: number }): ReactNode {
  return <tr className={classes.gap} style={{ height }} aria-hidden />;
}
