import type { Entity, Row } from './entity.ts';

/** Forbids rows with the same values in some fields. */
export interface Unique {
  /** The field that shows the repetition. */
  readonly field: string;
  readonly names: readonly string[];
  /** The key that two rows must not share; null for an empty field, which may repeat. */
  readonly keyOf: (row: Row) => string | null;
}

/**
 * The uniqueness rules of an entity. Texts are compared trimmed and without regard to case (SHEET-05); the database
 * enforces the same with keys over `lower(...)`.
 */
export function uniquesOf({ fields }: Pick<Entity, 'fields'>): readonly Unique[] {
  return Object.entries(fields).flatMap(([field, { unique }]) => {
    if (unique === undefined) return [];
    const names = [...(unique === true ? [] : unique), field];
    return [{ field, names, keyOf: (row: Row) => keyOf(row, field, names) }];
  });
}

function keyOf(row: Row, field: string, names: readonly string[]): string | null {
  const own = row[field] ?? null;
  if (own === null || own === '') return null;
  return JSON.stringify(names.map((name) => folded(row[name] ?? null)));
}

function folded(value: Row[string]): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
