import { z } from 'zod';
import type { ChangedEntry, MasterDataSubject, MissingEntry, NewEntry } from './model.ts';
import type { RowProblem, Skipped } from './read-rows.ts';

/** An entry as it is shown: `mark` says that just this was chosen. */
export type Marked<Entry> = Entry & { readonly mark: string };

/** What an import would do, for somebody who chooses (EXP-25). */
export interface MasterDataPreview {
  readonly subject: MasterDataSubject;
  readonly added: readonly Marked<NewEntry>[];
  readonly changed: readonly Marked<ChangedEntry>[];
  readonly missing: readonly Marked<MissingEntry>[];
  /** How many agree. */
  readonly agreeing: number;
  readonly skipped: Skipped;
  /** The first of them. */
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
}

/** The marks of what was chosen, by the keys of the entries. */
export const chosenEntries = z.record(z.string().max(20), z.string().max(20));
export type ChosenEntries = z.infer<typeof chosenEntries>;

/** What an import has done. */
export interface MasterDataResult {
  readonly added: number;
  readonly changed: number;
  readonly deactivated: number;
  /** Suppliers whose account waits for a second person (INV-21). */
  readonly waiting: number;
}

export const creditorExportOrder = z.object({
  client_id: z.number().int().positive().meta({ scalar: 'bigint' }),
});

/** The file that an export has written. */
export interface CreditorExport {
  readonly file_id: string;
  readonly name: string;
  readonly creditors: number;
  /** Suppliers whose number is none of a creditor of the company. */
  readonly left_out: number;
}

/** Bookings that left with zeros behind an account of class 0 instead of before it (EXP-10). */
export interface WrongAccounts {
  readonly count: number;
  /** The newest first; not all of very many. */
  readonly accounts: readonly {
    readonly invoice_id: number;
    readonly invoice_number: string | null;
    /** The number of the run in which it left. */
    readonly run: string;
    readonly left_as: string;
    /** The account that was meant, in as many digits. */
    readonly meant: string;
  }[];
}
