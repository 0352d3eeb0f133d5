import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchedFor } from '../../graphql/search-where.ts';
import { gql } from '../../platform/web/api.ts';
import { emptyFlagsOf } from '../empty-text.ts';
import { type Entity, marksOf, type Row } from '../entity.ts';
import {
  type Entities,
  labelFields,
  labelOf,
  type RowLabel,
  relationName,
  selectionOf,
  shownField,
} from '../record.ts';
import { addressesOf, equalities } from './entity-data.ts';

export const pageSize = 50;

/** The state of the list; the address contains all of it. */
export interface ListView {
  readonly text: string;
  readonly active: 'active' | 'inactive' | 'all';
  /** A field of the list, `-` before it for descending. */
  readonly sort: string | null;
  /** From 1. */
  readonly page: number;
}

export interface ListedRow {
  readonly id: number;
  readonly active: boolean;
  /** The marks that are set. */
  readonly marks: readonly string[];
  /** The computed flags that are set (`Field.saysEmpty`). */
  readonly flags: readonly string[];
  readonly values: Row;
  /** The labels of the referenced rows, by field. */
  readonly references: Readonly<Record<string, RowLabel | null>>;
}

export interface ListedRows {
  readonly rows: readonly ListedRow[];
  readonly count: number;
}

type Answer = Readonly<Record<string, unknown>>;

/** One page of the list and the total number of hits. */
export function listOptions(entity: Entity, entities: Entities, view: ListView) {
  return queryOptions({
    queryKey: ['entity', entity.table, 'list', view],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListedRows> => {
      const { table } = entity;
      const shown = entity.list.map((name) => shownField(entities, table, name));
      const query = `query List($where: ${table}_bool_exp!, $order: [${table}_order_by!], $offset: Int!) {
        rows: ${table}(where: $where, order_by: $order, limit: ${pageSize}, offset: $offset) {
          id active ${[...entity.marks, ...emptyFlagsOf(entity.fields, entity.list)].join(' ')} ${selectionOf(entities, entity.fields, entity.list)}
          ${shown.filter((name) => !entity.list.includes(name)).join(' ')}
        }
        total: ${table}_aggregate(where: $where) { aggregate { count } }
      }`;
      const answer = await gql<{
        rows: readonly Answer[];
        total: { aggregate: { count: number } };
      }>(
        query,
        {
          where: whereOf(entity, view),
          order: orderOf(entity, entities, view),
          offset: (view.page - 1) * pageSize,
        },
        { signal },
      );
      return {
        rows: answer.rows.map((row) => listedRow(entity, entities, row)),
        count: answer.total.aggregate.count,
      };
    },
  });
}

/** The number of active rows of the entities, for the navigation. */
export function countOptions(entities: readonly Entity[]) {
  return queryOptions({
    queryKey: ['entity', 'counts', entities.map(({ table }) => table)],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const parts = entities.map(
        (entity) =>
          `${entity.table}: ${entity.table}_aggregate(where: $${entity.table}) { aggregate { count } }`,
      );
      const declared = entities.map(({ table }) => `$${table}: ${table}_bool_exp`).join(', ');
      const variables = Object.fromEntries(
        entities.map(({ table, constants }) => [
          table,
          { _and: [{ active: { _eq: true } }, ...equalities(constants)] },
        ]),
      );
      const answer = await gql<Record<string, { aggregate: { count: number } }>>(
        `query Counts(${declared}) { ${parts.join(' ')} }`,
        variables,
        { signal },
      );
      return new Map(Object.entries(answer).map(([table, { aggregate }]) => [table, aggregate.count]));
    },
  });
}

function whereOf(entity: Entity, { text, active }: ListView) {
  return {
    _and: [
      ...equalities(entity.constants),
      ...(active === 'all' ? [] : [{ active: { _eq: active === 'active' } }]),
      ...searchedFor(text, addressesOf(entity.search)),
    ],
  };
}

/** Sorts by id last, so that pages never share a row. Computed fields cannot be sorted by. */
function orderOf(entity: Entity, entities: Entities, { sort }: ListView): readonly object[] {
  const direction = sort?.startsWith('-') ? 'desc_nulls_last' : 'asc_nulls_last';
  const name = sort?.replace('-', '');
  const names = name === undefined || entity.fields[name]?.computed ? entity.order : [name];
  const orders = names.flatMap((name): readonly object[] => {
    const references = entity.fields[name]?.references;
    if (references === undefined) return [{ [shownField(entities, entity.table, name)]: direction }];
    return labelFields(entities, references).map((label) => ({
      [relationName(name)]: { [shownField(entities, references, label)]: direction },
    }));
  });
  return [...orders, { id: 'asc' }];
}

function listedRow(entity: Entity, entities: Entities, row: Answer): ListedRow {
  const references = entity.list.flatMap((name) => {
    const table = entity.fields[name]?.references;
    if (table === undefined) return [];
    const other = row[relationName(name)] as Answer | null;
    return [[name, other && labelOf(entities, table, other)] as const];
  });
  const values = entity.list.map((name) => {
    const value = (row[shownField(entities, entity.table, name)] ?? null) as Row[string];
    return [name, value === null ? null : (entity.fields[name]?.kind.normal(value) ?? null)] as const;
  });
  return {
    id: Number(row.id),
    active: row.active === true,
    marks: marksOf(entity, row),
    flags: emptyFlagsOf(entity.fields, entity.list).filter((flag) => row[flag] === true),
    values: Object.fromEntries(values),
    references: Object.fromEntries(references),
  };
}
