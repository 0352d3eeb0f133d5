/** A document of any kind. */
export interface DocumentKey {
  readonly kind: string;
  readonly id: number;
}

/** The foreign key column for documents of a kind in other tables. */
export function documentColumn(kind: string): string {
  if (!/^[a-z]+$/.test(kind)) throw new Error(`${kind} is not a document kind`);
  return `${kind}_id`;
}
