import { addDays, type Day } from '../base/day.ts';
import type { Module } from '../platform/modules.ts';
import { type EntryType, statusesOf } from '../timeline/kinds.ts';
import type { ColumnsPart } from './export-columns.ts';
import type { Kind } from './kind.ts';

/** An entry of the add button that starts a document; its text is `shell.add.{key}`. */
export interface AddEntry {
  readonly key: string;
  /** Modules that it needs besides that of the kind. */
  readonly modules: readonly Module[];
  /** The roles that may use it (any of them); everybody by default. */
  readonly roles?: readonly string[];
  /** Its page; the empty document by default. */
  readonly route?: string;
  /** Search parameters in addition to those of an empty document. */
  readonly search?: Readonly<Record<string, true>>;
}

/** A document kind as lists use it (OVW-01). */
export interface ListedKind extends Kind {
  /** The roles that have a list of this kind alone (any of them); everybody if empty. */
  readonly roles: readonly string[];
  /** Its list comes after that of the drafts. */
  readonly isBehindDrafts: boolean;
  /** Rows at these steps have an extra button: `action.show.{step}`. */
  readonly shownSteps: readonly EntryType[];
  /** In these statuses an amount of 0 means that it is still unknown. */
  readonly unpricedIn: readonly string[];
  /** The finished statuses, where the list has a filter for them (OVW-08). */
  readonly clearedStatuses: readonly string[];
  /** Suppliers owe its goods from a certain day on (PROC-35). */
  readonly owesGoods: boolean;
  /** A person is responsible for each document, at every step. */
  readonly isLookedAfter: boolean;
  /** Its entries of the add button (NAV-13). */
  readonly addEntries: readonly AddEntry[];
  /** Further ways to fill its list, offered while the list is empty. */
  readonly furtherSteps?: readonly AddEntry[];
  /**
   * Loads the columns of its table and export; the first page does not wait for them. Must be the same function in
   * every call.
   */
  readonly loadColumns: () => Promise<ColumnsPart>;
}

/** A `document_bool_exp` or a part of it. */
export type Where = Readonly<Record<string, unknown>>;

/** A filter that a module adds to the lists; rows match any of the chosen words. */
export interface ListedFilter {
  /** Its name in the address; its texts are `overview.filter.{key}` and `overview.{key}.{word}`. */
  readonly key: string;
  readonly module: Module;
  /** The name of the only kind whose list offers it; all lists by default. */
  readonly onlyOf?: string;
  readonly words: readonly string[];
  /** The word for which the tasks have a list of their own, one click away (OVW-10). */
  readonly ofTasks?: string;
  /** The records whose `looked_at` shows the age of the answers; without it answers are current. */
  readonly lookedAt?: string;
  readonly whereOf: (words: readonly string[], today: Day) => readonly Where[];
}

/** Within this number of days from today; the longest of several spans counts. */
export function withinDays(words: readonly string[], today: Day): Where {
  return { _gte: today, _lte: addDays(today, Math.max(...words.map(Number))) };
}

/** The kinds and filters of the lists. */
export interface Listed<Each extends ListedKind = ListedKind> {
  readonly kinds: readonly Each[];
  readonly filters: readonly ListedFilter[];
}

/** The status of documents that only their creator sees (OVW-07). */
export const draftStatus = 'draft';

/** The distinct statuses of submitted documents of these kinds. */
export function submittedStatuses(kinds: readonly Kind[]): readonly string[] {
  const statuses = kinds.flatMap((kind): readonly string[] => statusesOf[kind.name]);
  return [...new Set(statuses)].filter((status) => status !== draftStatus);
}

/** The first kind that has the status, for its text. */
export function kindOfStatus<Each extends Kind>(kinds: readonly Each[], status: string): Each | undefined {
  return kinds.find((kind) => statusesOf[kind.name].some((known: string) => known === status));
}

export function hasDrafts(kind: Kind): boolean {
  return statusesOf[kind.name].some((status: string) => status === draftStatus);
}
