import { IconArrowDown, IconArrowUp, IconChevronDown, IconLock } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../sheet/sheet.ts';
import type { Column } from './columns.ts';
import { isFrozen } from './grid-layout.ts';
import classes from './SheetGrid.module.css';

/** The actions of a column head besides selecting the column. */
export interface HeadActions {
  readonly onMenu: (place: number) => void;
  readonly onWidth: (name: string, width: number) => void;
}

export interface ColumnHeadProps extends HeadActions {
  readonly column: Column;
  readonly place: number;
  readonly order: Order | null;
}

/** The head of a column: title, order, menu and resize handle. */
export function ColumnHead({ column, place, order, ...actions }: ColumnHeadProps): ReactNode {
  const { t } = useTranslation();
  const { name, title, isNumber, isRequired, isFixed } = column;
  const isOrdered = order?.name === name;
  const Arrow = order?.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      aria-colindex={place + 2}
      aria-sort={isOrdered ? (order.isDescending ? 'descending' : 'ascending') : undefined}
      title={isFixed ? `${title}: ${t('table.fixed')}` : title}
      className={[classes.headCell, isNumber && classes.right, isFrozen(place) && classes.frozen]
        .filter(Boolean)
        .join(' ')}
    >
      <span className={classes.headTitle}>{title}</span>
      {isRequired ? (
        <span className={classes.required} aria-hidden>
          *
        </span>
      ) : null}
      {isFixed ? <IconLock size={12} stroke={1.6} aria-hidden /> : null}
      {isOrdered ? <Arrow size={12} stroke={2} aria-hidden /> : null}
      <button
        type="button"
        data-part="menu"
        tabIndex={-1}
        className={classes.headMenu}
        aria-label={t('table.column.menu', { column: title })}
        onClick={() => actions.onMenu(place)}
      >
        <IconChevronDown size={14} stroke={1.6} aria-hidden />
      </button>
      <WidthHandle place={place} onWidth={(width) => actions.onWidth(name, width)} />
    </th>
  );
}

interface WidthHandleProps {
  readonly place: number;
  readonly onWidth: (width: number) => void;
}

/** Dragging resizes the column; the grid fits it to its content on a double click. */
function WidthHandle({ place, onWidth }: WidthHandleProps): ReactNode {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>): void => {
    const head = event.currentTarget.parentElement;
    if (event.button !== 0 || head === null) return;
    from.current = { x: event.clientX, width: head.offsetWidth };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  return (
    <span
      data-part="width"
      data-place={place}
      className={classes.widthHandle}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => {
        if (from.current) onWidth(from.current.width + clientX - from.current.x);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}
