import type { Module } from '../../platform/modules.ts';

/** What the add button offers (NAV-13), as far as its page exists. */
export interface AddEntry {
  readonly key: string;
  /** All of them are switched on. */
  readonly modules: readonly Module[];
  readonly to: '/procurement/form';
  readonly search?: { readonly 'select-contract': true };
}

const entries: readonly AddEntry[] = [
  { key: 'order', modules: ['procurement'], to: '/procurement/form' },
  {
    key: 'order_from_contract',
    modules: ['procurement', 'contract'],
    to: '/procurement/form',
    search: { 'select-contract': true },
  },
];

/** Entries of switched-off modules are missing. */
export function addEntries(modules: readonly Module[]): readonly AddEntry[] {
  return entries.filter((entry) => entry.modules.every((module) => modules.includes(module)));
}
