import { Button } from '@mantine/core';
import { IconLink, IconScissors } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, type Place, startsOf, type Tile, withCut, withMoved } from './arrangement.ts';
import classes from './PagesDialog.module.css';
import { PageTile, tileMark } from './PageTile.tsx';
import type { OpenPages } from './page-source.ts';
import type { OnTheTable } from './use-arrangement.ts';

interface PartsProps {
  readonly sources: readonly OpenPages[];
  readonly table: OnTheTable;
}

/** One frame per future invoice, with a button to cut between pages and one to join between frames. */
export function PageParts({ sources, table }: PartsProps): ReactNode {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const { arrangement, change } = table;
  const starts = startsOf(arrangement);
  const onMove = (from: Place, to: Place): void => {
    const tool = focusedTool();
    change((present) => withMoved(present, from, to));
    // After the page is rendered at its new position.
    requestAnimationFrame(() => {
      const tile = root.current?.querySelector(`[${tileMark}="${to}"]`);
      tile?.querySelectorAll<HTMLElement>('button')[tool]?.focus();
    });
  };
  return (
    <div ref={root} className={classes.parts}>
      {arrangement.map((part, number) => {
        const start = starts[number] ?? 0;
        const label = t('invoice.pages.part', { number: number + 1, count: arrangement.length });
        return (
          <section key={start} className={classes.part} aria-label={label}>
            <div className={classes.head}>
              <h3 className={classes.name}>{label}</h3>
              {number === 0 ? null : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<IconLink size={16} stroke={1.6} aria-hidden />}
                  onClick={() => change((present) => withCut(present, start))}
                >
                  {t('invoice.pages.join', { number })}
                </Button>
              )}
            </div>
            <div className={classes.tiles}>
              {part.map((tile, within) => (
                <Cell
                  key={keyOf(tile)}
                  {...{ sources, table, tile, within, onMove }}
                  place={start + within}
                />
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}

/** The index of the focused button of a page. */
function focusedTool(): number {
  const { activeElement } = document;
  const tools = [...(activeElement?.parentElement?.children ?? [])];
  return activeElement === null ? -1 : tools.indexOf(activeElement);
}

interface CellProps extends PartsProps {
  readonly tile: Tile;
  readonly place: Place;
  /** The index within its part. */
  readonly within: number;
  readonly onMove: (from: Place, to: Place) => void;
}

/** A page with the cut button before it. */
function Cell({ sources, table, tile, place, within, onMove }: CellProps): ReactNode {
  const { t } = useTranslation();
  const source = sources.find(({ id }) => id === tile.invoiceId);
  if (source === undefined) return null;
  const label = t('invoice.pages.cut', { page: place, next: place + 1 });
  return (
    <div className={classes.cell}>
      {within === 0 ? null : (
        <button
          type="button"
          className={classes.cut}
          aria-label={label}
          title={label}
          onClick={() => table.change((present) => withCut(present, place))}
        >
          <IconScissors size={16} stroke={1.6} aria-hidden />
        </button>
      )}
      <PageTile
        tile={tile}
        place={place}
        count={table.arrangement.flat().length}
        source={source}
        table={table}
        onMove={onMove}
      />
    </div>
  );
}
