import type { Entity, TabPart } from '../../src/entity/entity.ts';
import { configuration } from '../../src/features/configuration/settings.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { globalConfiguration } from '../../src/features/operator/global-configuration.ts';
import { tenant } from '../../src/features/operator/tenant.ts';

/** Every form of master data, people, settings and the operator area. */
export const forms: readonly Entity[] = [...entities.values(), configuration, tenant, globalConfiguration];

export function partsOf({ tabs, aside }: Entity): readonly TabPart[] {
  return [...tabs.flatMap(({ parts }) => parts), ...aside];
}

/** The columns of a table that a form edits: its own, those of child rows, or links. */
export function editedIn(form: Entity, table: string): readonly string[] | 'links' | null {
  const parts = partsOf(form);
  if (form.table === table || (form === configuration && table === 'tenant')) {
    const rows = Object.values(form.children).filter((children) => children.table === table);
    const shown = [
      ...parts.flatMap((part) => ('field' in part ? [part.field] : handFields(part))),
      ...rows.flatMap(({ columns }) => columns),
    ];
    // The names in other languages are in the dialog beside the name (I18N-07).
    return 'translations' in form.fields ? [...shown, 'translations'] : shown;
  }
  for (const part of parts) {
    if ('children' in part && form.children[part.children]?.table === table)
      return form.children[part.children]?.columns ?? [];
    if ('links' in part && form.links[part.links]?.table === table) return 'links';
  }
  return null;
}

/** The columns edited by hand-written parts. */
function handFields(part: TabPart): readonly string[] {
  return 'hand' in part && part.hand === 'mandatory-fields' ? ['required_fields'] : [];
}
