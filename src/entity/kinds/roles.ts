import type { Field, FieldOptions } from '../field.ts';
import { choices } from './chosen.ts';

/**
 * The rights of a person or a task group (ROLE-01); a form groups rights of one sort (ROLE-04). A held right that is
 * known but not on offer is kept; the database refuses to grant it (ROLE-02).
 */
export function roles(
  offered: readonly string[],
  known: readonly string[],
  options: FieldOptions<readonly string[]> = {},
): Field<readonly string[]> {
  const field = choices(offered, options, known);
  return { ...field, wording: 'role', kind: { ...field.kind, input: 'roles' } };
}
