import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconRestore, IconRotateClockwise, IconX } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Place, type Tile, withLeftOut, withMoved, withTurn } from './arrangement.ts';
import classes from './PagesDialog.module.css';
import type { OpenPages } from './page-source.ts';
import type { OnTheTable } from './use-arrangement.ts';

/** Longer side of a page, in pixels. */
const side = 200;
/** Distance from the viewport at which pages are drawn. */
const nearby = '200px';
const dragType = 'application/x-page-place';

export const tileMark = 'data-page-place';

export interface PageTileProps {
  readonly tile: Tile;
  readonly place: Place;
  readonly count: number;
  readonly source: OpenPages;
  readonly table: OnTheTable;
  /** Moves a page, which keeps the focus. */
  readonly onMove: (from: Place, to: Place) => void;
}

/** One page with its actions. */
export function PageTile({ tile, place, count, source, table, onMove }: PageTileProps): ReactNode {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const name = t('invoice.pages.page', { file: source.file.name, page: tile.page });
  const { change } = table;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    onMove(place, place + (event.key === 'ArrowLeft' ? -1 : 1));
  };
  const onDrop = (event: DragEvent): void => {
    const from = event.dataTransfer.getData(dragType);
    setOver(false);
    if (from === '') return;
    event.preventDefault();
    change((present) => withMoved(present, Number(from), place));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page is not a group of fields.
    <div
      role="group"
      aria-label={tile.isLeftOut ? t('invoice.pages.left_out', { page: name }) : name}
      className={classes.tile}
      data-left-out={tile.isLeftOut}
      data-over={isOver}
      {...{ [tileMark]: place }}
      draggable
      onKeyDown={onKeyDown}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(dragType, String(place));
        dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Drawn tile={tile} source={source} />
      <span className={classes.label} title={source.file.name}>
        <span className={classes.file}>{source.file.name}</span> {tile.page}
      </span>
      <Tools {...{ tile, place, count, table, onMove, name }} />
    </div>
  );
}

/** Buttons for all actions, since dragging needs a mouse. */
function Tools({
  tile,
  place,
  count,
  table: { change },
  onMove,
  name,
}: Omit<PageTileProps, 'source'> & { readonly name: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <Tool
        label={t('invoice.pages.earlier', { page: name })}
        isDisabled={place === 0}
        onClick={() => onMove(place, place - 1)}
      >
        <IconArrowLeft size={16} stroke={1.6} aria-hidden />
      </Tool>
      <Tool
        label={t('invoice.pages.turn', { page: name })}
        isDisabled={tile.isLeftOut}
        onClick={() => change((present) => withTurn(present, place))}
      >
        <IconRotateClockwise size={16} stroke={1.6} aria-hidden />
      </Tool>
      <Tool
        label={t(tile.isLeftOut ? 'invoice.pages.take_in' : 'invoice.pages.leave_out', { page: name })}
        onClick={() => change((present) => withLeftOut(present, place))}
      >
        {tile.isLeftOut ? (
          <IconRestore size={16} stroke={1.6} aria-hidden />
        ) : (
          <IconX size={16} stroke={1.6} aria-hidden />
        )}
      </Tool>
      <Tool
        label={t('invoice.pages.later', { page: name })}
        isDisabled={place === count - 1}
        onClick={() => onMove(place, place + 1)}
      >
        <IconArrowRight size={16} stroke={1.6} aria-hidden />
      </Tool>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, isDisabled = false, onClick, children }: ToolProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-disabled={isDisabled} onClick={isDisabled ? undefined : onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** The drawing of the page, once it is near the viewport. */
function Drawn({ tile, source }: Pick<PageTileProps, 'tile' | 'source'>): ReactNode {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);
  const { page } = tile;
  useEffect(() => {
    const { current: into } = drawn;
    if (frame.current === null || into === null) return;
    const abort = new AbortController();
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        source.draw(page, side, into, abort.signal).catch(() => {
          if (!abort.signal.aborted) setBroken(true);
        });
      },
      { rootMargin: nearby },
    );
    observer.observe(frame.current);
    return () => {
      abort.abort();
      observer.disconnect();
    };
  }, [source, page]);
  return (
    <div ref={frame} className={classes.frame}>
      <div ref={drawn} className={classes.drawn} style={{ rotate: `${tile.turn}deg` }} aria-hidden />
      {isBroken ? <span className={classes.broken}>{t('document.original.failure.page')}</span> : null}
    </div>
  );
}
