import { isAmount } from '../../../base/money.ts';
import type { FieldProblem } from '../../../base/refusal.ts';
import type { Fields } from '../../../entity/field.ts';
import { fieldProblems, normalRow } from '../../../entity/problems.ts';
import { ledgerAccount } from '../../master-data/ledger-account.ts';
import { supplier } from '../../master-data/supplier.ts';
import { accountNameColumn, bankAccountsAt, partnerAt, textColumns } from './columns.ts';
import type { MasterDataSubject, Values } from './model.ts';

/** The text of a cell by column, counted from 1; empty beyond the end of the row. */
export type CellAt = (column: number) => string;

/** The values of a row in their stored form; invalid ones are omitted and reported. */
export interface ReadValues {
  readonly values: Values;
  readonly problems: readonly FieldProblem[];
}

/** The values of a row of category 16 or 20 (EXP-25). */
export function valuesOf(subject: MasterDataSubject, at: CellAt): ReadValues {
  return subject === 'supplier'
    ? checked(supplier.fields, creditorValues(at))
    : checked(ledgerAccount.fields, filled({ name: at(accountNameColumn('Kontenbeschriftung')) }));
}

function creditorValues(at: CellAt): Values {
  const texts = Object.fromEntries(
    Object.entries(textColumns).map(([field, column]) => [field, at(column)] as const),
  );
  const person = `${at(partnerAt.firstName)} ${at(partnerAt.lastName)}`.trim();
  const street = at(partnerAt.street);
  const postBox = at(partnerAt.postBox);
  return {
    ...filled({
      name: at(partnerAt.company) || person || at(partnerAt.otherName),
      address: street || (postBox && `Postfach ${postBox}`),
      vat_number: vatNumberOf(at),
      ...texts,
      country: at(textColumns.country).trim().toUpperCase(),
      ...bankDataOf(at),
    }),
    ...discountOf(1, at(partnerAt.discount1), at(partnerAt.discount1Days)),
    ...discountOf(2, at(partnerAt.discount2), at(partnerAt.discount2Days)),
    ...wholeOf('payment_days', at(partnerAt.paymentDays)),
  };
}

/** Drops empty cells, which mean no information. */
function filled(values: Readonly<Record<string, string>>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}

/** The country has its own column, but is often also part of the number. */
function vatNumberOf(at: CellAt): string {
  const country = at(partnerAt.vatCountry).trim().toUpperCase();
  const number = at(partnerAt.vatNumber).trim().toUpperCase();
  return number === '' || number.startsWith(country) ? number : country + number;
}

/** The main account, else the first. */
function bankDataOf(at: CellAt): Readonly<Record<string, string>> {
  const given = bankAccountsAt.filter(({ iban }) => at(iban).trim() !== '');
  const chosen = given.find(({ isMain }) => at(isMain) === '1') ?? given[0];
  return chosen === undefined ? {} : { iban: at(chosen.iban), bic: at(chosen.bic) };
}

/** A percentage within days; ignored if one of them is missing. */
function discountOf(no: 1 | 2, percentage: string, days: string): Values {
  const amount = percentage.trim().replace(',', '.');
  const isGiven = isAmount(amount) && Number(amount) > 0 && /^\d{1,3}$/.test(days.trim());
  return isGiven
    ? { [`discount_${no}_percentage`]: amount, [`discount_${no}_days`]: Number(days.trim()) }
    : {};
}

function wholeOf(field: string, text: string): Values {
  const number = Number(text.trim());
  return /^\d{1,3}$/.test(text.trim()) && number > 0 ? { [field]: number } : {};
}

function checked(fields: Fields, values: Values): ReadValues {
  const normal = normalRow(fields, values);
  const given = Object.fromEntries(Object.entries(fields).filter(([field]) => field in normal));
  const problems = fieldProblems(given, normal).filter(({ code }) => code !== 'field_required');
  const wrong = new Set(problems.map(({ field }) => field));
  // An invalid IBAN also discards its BIC.
  if (wrong.has('iban')) wrong.add('bic');
  return {
    values: Object.fromEntries(
      Object.entries(normal).filter(([field, value]) => value !== null && !wrong.has(field)),
    ),
    problems,
  };
}
