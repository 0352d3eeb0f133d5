import type { Value } from '../../../entity/kind.ts';

/** What a file of master data is about: creditors (category 16) or names of ledger accounts (20). */
export const masterDataSubjects = ['supplier', 'ledger_account'] as const;
export type MasterDataSubject = (typeof masterDataSubjects)[number];

/** Fields of a supplier or ledger account in the form in which they are stored. */
export type Values = Readonly<Record<string, Value>>;

/** A row of a file: what it says of one account. What it leaves empty is not among the values. */
export interface FileRow {
  /** Of the file, counted from 1. */
  readonly line: number;
  /** In as many digits as accounts of the company have. */
  readonly account: string;
  readonly values: Values;
}

/** A supplier or ledger account as it is stored here. */
export interface PresentRow {
  readonly id: number;
  /** As in `FileRow`; null for a supplier without an account in the company. */
  readonly account: string | null;
  /** The account is noted for this company alone, and not for all of them. */
  readonly isOwnAccount: boolean;
  readonly active: boolean;
  /** When it changed last, to the microsecond. */
  readonly stamp: string;
  readonly values: Values;
  /** Bank data that wait for a second person (INV-21). */
  readonly waiting: Values | null;
}

/** A field of a row here that the file has otherwise. */
export interface Change {
  readonly field: string;
  readonly before: Value;
  readonly after: Value;
}

interface Entry {
  /** By which somebody chooses it. */
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

/** It stands here and not in the file. */
export interface MissingEntry extends Entry {
  readonly id: number;
  readonly stamp: string;
}

/** What an import would do (EXP-25). */
export interface MasterDataPlan {
  readonly added: readonly NewEntry[];
  readonly changed: readonly ChangedEntry[];
  readonly missing: readonly MissingEntry[];
  /** Rows here with which the file agrees, by their ids. */
  readonly agreeing: readonly number[];
}
