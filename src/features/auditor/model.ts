/** What a request of an auditor was for (ARC-04). */
export const accessKinds = ['query', 'document', 'file', 'export', 'call'] as const;
export type AccessKind = (typeof accessKinds)[number];

/** What an auditor asked for, as the log has it: no contents, and no values but the key of what it was for. */
export interface Asked {
  readonly kind: AccessKind;
  /** The name of an operation of GraphQL, or method and pattern of a route. */
  readonly operation: string;
  readonly table: string | null;
  readonly target: string | null;
}

/** A key as it goes into the log; null for what can be none. */
export function keyOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w-]{1,64}$/.test(text) ? text : null;
}
