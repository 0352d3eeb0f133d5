import type { Entity } from '../../entity.ts';

let opened: { readonly table: string; readonly id: number } | null = null;

/** Remembers the row whose form is opened, until the table view is shown again. */
export function rememberOpened({ table }: Entity, id: number): void {
  opened = { table, id };
}

/** The row whose form was opened from the table view, once; null if there is none. */
export function takeOpened({ table }: Entity): number | null {
  const id = opened?.table === table ? opened.id : null;
  opened = null;
  return id;
}
