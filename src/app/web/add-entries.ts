import type { AddEntry } from '../../document/listed-kind.ts';
import type { Module } from '../../platform/modules.ts';
import { listed } from '../listed.ts';

/** What the add button offers (NAV-13), and the page that it leads to. */
export interface OfferedEntry extends AddEntry {
  readonly to: string;
}

/** Entries of switched-off modules are missing. */
export function addEntries(modules: readonly Module[]): readonly OfferedEntry[] {
  return listed.kinds.flatMap(({ module, route, addEntries: entries }) =>
    (entries as readonly AddEntry[])
      .filter((entry) => [module, ...entry.modules].every((each) => modules.includes(each)))
      .map((entry) => ({ ...entry, to: entry.route ?? route })),
  );
}
