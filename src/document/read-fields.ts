import { relationName } from '../entity/record.ts';
import type { DocumentField, DocumentFields, Sort } from './fields.ts';

/** A reference of which the API returns more than the id. */
interface Related {
  readonly sort: 'reference';
  readonly reads: readonly [string, ...string[]];
}

/** `client_id` is read and typed as `client`; a reference that needs only the id keeps its name. */
export type ShownName<F extends DocumentFields, Name extends keyof F> = F[Name] extends Related
  ? Name extends `${infer Relation}_id`
    ? Relation
    : Name
  : Name;

type Shown<Name extends string> = Name extends 'shown_name' ? 'name' : Name extends 'code' ? 'number' : Name;

/** The selected fields of a referenced record. */
type ReadRecord<Reads extends readonly string[]> = { readonly id: number } & {
  readonly [Name in Reads[number] as Shown<Name>]: string;
};

type ReadValue<F> = F extends Related
  ? ReadRecord<F['reads']> | null
  : F extends DocumentField<infer V, infer S, infer Filled>
    ? S extends 'amount'
      ? F extends { readonly usual: string }
        ? number
        : number | null
      : Filled extends true
        ? V
        : V | null
    : never;

/** A row as the API returns it: amounts are JSON numbers, null where prices are hidden (ROLE-07). */
export type ReadRow<F extends DocumentFields> = {
  readonly [Name in keyof F & string as ShownName<F, Name>]: ReadValue<F[Name]>;
};

export function isRelated({ sort, reads = [] }: DocumentField): boolean {
  const isReference: boolean = sort === ('reference' satisfies Sort);
  return isReference && reads.length > 0;
}

/** The name under which a field is selected and typed. */
export function shownName(name: string, field: DocumentField): string {
  return isRelated(field) ? relationName(name) : name;
}

/** The GraphQL selection of the fields; `own` replaces the selection of some relations. */
export function selectionOf(fields: DocumentFields, own: Readonly<Record<string, string>> = {}): string {
  const parts = Object.entries(fields).map(([name, field]) => {
    const relation = shownName(name, field);
    return isRelated(field) ? `${relation} { ${own[relation] ?? recordSelection(field)} }` : name;
  });
  return parts.join(' ');
}

function recordSelection({ reads = [] }: DocumentField): string {
  const parts = reads.map((name) => (readAs(name) === name ? name : `${readAs(name)}: ${name}`));
  return ['id', ...parts].join(' ');
}

/** The alias of a selected field: `name` for a translated name, `number` for a code. */
export function readAs(name: string): string {
  if (name === 'code') return 'number';
  return name === 'shown_name' ? 'name' : name;
}

/** The columns in which two API rows visibly differ. */
export function differingFields(fields: DocumentFields, before: object, after: object): readonly string[] {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const isSame = (shown: string): boolean => JSON.stringify(was.get(shown)) === JSON.stringify(is.get(shown));
  return Object.keys(fields).filter((name) => {
    const field = fields[name];
    return field !== undefined && !isSame(shownName(name, field));
  });
}
