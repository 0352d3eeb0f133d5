import type { AddEntry } from '../../document/listed-kind.ts';
import type { Module } from '../../platform/modules.ts';
import { listed } from '../kinds.ts';

/** An entry of the add button (NAV-13) with its page. */
export interface OfferedEntry extends AddEntry {
  readonly to: string;
}

/** The person who adds something. */
export interface AddingPerson {
  readonly modules: readonly Module[];
  readonly hasRole: (role: string) => boolean;
}

/** Leaves out entries of switched-off modules and entries without the required right. */
export function addEntries({ modules, hasRole }: AddingPerson): readonly OfferedEntry[] {
  return listed.kinds.flatMap(({ module, route, addEntries: entries }) =>
    (entries as readonly AddEntry[])
      .filter((entry) => [module, ...entry.modules].every((each) => modules.includes(each)))
      .filter(({ roles = [] }) => roles.length === 0 || roles.some(hasRole))
      .map((entry) => ({ ...entry, to: entry.route ?? route })),
  );
}
