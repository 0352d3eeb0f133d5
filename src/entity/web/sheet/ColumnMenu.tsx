import { Menu } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowBackUp,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../sheet/sheet.ts';
import type { Column } from './columns.ts';
import { headHeight, type Layout } from './grid-layout.ts';
import classes from './SheetGrid.module.css';

export interface ColumnMenuProps {
  readonly column: Column;
  readonly place: number;
  readonly layout: Layout;
  /** The horizontal scroll position of the grid. */
  readonly scrollLeft: number;
  readonly onSort: (order: Order) => void;
  readonly onFit: () => void;
  readonly onUsualWidth: () => void;
  readonly onClose: () => void;
}

/** The menu below a column head: sorting, and the width without dragging. */
export function ColumnMenu(props: ColumnMenuProps): ReactNode {
  const { column, place, layout, scrollLeft } = props;
  const { t } = useTranslation();
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  const right = layout.lefts[place + 1] ?? 0;
  return (
    <Menu
      opened
      onClose={props.onClose}
      position="bottom-end"
      width={220}
      returnFocus={false}
      // The key that opens the menu must not close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span
          className={classes.menuAnchor}
          style={{ top: headHeight, left: place === 0 ? right : right - scrollLeft }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('table.column.menu', { column: column.title })}>
        {([false, true] as const).map((isDescending) => (
          <Menu.Item
            key={String(isDescending)}
            leftSection={isDescending ? <IconSortDescending {...icon} /> : <IconSortAscending {...icon} />}
            onClick={() => props.onSort({ name: column.name, isDescending })}
          >
            {t(isDescending ? 'table.column.descending' : 'table.column.ascending')}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconArrowAutofitWidth {...icon} />} onClick={props.onFit}>
          {t('table.column.fit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={props.onUsualWidth}>
          {t('table.column.usual_width')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
