/** A document of any kind. */
export interface DocumentKey {
  readonly kind: string;
  readonly id: number;
}

/** The column by which rows of other tables point to the documents of a kind. */
export function documentColumn(kind: string): string {
  if (!/^[a-z]+$/.test(kind)) throw new Error(`${kind} is no kind of document`);
  return `${kind}_id`;
}
