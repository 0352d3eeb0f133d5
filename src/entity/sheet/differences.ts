import type { Entity } from '../entity.ts';
import { changedFields } from './changes.ts';
import type { CsvLine } from './csv-lines.ts';
import { cellText, type Typing } from './line.ts';

/** One cell that an import would change. */
export interface Difference {
  /** The line of the file, counted from 1. */
  readonly at: number;
  /** The number and name of the row. */
  readonly row: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface Differences {
  readonly cells: readonly Difference[];
  /** The number of all changed cells, of which these are the first. */
  readonly count: number;
}

const maxShown = 200;

/** The cells of stored rows that the lines of a file change, as displayed texts without secrets (SHEET-19). */
export function differencesOf(
  entity: Pick<Entity, 'fields' | 'label'>,
  lines: readonly CsvLine[],
  readingOf: Typing['readingOf'],
): Differences {
  const cells: Difference[] = [];
  let count = 0;
  for (const { at, line } of lines) {
    const names = changedFields(entity, line).filter((name) => entity.fields[name]?.kind.input !== 'secret');
    count += names.length;
    const shown = names.slice(0, maxShown - cells.length);
    const textOf = (name: string, content: Parameters<typeof cellText>[1]): string => {
      const field = entity.fields[name];
      return field ? cellText(field, content, readingOf(name)) : '';
    };
    const row = entity.label
      .map((name) => textOf(name, line.stored?.[name]))
      .join(' ')
      .trim();
    cells.push(
      ...shown.map((field) => ({
        at,
        row,
        field,
        before: textOf(field, line.stored?.[field]),
        after: textOf(field, line.cells[field]),
      })),
    );
  }
  return { cells, count };
}
