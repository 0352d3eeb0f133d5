import { Checkbox } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawnRows } from '../../../../platform/web/drawn-rows.ts';
import type { MasterDataPreview } from '../../master-data/preview.ts';
import classes from './MasterData.module.css';
import { type PreviewKind, type PreviewLine, previewLines } from './preview-lines.ts';
import { useFieldTexts } from './use-field-texts.ts';

/** In pixels; matches the style sheet. */
const rowHeight = 40;
const viewHeight = 480;
/** Smaller scroll distances do not change the rendered rows. */
const step = 5 * rowHeight;

interface PreviewTableProps {
  readonly preview: MasterDataPreview;
  readonly kind: PreviewKind;
  /** The keys of the chosen entries of all kinds. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The entries of one kind with checkboxes; only visible rows are rendered. */
export function PreviewTable({ preview, kind, chosen, onChoose }: PreviewTableProps): ReactNode {
  const { t } = useTranslation();
  const lines = useMemo(() => previewLines(preview, kind), [preview, kind]);
  const [scrollTop, setScrollTop] = useState(0);
  const { from, to } = drawnRows({ scrollTop, viewHeight, rowHeight, count: lines.length });
  if (lines.length === 0) return <p className={classes.quiet}>{t('datev_master_data.none')}</p>;
  const choose = (keys: readonly string[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isChosen) next.add(key);
      else next.delete(key);
    }
    onChoose(next);
  };
  return (
    <>
      {kind === 'missing' ? <p className={classes.quiet}>{t('datev_master_data.missing_hint')}</p> : null}
      <section
        className={classes.scroll}
        aria-label={t(`datev_master_data.kind.${kind}`, { count: preview[kind].length })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onScroll={(event) => setScrollTop(Math.floor(event.currentTarget.scrollTop / step) * step)}
      >
        <table className={classes.table} aria-rowcount={lines.length + 1}>
          <Head entries={preview[kind]} kind={kind} chosen={chosen} onChoose={choose} />
          <tbody>
            <Gap height={from * rowHeight} />
            {lines.slice(from, to).map((line) => (
              <Line
                key={line.key}
                line={line}
                preview={preview}
                hasFields={kind !== 'missing'}
                chosen={chosen}
                onChoose={choose}
              />
            ))}
            <Gap height={(lines.length - to) * rowHeight} />
          </tbody>
        </table>
      </section>
    </>
  );
}

/** Keeps the space of rows that are not rendered. */
function Gap({ height }: { readonly height: number }): ReactNode {
  return height === 0 ? null : <tr aria-hidden style={{ height }} />;
}

type Choose = (keys: readonly string[], isChosen: boolean) => void;

interface HeadProps {
  readonly entries: readonly { readonly key: string }[];
  readonly kind: PreviewKind;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: Choose;
}

function Head({ entries, kind, chosen, onChoose }: HeadProps): ReactNode {
  const { t } = useTranslation();
  const count = entries.filter(({ key }) => chosen.has(key)).length;
  const columns = (['account', 'name', 'field', 'before', 'after'] as const).filter(
    (column) => kind !== 'missing' || column === 'account' || column === 'name',
  );
  return (
    <thead>
      <tr>
        <th className={classes.tick}>
          <Checkbox
            aria-label={t('datev_master_data.choose_all')}
            checked={count === entries.length}
            indeterminate={count > 0 && count < entries.length}
            onChange={(event) =>
              onChoose(
                entries.map(({ key }) => key),
                event.currentTarget.checked,
              )
            }
          />
        </th>
        {columns.map((column) => (
          <th key={column} data-column={column}>
            {t(`datev_master_data.column.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface LineProps {
  readonly line: PreviewLine;
  readonly preview: MasterDataPreview;
  readonly hasFields: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: Choose;
}

function Line({ line: { entry, reported }, preview, hasFields, chosen, onChoose }: LineProps): ReactNode {
  const { t } = useTranslation();
  const { fieldName, valueText } = useFieldTexts(preview.subject);
  const texts =
    reported === null
      ? ['', '', '']
      : [
          fieldName(reported.field),
          valueText(reported.field, reported.before),
          valueText(reported.field, reported.after),
        ];
  const columns = ['field', 'before', 'after'] as const;
  return (
    <tr data-first={entry !== null}>
      <td className={classes.tick}>
        {entry === null ? null : (
          <Checkbox
            aria-label={t('datev_master_data.choose', { account: entry.account, name: entry.name })}
            checked={chosen.has(entry.key)}
            onChange={(event) => onChoose([entry.key], event.currentTarget.checked)}
          />
        )}
      </td>
      <td data-column="account">{entry?.account}</td>
      <td data-column="name" title={entry?.name}>
        {entry?.name}
      </td>
      {hasFields
        ? columns.map((column, place) => (
            <td key={column} data-column={column} title={texts[place]}>
              {texts[place]}
            </td>
          ))
        : null}
    </tr>
  );
}
