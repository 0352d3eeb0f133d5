import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { Draft } from './draft.ts';

/** The tables whose rows have a name per language (I18N-06), as far as a draft points to them. */
export type NamedTable = 'department' | 'cost_center' | 'product_group';

export type NamedIds = Readonly<Record<NamedTable, readonly number[]>>;

/** Names by table and id. */
export type ShownNames = Readonly<Record<NamedTable, ReadonlyMap<number, string>>>;

/** What a draft points to whose name depends on the language. */
export function namedIds({ head, lines }: Draft): NamedIds {
  const ids = (references: readonly (Reference | null)[]): readonly number[] =>
    [...new Set(references.flatMap((reference) => reference?.id ?? []))].sort((a, b) => a - b);
  return {
    department: ids([head.department]),
    cost_center: ids([head.cost_center, ...lines.map((line) => line.cost_center)]),
    product_group: ids(lines.map((line) => line.product_group)),
  };
}

/** The draft with these names; what they leave as it is stays the same object. */
export function withShownNames(draft: Draft, names: ShownNames): Draft {
  const named = (table: NamedTable, reference: Reference | null): Reference | null => {
    const name = reference === null ? undefined : names[table].get(reference.id);
    return reference === null || name === undefined || name === reference.name
      ? reference
      : { ...reference, name };
  };
  const { head } = draft;
  const department = named('department', head.department);
  const cost_center = named('cost_center', head.cost_center);
  const isSameHead = department === head.department && cost_center === head.cost_center;
  const lines = draft.lines.map((line) => {
    const own = {
      cost_center: named('cost_center', line.cost_center),
      product_group: named('product_group', line.product_group),
    };
    const isSame = own.cost_center === line.cost_center && own.product_group === line.product_group;
    return isSame ? line : { ...line, ...own };
  });
  if (isSameHead && lines.every((line, place) => line === draft.lines[place])) return draft;
  return { ...draft, head: isSameHead ? head : { ...head, department, cost_center }, lines };
}
