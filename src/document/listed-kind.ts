import { addDays, type Day } from '../base/day.ts';
import type { Module } from '../platform/modules.ts';
import { type EntryType, statusesOf } from '../timeline/kinds.ts';
import type { ExportColumns } from './export-columns.ts';
import type { Kind } from './kind.ts';

/** One way to begin a document on the page of its kind; its text is `shell.add.{key}`. */
export interface AddEntry {
  readonly key: string;
  /** Those that it needs beside that of the kind. */
  readonly modules: readonly Module[];
  /** Who may: whoever holds one of these roles; everybody when there are none. */
  readonly roles?: readonly string[];
  /** Its page, where that is not the empty document. */
  readonly route?: string;
  /** How its address differs from that of an empty document. */
  readonly search?: Readonly<Record<string, true>>;
}

/** The columns of a kind; they come with its list. */
export interface ColumnsPart {
  readonly exportColumns: ExportColumns;
}

/** What lists of several kinds know of one of them (OVW-01). */
export interface ListedKind extends Kind {
  /** Who has a list of this kind alone: whoever holds one of these roles; everybody when there are none. */
  readonly roles: readonly string[];
  /** Its list stands behind that of the drafts. */
  readonly isBehindDrafts: boolean;
  /** Rows at these steps have a button of their own: `action.show.{step}`. */
  readonly shownSteps: readonly EntryType[];
  /** In these statuses an amount of nothing means that it is not known yet. */
  readonly unpricedIn: readonly string[];
  /** What is over and done with, where its list has a word for that (OVW-08). */
  readonly clearedStatuses: readonly string[];
  /** Suppliers owe its goods from some day on (PROC-35). */
  readonly owesGoods: boolean;
  /** Somebody is responsible for each of them, whatever step it is at. */
  readonly isLookedAfter: boolean;
  /** What the add button makes of it (NAV-13). */
  readonly addEntries: readonly AddEntry[];
  /** The columns of its table and of its export; the first page does not wait for them. The same function in every call. */
  readonly loadColumns: () => Promise<ColumnsPart>;
}

/** A `document_bool_exp` or a part of it. */
export type Where = Readonly<Record<string, unknown>>;

/** A filter that a module adds to the lists: any of the chosen words will do. */
export interface ListedFilter {
  /** In the address; its texts are `overview.filter.{key}` and `overview.{key}.{word}`. */
  readonly key: string;
  readonly module: Module;
  /** The name of the kind whose list alone offers it; every list where there is none. */
  readonly onlyOf?: string;
  readonly words: readonly string[];
  /** The word by which the tasks have a list of their own, one click away (OVW-10). */
  readonly ofTasks?: string;
  /** The records whose `looked_at` says how old the answers are; what has none is asked for at the moment. */
  readonly lookedAt?: string;
  readonly whereOf: (words: readonly string[], today: Day) => readonly Where[];
}

/** From today on in so many days; of several spans the longest contains the others. */
export function withinDays(words: readonly string[], today: Day): Where {
  return { _gte: today, _lte: addDays(today, Math.max(...words.map(Number))) };
}

/** Everything that lists show and filter by. */
export interface Listed<Each extends ListedKind = ListedKind> {
  readonly kinds: readonly Each[];
  readonly filters: readonly ListedFilter[];
}

/** The status of what only its creator sees (OVW-07). */
export const draftStatus = 'draft';

/** The statuses that documents of these kinds have once they are no drafts, each once. */
export function submittedStatuses(kinds: readonly Kind[]): readonly string[] {
  const statuses = kinds.flatMap((kind): readonly string[] => statusesOf[kind.name]);
  return [...new Set(statuses)].filter((status) => status !== draftStatus);
}

/** The kind that gives a status its words, of those that know it the first. */
export function kindOfStatus<Each extends Kind>(kinds: readonly Each[], status: string): Each | undefined {
  return kinds.find((kind) => statusesOf[kind.name].some((known: string) => known === status));
}

export function hasDrafts(kind: Kind): boolean {
  return statusesOf[kind.name].some((status: string) => status === draftStatus);
}
