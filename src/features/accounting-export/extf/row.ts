import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import { inWindows1252Characters } from './windows-1252.ts';

/** The text of one cell in the file. */
export type Cell = string;

const empty: Cell = '';

/** A record of `length` cells; `given` holds cells by column, counted from 1. */
export function record(length: number, given: Readonly<Record<number, Cell>>): string {
  const cells = Array.from({ length }, (_, place) => given[place + 1] ?? empty);
  return `${cells.join(';')}\r\n`;
}

/**
 * A quoted text of at most `longest` characters after transliteration to Windows-1252; line breaks and other control
 * characters become blanks.
 */
export function quoted(text: string, longest: number): Cell {
  const plain = [...inWindows1252Characters(text)].map((character) =>
    isControl(character) ? ' ' : character,
  );
  return `"${plain.slice(0, longest).join('').trim().replaceAll('"', '""')}"`;
}

/** With a decimal comma, without thousands separators. */
export function decimal(amount: Amount): Cell {
  return amount.replace('.', ',');
}

/** `DDMM` */
export function dayAndMonth(day: Day): Cell {
  return `${day.slice(8, 10)}${day.slice(5, 7)}`;
}

/** `DDMMYY` */
export function shortDay(day: Day): Cell {
  return `${dayAndMonth(day)}${day.slice(2, 4)}`;
}

/** `DDMMYYYY` */
export function longDay(day: Day): Cell {
  return `${dayAndMonth(day)}${day.slice(0, 4)}`;
}

/** `YYYYMMDD` */
export function headerDay(day: Day): Cell {
  return day.replaceAll('-', '');
}

function isControl(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x20 || (point >= 0x7f && point < 0xa0);
}
