import { unreadable } from '../../base/typed-number.ts';
import type { Field } from '../field.ts';
import { choices } from './chosen.ts';

/** A named set of rights (ADM-21). */
export interface RoleTemplate {
  readonly name: string;
  readonly roles: readonly string[];
}

const prefix = 'template:';

/** The value that stands for the rights of a template among the values of a cell. */
export function templateValue(rights: readonly string[]): string {
  return prefix + rights.join(',');
}

/**
 * The rights of a person or a task group (ROLE-01); a form groups rights of one sort (ROLE-04). A held right that is
 * known but not on offer is kept; the database refuses to grant it (ROLE-02). The name of a template is read as its
 * rights (ADM-21); `ownTemplates` names the table of further templates.
 */
export function roles(
  offered: readonly string[],
  known: readonly string[],
  templates: Readonly<Record<string, readonly string[]>>,
  ownTemplates?: string,
): Field<readonly string[]> {
  const field = choices(offered, {}, known);
  const ofTemplate = (value: string): readonly string[] =>
    value.startsWith(prefix) ? value.slice(prefix.length).split(',').filter(Boolean) : [value];
  return {
    ...field,
    wording: 'role',
    templates,
    ...(ownTemplates !== undefined && { ownTemplates }),
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
