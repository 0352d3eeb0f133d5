/** A document of any kind. */
export interface DocumentKey {
  readonly kind: string;
  readonly id: number;
}

/** The foreign key column for documents of a kind in other tables. */
export function documentColumn(kind: string): string {
  if (!/^[a-z]+$/.test(kind)) throw new Error(`${kind} is no kind of document`);
  return `${kind}_id`;
}
