import { z } from 'zod';
import type { ChangedEntry, MasterDataSubject, MissingEntry, NewEntry } from './model.ts';
import type { RowProblem, Skipped } from './read-rows.ts';

/** An entry as shown; `mark` proves that exactly this version was chosen. */
export type Marked<Entry> = Entry & { readonly mark: string };

/** The effects of an import, for the person who chooses among them (EXP-25). */
export interface MasterDataPreview {
  readonly subject: MasterDataSubject;
  readonly added: readonly Marked<NewEntry>[];
  readonly changed: readonly Marked<ChangedEntry>[];
  readonly missing: readonly Marked<MissingEntry>[];
  /** The number of equal rows. */
  readonly agreeing: number;
  readonly skipped: Skipped;
  /** The first problems. */
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
}

/** The marks of the chosen entries, by their keys. */
export const chosenEntries = z.record(z.string().max(20), z.string().max(20));
export type ChosenEntries = z.infer<typeof chosenEntries>;

/** The result of an import. */
export interface MasterDataResult {
  readonly added: number;
  readonly changed: number;
  readonly deactivated: number;
  /** Suppliers whose bank account waits for a second person (INV-21). */
  readonly waiting: number;
}

export const creditorExportOrder = z.object({
  client_id: z.number().int().positive().meta({ scalar: 'bigint' }),
});

/** The exported file. */
export interface CreditorExport {
  readonly file_id: string;
  readonly name: string;
  readonly creditors: number;
  /** Suppliers whose number is not a creditor number of the company. */
  readonly left_out: number;
}

/** Bookings exported with zeros appended to an account of class 0 instead of prepended (EXP-10). */
export interface WrongAccounts {
  readonly count: number;
  /** The newest first; truncated if there are very many. */
  readonly accounts: readonly {
    readonly invoice_id: number;
    readonly invoice_number: string | null;
    /** The number of the run that exported it. */
    readonly run: string;
    readonly left_as: string;
    /** The intended account in the same length. */
    readonly meant: string;
  }[];
}
