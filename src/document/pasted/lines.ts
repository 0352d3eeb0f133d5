import type { Language } from '../../base/language.ts';
import { languages } from '../../base/language.ts';
import { unreadable } from '../../base/typed-number.ts';
import type { Reading, Value } from '../../entity/kind.ts';
import type { DocumentFields } from '../fields.ts';
import { bareNumber, type PastedRole } from './columns.ts';
import type { PastedCells } from './rows.ts';

/** A field of a line that pasted rows can fill. */
export interface PastedField {
  /** Its declared field, which reads and checks the cells. */
  readonly name: string;
  readonly role: PastedRole;
}

/**
 * The field of each column by its meaning, or null. A price without a quantity is the total of a line that has no field
 * for a price.
 */
export function guessedFields(
  roles: readonly (PastedRole | null)[],
  fields: readonly PastedField[],
): readonly (string | null)[] {
  const fieldOf = (role: PastedRole | null) => fields.find((field) => field.role === role)?.name ?? null;
  const hasOneAmount = !roles.includes('total') && !roles.includes('quantity');
  return roles.map((role) => fieldOf(role) ?? (role === 'price' && hasOneAmount ? fieldOf('total') : null));
}

/** The values of a line from a pasted row. */
export interface PastedLine {
  /** The values that were understood, by field. */
  readonly values: ReadonlyMap<string, Value>;
  /** The texts that their field does not accept, by field. */
  readonly unread: ReadonlyMap<string, string>;
}

/**
 * Reads the cells of pasted rows as values of the chosen fields (PROC-40). `chosen` has the field of each column, or
 * null. The numbers of a column are read in the person's notation, or, if that does not fit all of them, in another
 * one that does.
 */
export function pastedLines(
  rows: PastedCells,
  chosen: readonly (string | null)[],
  fields: DocumentFields,
  reading: Reading,
): readonly PastedLine[] {
  const columns = chosen.flatMap((name, place) => {
    const field = name === null ? undefined : fields[name];
    if (name === null || field === undefined) return [];
    const textOf = (cell: string): string => (field.sort === 'amount' ? bareNumber(cell) : cell);
    const notation =
      field.sort === 'amount'
        ? notationOf(
            rows.map((row) => textOf(row[place] ?? '')),
            (cell, language) => field.kind.read(cell, { ...reading, language }) !== unreadable,
            reading.language,
          )
        : reading.language;
    // Undefined for a cell that the field does not take.
    const read = (cell: string): Value | undefined => {
      const value = field.kind.read(textOf(cell), { ...reading, language: notation });
      if (value === null) return value;
      return value === unreadable || field.kind.problem(value) !== undefined ? undefined : value;
    };
    return [{ name, place, read }];
  });
  return rows.map((row) => {
    const cells = columns.map(({ name, place, read }) => ({
      name,
      text: row[place] ?? '',
      value: read(row[place] ?? ''),
    }));
    return {
      values: new Map(
        cells.flatMap(({ name, value }) => (value === undefined || value === null ? [] : [[name, value]])),
      ),
      unread: new Map(cells.flatMap(({ name, text, value }) => (value === undefined ? [[name, text]] : []))),
    };
  });
}

function notationOf(
  cells: readonly string[],
  isRead: (cell: string, language: Language) => boolean,
  own: Language,
): Language {
  return [own, ...languages].find((language) => cells.every((cell) => isRead(cell, language))) ?? own;
}
