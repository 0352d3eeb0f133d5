/** Type of an auditor's request (ARC-04). */
export const accessKinds = ['query', 'document', 'file', 'export', 'call'] as const;
export type AccessKind = (typeof accessKinds)[number];

/** An auditor's request as logged: without content, and without values except the key of the target. */
export interface Asked {
  readonly kind: AccessKind;
  /** Name of a GraphQL operation, or method and route pattern. */
  readonly operation: string;
  readonly table: string | null;
  readonly target: string | null;
}

/** A key in logged form; null if invalid. */
export function keyOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w-]{1,64}$/.test(text) ? text : null;
}
