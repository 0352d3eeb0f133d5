import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { truncatedTextLength } from '../../platform/constants.ts';
import { useLanguage } from '../../platform/web/i18n.ts';
import { optionLabel } from '../../platform/web/kit/SearchSelect.tsx';
import { useKeyDown } from '../../platform/web/kit/use-key-down.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import { tellsEmpty } from '../empty-text.ts';
import type { Entity } from '../entity.ts';
import { emptyLabelKey, fieldLabelKey } from '../labels.ts';
import { ActiveBadge } from './ActiveBadge.tsx';
import classes from './EntityTable.module.css';
import { useHighlight } from './highlight.ts';
import { choiceLabel } from './labels.ts';
import type { ListedRow } from './list-data.ts';
import { MarkBadges } from './MarkBadges.tsx';
import { RowMenu } from './RowMenu.tsx';

export interface EntityTableProps {
  readonly entity: Entity;
  readonly rows: readonly ListedRow[];
  readonly sort: string | null;
  /** Rows of an earlier view are shown until the current ones are loaded. */
  readonly isOutdated: boolean;
  readonly onSort: (sort: string) => void;
  readonly onOpen: (id: number) => void;
}

/** The rows of a list: a click opens a row, a column head sorts. */
export function EntityTable(props: EntityTableProps): ReactNode {
  const { entity, rows, sort, isOutdated, onSort, onOpen } = props;
  const { t } = useTranslation();
  const highlighted = useHighlight(entity.table);
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  return (
    <div className={classes.scroll} data-outdated={isOutdated || undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            {entity.list.map((name) => (
              <ColumnHead key={name} entity={entity} name={name} sort={sort} onSort={onSort} />
            ))}
            <th className={classes.menu}>
              <VisuallyHidden>{t('entity.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-inactive={!row.active || undefined}
              data-highlighted={row.id === highlighted || undefined}
              onClick={(event) => {
                const isControl = (event.target as Element).closest('button, a, [role="menu"]') !== null;
                if (!isControl && window.getSelection()?.isCollapsed !== false) onOpen(row.id);
              }}
            >
              {entity.list.map((name, place) => (
                <td
                  key={name}
                  data-kind={entity.fields[name]?.kind.input}
                  data-first={place === 0 || undefined}
                >
                  <Badged entity={entity} row={row} name={name}>
                    {place === 0 ? (
                      <button
                        type="button"
                        className={classes.open}
                        data-row-open
                        onClick={() => onOpen(row.id)}
                      >
                        <Cell entity={entity} row={row} name={name} />
                      </button>
                    ) : (
                      <Cell entity={entity} row={row} name={name} />
                    )}
                  </Badged>
                </td>
              ))}
              <td className={classes.menu}>
                <RowMenu entity={entity} row={row} name={rowName(entity, row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Badges for the unusual states of a row follow its label. */
function Badged({ entity, row, name, children }: CellProps & { readonly children: ReactNode }): ReactNode {
  const isPlain = row.active && row.marks.length === 0;
  if (isPlain || name !== lastLabel(entity)) return children;
  return (
    <div className={classes.badged}>
      {children}
      {row.active ? null : <ActiveBadge active={false} />}
      <MarkBadges entity={entity} marks={row.marks} />
    </div>
  );
}

function lastLabel(entity: Entity): string | undefined {
  return entity.label.at(-1);
}

function rowName(entity: Entity, { values }: ListedRow): string {
  return entity.label.map((name) => values[name] ?? '').join(' ');
}

interface ColumnHeadProps {
  readonly entity: Entity;
  readonly name: string;
  readonly sort: string | null;
  readonly onSort: (sort: string) => void;
}

function ColumnHead({ entity, name, sort, onSort }: ColumnHeadProps): ReactNode {
  const { t } = useTranslation();
  const isDescending = sort === `-${name}`;
  const isSorted = isDescending || sort === name || (sort === null && entity.order[0] === name);
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  const field = entity.fields[name];
  if (field?.computed) {
    return (
      <th scope="col" data-name={name} data-kind={field.kind.input}>
        <span className={classes.head}>{t(fieldLabelKey(entity.table, name))}</span>
      </th>
    );
  }
  return (
    <th
      scope="col"
      data-name={name}
      data-kind={field?.kind.input}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.head}
        onClick={() => onSort(isSorted && !isDescending ? `-${name}` : name)}
      >
        {t(fieldLabelKey(entity.table, name))}
        {isSorted ? <Arrow size={12} stroke={2} aria-hidden /> : null}
      </button>
    </th>
  );
}

interface CellProps {
  readonly entity: Entity;
  readonly row: ListedRow;
  readonly name: string;
}

function Cell(props: CellProps): ReactNode {
  const text = useCellText(props);
  const isNumber = props.entity.fields[props.name]?.kind.input === 'number';
  const isLong = !isNumber && text.length > truncatedTextLength;
  const isNegative = isNumber && String(props.row.values[props.name] ?? '').startsWith('-');
  return (
    <span className={classes.text} data-negative={isNegative || undefined} {...(isLong && { title: text })}>
      {text}
    </span>
  );
}

/** The text of a cell as its kind formats it. */
function useCellText({ entity, row, name }: CellProps): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const field = entity.fields[name];
  const value = row.values[name] ?? null;
  if (field === undefined) return '';
  if (value === null) {
    return tellsEmpty(field, row.flags) ? t(emptyLabelKey(entity.table, name)) : '';
  }
  const reference = row.references[name];
  if (field.references !== undefined) return reference ? optionLabel(reference) : '';
  if (field.choices !== undefined && typeof value === 'string') {
    return choiceLabel({ table: entity.table, name, field }, value, t, language);
  }
  if (field.price && typeof value === 'string') return format.amount(value);
  return field.kind.write(value, { language, today: format.today() });
}

/** `j` and `k` move the focus from row to row outside of inputs; Enter opens the focused row natively. */
function useRowKeys(rows: RefObject<HTMLElement | null>): void {
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== 'j' && event.key !== 'k')) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const isElsewhere = target.closest('input, textarea, select, [role="menu"]') !== null;
    if (isElsewhere || document.querySelector('[aria-modal="true"]')) return;
    const all = [...(rows.current?.querySelectorAll<HTMLElement>('[data-row-open]') ?? [])];
    const place = all.indexOf(document.activeElement as HTMLElement);
    const next = all[event.key === 'j' ? place + 1 : Math.max(0, place - 1)];
    event.preventDefault();
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  });
}
