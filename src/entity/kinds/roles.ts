import type { Field, FieldOptions } from '../field.ts';
import { choices } from './chosen.ts';

/**
 * The rights that a person or a task group holds (ROLE-01); rights of one sort are chosen among each other (ROLE-04).
 * One that is known but not on offer stays with whoever holds it; the database refuses to grant it (ROLE-02).
 */
export function roles(
  offered: readonly string[],
  known: readonly string[],
  options: FieldOptions<readonly string[]> = {},
): Field<readonly string[]> {
  const field = choices(offered, options, known);
  return { ...field, wording: 'role', kind: { ...field.kind, input: 'roles' } };
}
