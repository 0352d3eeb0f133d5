import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { LargeDialog } from '../../../platform/web/kit/LargeDialog.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { DocumentFields } from '../../fields.ts';
import { understood } from '../../pasted/columns.ts';
import { guessedFields, type PastedField, type PastedLine, pastedLines } from '../../pasted/lines.ts';
import { pastedCells } from '../../pasted/rows.ts';
import classes from './PasteDialog.module.css';

export interface PasteDialogProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The declared fields of a line. */
  readonly fields: DocumentFields;
  /** The fields that the rows may fill. */
  readonly columns: readonly PastedField[];
  readonly onTake: (lines: readonly PastedLine[]) => void;
  readonly onClose: () => void;
}

/** A request has 500 lines at most. */
const maxRows = 500;

/** The rows that the preview shows, rows with unread cells first. */
const maxShown = 50;

/** Shows how pasted rows were read; the meaning of each column can be corrected (PROC-40). */
export function PasteDialog(props: PasteDialogProps): ReactNode {
  const { text, onText, fields, columns, onTake, onClose } = props;
  const { t } = useTranslation();
  const { names, rows, lines, choose, written } = useReadRows(text, fields, columns);
  const unread = lines.filter((line) => line.unread.size > 0).length;
  const isTooLong = lines.length > maxRows;
  const isNothing = lines.every(({ values }) => values.size === 0);
  return (
    <LargeDialog title={t('document.line.paste.title')} size="min(980px, 96vw)" onClose={onClose}>
      <Textarea
        label={t('document.line.paste.text')}
        description={t('document.line.paste.hint')}
        autosize
        minRows={3}
        maxRows={rows.length === 0 ? 12 : 5}
        data-autofocus
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {rows.length === 0 ? null : (
        <PastedTable
          rows={rows}
          lines={lines}
          names={names}
          written={written}
          choices={columns.map(({ name }) => ({ value: name, label: t(`field.${name}`) }))}
          onChoose={choose}
        />
      )}
      <div className={classes.foot}>
        <span role="status" className={classes.problem}>
          {isTooLong ? t('document.line.paste.too_long', { most: maxRows }) : null}
          {!isTooLong && unread > 0 ? t('document.line.paste.unread', { count: unread }) : null}
        </span>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button disabled={isNothing || isTooLong} onClick={() => onTake(lines)}>
          {t('document.line.paste.take', { count: lines.length })}
        </Button>
      </div>
    </LargeDialog>
  );
}

/** The understood rows of the text, with the fields that the person chose instead of guessed ones. */
function useReadRows(text: string, fields: DocumentFields, columns: readonly PastedField[]) {
  const language = useLanguage();
  const format = useFormat();
  const today = format.today();
  const [chosen, setChosen] = useState<ReadonlyMap<number, string | null>>(new Map());
  const { roles, rows } = useMemo(() => understood(pastedCells(text)), [text]);
  const names = useMemo(
    () =>
      guessedFields(roles, columns).map((guessed, place) => {
        const isTaken = [...chosen].some(([other, name]) => other !== place && name === guessed);
        const own = chosen.get(place);
        return own === undefined ? (isTaken ? null : guessed) : own;
      }),
    [roles, columns, chosen],
  );
  const lines = useMemo(
    () => pastedLines(rows, names, fields, { language, today }),
    [rows, names, fields, language, today],
  );
  const choose = (place: number, name: string | null): void =>
    setChosen((before) => {
      const others = [...before].map(([other, one]) => [other, one === name ? null : one] as const);
      return new Map([...others, [place, name]]);
    });
  // The value in the person's notation, so that a number read in another one shows.
  const written = (line: PastedLine, name: string): string => {
    const value = line.values.get(name) ?? null;
    return value === null ? '' : (fields[name]?.kind.write(value, { language, today }) ?? '');
  };
  return { names, rows, lines, choose, written };
}

interface PastedTableProps {
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly PastedLine[];
  /** The field of each column; null for a column that is left out. */
  readonly names: readonly (string | null)[];
  readonly written: (line: PastedLine, name: string) => string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (place: number, name: string | null) => void;
}

/** The values below their fields; cells that no field accepts are marked and shown unchanged. */
function PastedTable({ rows, lines, names, written, choices, onChoose }: PastedTableProps): ReactNode {
  const { t } = useTranslation();
  const places = lines.map((line, place) => ({ place, isUnread: line.unread.size > 0 }));
  const shown = [...places.filter((row) => row.isUnread), ...places.filter((row) => !row.isUnread)].slice(
    0,
    maxShown,
  );
  return (
    <div className={classes.scroll}>
      <table className={classes.preview} aria-label={t('document.line.paste.preview')}>
        <thead>
          <tr>
            <th scope="col">{t('document.line.position')}</th>
            {names.map((name, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a pasted column is known by its place.
              <th key={place} scope="col">
                <NativeSelect
                  size="xs"
                  aria-label={t('document.line.paste.column', { number: place + 1 })}
                  value={name ?? ''}
                  data={[{ value: '', label: t('document.line.paste.left_out') }, ...choices]}
                  onChange={(event) => onChoose(place, event.currentTarget.value || null)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ place }) => (
            <tr key={place}>
              <td className="quiet">{place + 1}</td>
              {names.map((name, column) => {
                const line = lines[place];
                const isRead = name !== null && line !== undefined && !line.unread.has(name);
                return (
                  <PastedCell
                    // biome-ignore lint/suspicious/noArrayIndexKey: a pasted column is known by its place.
                    key={column}
                    text={isRead ? written(line, name) : (rows[place]?.[column] ?? '')}
                    state={isRead ? 'read' : name === null ? 'left_out' : 'unread'}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > maxShown ? (
        <p className="quiet">{t('document.line.paste.more', { count: lines.length - maxShown })}</p>
      ) : null}
    </div>
  );
}

function PastedCell({
  text,
  state,
}: {
  readonly text: string;
  readonly state: 'left_out' | 'unread' | 'read';
}): ReactNode {
  const { t } = useTranslation();
  if (state === 'read') return <td>{text}</td>;
  if (state === 'left_out') return <td className="quiet">{text}</td>;
  return (
    <td className={classes.unread}>
      {text} <span className="visually-hidden">{t('document.line.paste.cell_unread')}</span>
    </td>
  );
}
