import { type Day, dayFrom } from '../../src/base/day.ts';
import type { Amount } from '../../src/base/money.ts';
import type { ExtfField } from '../../src/features/accounting-export/extf/fields.ts';
import type { ExtfRule, Findings } from '../../src/features/accounting-export/extf/findings.ts';
import type { ExtfCell, ExtfRecord } from '../../src/features/accounting-export/extf/records.ts';

/** The error of a value. */
export interface Fault {
  readonly rule: ExtfRule;
  readonly why: string;
}

/** Checks each cell by the type and length of its field, and quotation marks, which only texts have. */
export function checkCells(record: ExtfRecord, fields: readonly ExtfField[], findings: Findings): void {
  for (const [place, field] of fields.entries()) {
    const cell = record.cells[place];
    if (cell === undefined) break;
    const add = ({ rule, why }: Fault): void =>
      findings.add(record.line, place + 1, rule, `${field.name}: ${why}`);
    if (cell.text === '') {
      if (field.required) add({ rule: 'missing', why: 'is empty' });
      continue;
    }
    const wrongQuotes = quotingFault(cell, field);
    if (wrongQuotes) add(wrongQuotes);
    const wrongValue = valueFault(cell.text, field);
    if (wrongValue) add(wrongValue);
  }
}

function quotingFault({ isQuoted }: ExtfCell, { kind }: ExtfField): Fault | undefined {
  if (isQuoted === (kind === 'text')) return undefined;
  return {
    rule: 'quoting',
    why: isQuoted ? 'is in quotation marks' : 'a text without quotation marks',
  };
}

function valueFault(text: string, field: ExtfField): Fault | undefined {
  switch (field.kind) {
    case 'text':
      return textFault(text, field);
    case 'number':
      return numberFault(text, field);
    case 'amount':
      return amountFault(text, field);
    case 'account':
      return /^\d{1,9}$/.test(text) ? undefined : form(text, 'not an account of up to 9 digits');
    case 'flag':
      return /^[01]$/.test(text) ? undefined : form(text, 'neither 0 nor 1');
    case 'year':
      return /^20\d\d$/.test(text) ? undefined : form(text, 'no year');
    case 'instant':
      return isInstant(text) ? undefined : day(text, 'YYYYMMDDHHMMSSFFF');
    case 'yearMonthDay':
      return dayOfYearMonthDay(text) ? undefined : day(text, 'YYYYMMDD');
    case 'dayMonthYear':
      return dayOfDayMonthYear(text) ? undefined : day(text, 'DDMMYYYY');
    case 'dayMonth':
      // In a leap year; whether the year of the booking has the day is checked with its period.
      return dayOfDayMonthYear(`${text}2024`) ? undefined : day(text, 'DDMM');
  }
}

function textFault(text: string, { length }: ExtfField): Fault | undefined {
  if (/\p{Cc}/u.test(text)) return { rule: 'control_character', why: 'contains a control character' };
  const count = text.length;
  if (length === undefined || count <= length) return undefined;
  return { rule: 'length', why: `has ${count} characters, more than ${length}` };
}

function numberFault(text: string, { length }: ExtfField): Fault | undefined {
  if (!/^\d+$/.test(text)) return form(text, 'no number');
  if (length === undefined || text.length <= length) return undefined;
  return { rule: 'length', why: `has ${text.length} digits, more than ${length}` };
}

function amountFault(text: string, { length = 0, decimals = 2 }: ExtfField): Fault | undefined {
  const [, whole = '', places = ''] = /^(0|[1-9]\d*),(\d+)$/.exec(text) ?? [];
  if (whole === '') return form(text, 'not an amount with a decimal comma');
  if (places.length < 2 || places.length > decimals) {
    return form(text, decimals === 2 ? 'not with two decimal places' : `not with 2 to ${decimals} places`);
  }
  if (whole.length <= length) return undefined;
  return { rule: 'length', why: `has ${whole.length} digits before the comma, more than ${length}` };
}

function form(text: string, why: string): Fault {
  return { rule: 'form', why: `"${text}" is ${why}` };
}

function day(text: string, notation: string): Fault {
  return { rule: 'day', why: `"${text}" is not a day ${notation}` };
}

/** `1234,50` as an amount; null for other texts. */
export function amountOfText(text: string): Amount | null {
  return /^\d+,\d+$/.test(text) ? text.replace(',', '.') : null;
}

export function dayOfYearMonthDay(text: string): Day | null {
  const [match, year, month, dayOfMonth] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  return match === undefined ? null : dayFrom(Number(year), Number(month), Number(dayOfMonth));
}

export function dayOfDayMonthYear(text: string): Day | null {
  const [match, dayOfMonth, month, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? [];
  return match === undefined ? null : dayFrom(Number(year), Number(month), Number(dayOfMonth));
}

function isInstant(text: string): boolean {
  const time = /^\d{8}([01]\d|2[0-3])([0-5]\d){2}\d{3}$/;
  return time.test(text) && dayOfYearMonthDay(text.slice(0, 8)) !== null;
}
