import { browserStore } from '../../platform/web/store.ts';

type ViewMode = 'list' | 'table';

/** The view last chosen for the entity in this browser (LIST-01). */
export function storedViewMode(table: string): ViewMode {
  return browserStore.get(keyOf(table)) === 'table' ? 'table' : 'list';
}

export function storeViewMode(table: string, mode: ViewMode): void {
  browserStore.set(keyOf(table), mode);
}

function keyOf(table: string): string {
  return `viewMode.${table}`;
}
