import { bookingColumns, type ExtfField } from './fields.ts';
import { accountNameColumns, partnerFileColumns } from './master-data-fields.ts';

/** The data category of a file according to its header. */
export interface ExtfCategory {
  readonly category: string;
  readonly formatName: string;
  readonly formatVersion: string;
  readonly columns: readonly ExtfField[];
}

/** Bookings (EXP-10). */
export const bookingCategory: ExtfCategory = {
  category: '21',
  formatName: 'Buchungsstapel',
  formatVersion: '13',
  columns: bookingColumns,
};

/** Debtors and creditors (EXP-25). */
export const partnerCategory: ExtfCategory = {
  category: '16',
  formatName: 'Debitoren/Kreditoren',
  formatVersion: '5',
  columns: partnerFileColumns,
};

/** Names of ledger accounts (EXP-25). */
export const accountNameCategory: ExtfCategory = {
  category: '20',
  formatName: 'Kontenbeschriftungen',
  formatVersion: '2',
  columns: accountNameColumns,
};

export const extfCategories: readonly ExtfCategory[] = [
  bookingCategory,
  partnerCategory,
  accountNameCategory,
];
