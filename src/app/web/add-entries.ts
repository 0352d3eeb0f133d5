import type { Module } from '../../platform/modules.ts';

/** What the add button offers (NAV-13), as far as its page exists. */
export interface AddEntry {
  readonly key: string;
  readonly module: Module;
  readonly to: '/procurement/form';
}

const entries: readonly AddEntry[] = [{ key: 'order', module: 'procurement', to: '/procurement/form' }];

/** Entries of switched-off modules are missing. */
export function addEntries(modules: readonly Module[]): readonly AddEntry[] {
  return entries.filter((entry) => modules.includes(entry.module));
}
