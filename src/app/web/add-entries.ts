import type { AddEntry } from '../../document/listed-kind.ts';
import type { Module } from '../../platform/modules.ts';
import { listed } from '../kinds.ts';

/** What the add button offers (NAV-13), and the page that it leads to. */
export interface OfferedEntry extends AddEntry {
  readonly to: string;
}

/** Who adds something. */
export interface AddingPerson {
  readonly modules: readonly Module[];
  readonly hasRole: (role: string) => boolean;
}

/** Entries of switched-off modules are missing, and those that the person has no right to. */
export function addEntries({ modules, hasRole }: AddingPerson): readonly OfferedEntry[] {
  return listed.kinds.flatMap(({ module, route, addEntries: entries }) =>
    (entries as readonly AddEntry[])
      .filter((entry) => [module, ...entry.modules].every((each) => modules.includes(each)))
      .filter(({ roles = [] }) => roles.length === 0 || roles.some(hasRole))
      .map((entry) => ({ ...entry, to: entry.route ?? route })),
  );
}
