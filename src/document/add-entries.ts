import type { Module } from '../platform/modules.ts';
import type { AddEntry, ListedKind } from './listed-kind.ts';

/** An entry of the add button (NAV-13) or an empty list, with its page. */
export interface OfferedEntry extends AddEntry {
  /** The kind of document that it starts. */
  readonly kind: string;
  readonly to: string;
}

/** The person who adds something. */
export interface AddingPerson {
  readonly modules: readonly Module[];
  readonly hasRole: (role: string) => boolean;
}

/** The entries of the add button, without those of switched-off modules and those without the required right. */
export function addEntries(kinds: readonly ListedKind[], person: AddingPerson): readonly OfferedEntry[] {
  return kinds.flatMap((kind) => offered(kind, kind.addEntries, person));
}

/** The entries offered in the empty list of a kind: those of the add button, and further ones. */
export function firstSteps(kind: ListedKind, person: AddingPerson): readonly OfferedEntry[] {
  return offered(kind, [...kind.addEntries, ...(kind.furtherSteps ?? [])], person);
}

function offered(
  { name, module, route }: ListedKind,
  entries: readonly AddEntry[],
  { modules, hasRole }: AddingPerson,
): readonly OfferedEntry[] {
  return entries
    .filter((entry) => [module, ...entry.modules].every((each) => modules.includes(each)))
    .filter(({ roles = [] }) => roles.length === 0 || roles.some(hasRole))
    .map((entry) => ({ ...entry, kind: name, to: entry.route ?? route }));
}
