import { draftStatus, type ListedKind, type Where } from '../../document/listed-kind.ts';
import type { Entity } from '../../entity/entity.ts';
import { equalities } from '../../entity/web/entity-data.ts';
import type { ReferenceFilter } from '../../features/overview/filter.ts';

/** Uses are counted up to this number; above it, only that there are more. */
export const countedUses = 1_000;

/** One kind of rows that reference a record. */
export interface Use {
  /** Its name in the query. */
  readonly key: string;
  /** The counted table. */
  readonly from: string;
  /** The kind of documents, or the table, that names it. */
  readonly table: string;
  /** The filter of the overview that shows them; null if they are no documents. */
  readonly filter: ReferenceFilter | null;
  readonly whereOf: (id: number) => Where;
}

/** Filters of document lists by entity. */
const filters: Readonly<Record<string, ReferenceFilter>> = {
  client: 'client',
  department: 'department',
  cost_center: 'cost_center',
  ledger_account: 'ledger_account',
  supplier: 'supplier',
  lb_user: 'creator',
};

/**
 * Possible references to a record of the entity: from documents of these kinds, and from active records of other
 * entities.
 */
export function usesOf(
  entity: Entity,
  others: readonly Entity[],
  kinds: readonly Pick<ListedKind, 'name'>[],
): readonly Use[] {
  return [...usesByDocuments(entity, kinds), ...usesByRecords(entity, others)];
}

function usesByDocuments(entity: Entity, kinds: readonly Pick<ListedKind, 'name'>[]): readonly Use[] {
  const filter = filters[entity.table];
  if (filter === undefined) return [];
  const points = (id: number): Where =>
    filter === 'supplier' ? { supplier_ids: { _contains: [id] } } : { [`${filter}_id`]: { _eq: id } };
  return kinds.map(({ name }) => ({
    key: `of_${name}`,
    from: 'document',
    table: name,
    filter,
    whereOf: (id) => ({ _and: [{ kind: { _eq: name } }, { status: { _neq: draftStatus } }, points(id)] }),
  }));
}

function usesByRecords(entity: Entity, others: readonly Entity[]): readonly Use[] {
  return others.flatMap(({ table, fields, constants }): readonly Use[] => {
    const pointing = Object.keys(fields).filter((name) => fields[name]?.references === entity.table);
    if (pointing.length === 0) return [];
    const whereOf = (id: number): Where => ({
      _and: [
        { active: { _eq: true } },
        ...equalities(constants),
        { _or: pointing.map((name) => ({ [name]: { _eq: id } })) },
      ],
    });
    return [{ key: `of_${table}`, from: table, table, filter: null, whereOf }];
  });
}
