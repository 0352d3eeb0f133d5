import { unreadable } from '../../base/typed-number.ts';
import type { Field, FieldOptions } from '../field.ts';
import { choices } from './chosen.ts';

const prefix = 'template:';

/** The value that stands for a template among the values of a cell. */
export function templateValue(name: string): string {
  return prefix + name;
}

/**
 * The rights of a person or a task group (ROLE-01); a form groups rights of one sort (ROLE-04). A held right that is
 * known but not on offer is kept; the database refuses to grant it (ROLE-02). The name of a template is read as its
 * rights (ADM-21).
 */
export function roles(
  offered: readonly string[],
  known: readonly string[],
  templates: Readonly<Record<string, readonly string[]>>,
  options: FieldOptions<readonly string[]> = {},
): Field<readonly string[]> {
  const field = choices(offered, options, known);
  const ofTemplate = (value: string): readonly string[] =>
    (value.startsWith(prefix) ? templates[value.slice(prefix.length)] : undefined) ?? [value];
  return {
    ...field,
    wording: 'role',
    templates,
    kind: {
      ...field.kind,
      input: 'roles',
      read(typed, reading) {
        const found = field.kind.read(typed, reading);
        return found === null || found === unreadable ? found : [...new Set(found.flatMap(ofTemplate))];
      },
    },
  };
}
