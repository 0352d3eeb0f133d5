import type { Value } from '../../../entity/kind.ts';

/** The content of a master-data file: creditors (category 16) or names of ledger accounts (20). */
const masterDataSubjects = ['supplier', 'ledger_account'] as const;
export type MasterDataSubject = (typeof masterDataSubjects)[number];

/** Fields of a supplier or ledger account in their stored form. */
export type Values = Readonly<Record<string, Value>>;

/** A row of a file with the data of one account. Empty cells are not among the values. */
export interface FileRow {
  /** The line in the file, counted from 1. */
  readonly line: number;
  /** In the length of the company's accounts. */
  readonly account: string;
  readonly values: Values;
}

/** A stored supplier or ledger account. */
export interface PresentRow {
  readonly id: number;
  /** As in `FileRow`; null for a supplier without an account in the company. */
  readonly account: string | null;
  /** The account number is for this company only. */
  readonly isOwnAccount: boolean;
  readonly active: boolean;
  /** The time of the last change, to the microsecond. */
  readonly stamp: string;
  readonly values: Values;
  /** Bank data that wait for a second person (INV-21). */
  readonly waiting: Values | null;
}

/** A field whose value differs in the file. */
export interface Change {
  readonly field: string;
  readonly before: Value;
  readonly after: Value;
}

interface Entry {
  /** Identifies the entry when it is chosen. */
  readonly key: string;
  readonly account: string;
  readonly name: string;
}

export interface NewEntry extends Entry {
  readonly line: number;
  readonly values: Values;
}

export interface ChangedEntry extends Entry {
  readonly line: number;
  readonly id: number;
  readonly stamp: string;
  readonly changes: readonly Change[];
}

/** A stored row that the file does not contain. */
export interface MissingEntry extends Entry {
  readonly id: number;
  readonly stamp: string;
}

/** The effects of an import (EXP-25). */
export interface MasterDataPlan {
  readonly added: readonly NewEntry[];
  readonly changed: readonly ChangedEntry[];
  readonly missing: readonly MissingEntry[];
  /** The ids of the stored rows that equal the file. */
  readonly agreeing: readonly number[];
}
