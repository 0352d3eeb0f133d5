import {
  GraphQLEnumType,
  type GraphQLEnumValueConfigMap,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import type { ApiRole } from '../platform/context.ts';
import type { ComputedField, SqlField } from './extension.ts';
import { isComputed } from './extension.ts';
import { type FieldMeaning, meaning } from './meaning.ts';
import {
  type Column,
  isAmong,
  type Model,
  type Relation,
  type ScalarName,
  secretMark,
  secretMask,
  type Table,
  tableOf,
} from './model.ts';
import { scalars } from './scalars.ts';
import { columnRef } from './sql.ts';

const orderDirections = [
  'asc',
  'asc_nulls_first',
  'asc_nulls_last',
  'desc',
  'desc_nulls_first',
  'desc_nulls_last',
] as const;
export type OrderDirection = (typeof orderDirections)[number];

/** Only for numbers; the results are fractional numbers. */
const spreads = ['stddev', 'stddev_pop', 'stddev_samp', 'var_pop', 'var_samp', 'variance'] as const;
const valueAggregates = ['sum', 'avg', 'min', 'max', ...spreads] as const;
export type ValueAggregate = (typeof valueAggregates)[number];

const textOperators = [
  '_ilike',
  '_iregex',
  '_like',
  '_nilike',
  '_niregex',
  '_nlike',
  '_nregex',
  '_nsimilar',
  '_regex',
  '_similar',
];

const numbers: readonly ScalarName[] = ['Int', 'bigint', 'numeric'];
const comparable: readonly ScalarName[] = [...numbers, 'String', 'date', 'timestamptz'];

/** Whether `sum(column)` and similar aggregates exist for a column. */
function isAggregatable(column: Column, aggregate: ValueAggregate): boolean {
  if (column.isArray) return false;
  return (aggregate === 'min' || aggregate === 'max' ? comparable : numbers).includes(column.type);
}

function list(type: GraphQLInputType): GraphQLList<GraphQLInputType> {
  return new GraphQLList(new GraphQLNonNull(type));
}

/** Shows the mask if there is a secret (TECH-07). */
function secretField(table: string, name: string): SqlField {
  const mark = secretMark(name);
  const sql = (alias: string): string => `case when ${columnRef(alias, mark)} then '${secretMask}' end`;
  return { table, name, type: scalars.String, needs: [mark], sql };
}

/** Builds the types of one schema, each once, with the names of Hasura. */
export class SchemaTypes {
  readonly model: Model;
  readonly #role: ApiRole;
  readonly #fields: ReadonlyMap<string, readonly (SqlField | ComputedField)[]>;
  readonly #known = new Map<string, GraphQLNamedType>();

  constructor(model: Model, role: ApiRole, fields: readonly (SqlField | ComputedField)[]) {
    this.model = model;
    this.#role = role;
    this.#fields = Map.groupBy(fields, (field) => field.table);
  }

  once<T extends GraphQLNamedType>(name: string, make: (name: string) => T): T {
    const known = this.#known.get(name);
    if (known) return known as T;
    const made = make(name);
    this.#known.set(name, made);
    return made;
  }

  isMasked(column: Column): boolean {
    return !isAmong(column.audience, this.#role);
  }

  /** The columns that a person may filter, sort and aggregate by: the readable ones (ROLE-07). */
  openColumns(table: Table): readonly Column[] {
    return table.columns.filter((column) => !this.isMasked(column));
  }

  object(table: Table): GraphQLObjectType {
    return this.once(
      table.name,
      (name) => new GraphQLObjectType({ name, fields: () => this.#objectFields(table) }),
    );
  }

  #objectFields(table: Table): GraphQLFieldConfigMap<unknown, unknown> {
    const fields: GraphQLFieldConfigMap<unknown, unknown> = {};
    for (const column of table.columns) {
      const masked = this.isMasked(column);
      const scalar = scalars[column.type];
      const type = column.isArray ? new GraphQLList(new GraphQLNonNull(scalar)) : scalar;
      fields[column.name] = {
        type: column.nullable || masked ? type : new GraphQLNonNull(type),
        extensions: meaning({ kind: 'column', column, masked }),
      };
    }
    for (const { name } of table.secrets) {
      const field = secretField(table.name, name);
      fields[name] = { type: field.type, extensions: meaning({ kind: 'sql', field }) };
    }
    for (const relation of table.relations) Object.assign(fields, this.#relationFields(relation));
    for (const field of this.#fields.get(table.name) ?? []) {
      fields[field.name] = { type: field.type, extensions: meaning(this.#extension(field)) };
    }
    return fields;
  }

  #extension(field: SqlField | ComputedField): FieldMeaning {
    if (isComputed(field)) return { kind: 'computed', field };
    const isMasked = field.isAmount === true && !this.#role.price;
    return { kind: 'sql', field: isMasked ? { ...field, sql: () => 'null' } : field };
  }

  #relationFields(relation: Relation): GraphQLFieldConfigMap<unknown, unknown> {
    const table = tableOf(this.model, relation.table);
    const type = this.object(table);
    // A row may reference one that its reader cannot see, so even a required parent can be null here.
    if (relation.kind === 'object') {
      return { [relation.name]: { type, extensions: meaning({ kind: 'object', relation, table }) } };
    }
    return {
      [relation.name]: {
        type: this.listOf(type),
        args: this.listArguments(table),
        extensions: meaning({ kind: 'array', relation, table }),
      },
      [`${relation.name}_aggregate`]: {
        type: new GraphQLNonNull(this.aggregate(table)),
        args: this.listArguments(table),
        extensions: meaning({ kind: 'array_aggregate', relation, table }),
      },
    };
  }

  listOf(type: GraphQLOutputType): GraphQLOutputType {
    return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
  }

  listArguments(table: Table): GraphQLFieldConfigArgumentMap {
    return {
      distinct_on: { type: list(this.selectColumn(table)) },
      limit: { type: GraphQLInt },
      offset: { type: GraphQLInt },
      order_by: { type: list(this.orderBy(table)) },
      where: { type: this.boolExp(table) },
    };
  }

  keyArguments(table: Table): GraphQLFieldConfigArgumentMap {
    return Object.fromEntries(
      table.columns
        .filter((column) => table.primaryKey.includes(column.name))
        .map((column) => [column.name, { type: new GraphQLNonNull(scalars[column.type]) }]),
    );
  }

  selectColumn(table: Table): GraphQLEnumType {
    return this.columnEnum(`${table.name}_select_column`, this.openColumns(table));
  }

  columnEnum(name: string, columns: readonly { readonly name: string }[]): GraphQLEnumType {
    return this.once(name, () => {
      const values: GraphQLEnumValueConfigMap = {};
      for (const column of columns) values[column.name] = { value: column.name };
      return new GraphQLEnumType({ name, values });
    });
  }

  // Aggregates.

  aggregate(table: Table): GraphQLObjectType {
    return this.once(
      `${table.name}_aggregate`,
      (name) =>
        new GraphQLObjectType({
          name,
          fields: () => ({
            aggregate: { type: this.#aggregateFields(table) },
            nodes: { type: this.listOf(this.object(table)) },
          }),
        }),
    );
  }

  #aggregateFields(table: Table): GraphQLObjectType {
    return this.once(`${table.name}_aggregate_fields`, (name) => {
      const fields: GraphQLFieldConfigMap<unknown, unknown> = {
        count: {
          type: new GraphQLNonNull(GraphQLInt),
          args: { columns: { type: list(this.selectColumn(table)) }, distinct: { type: scalars.Boolean } },
        },
      };
      for (const aggregate of valueAggregates) {
        const columns = this.#aggregated(table, aggregate);
        if (columns.length > 0) fields[aggregate] = { type: this.#valueFields(table, aggregate, columns) };
      }
      return new GraphQLObjectType({ name, fields });
    });
  }

  #aggregated(table: Table, aggregate: ValueAggregate): readonly Column[] {
    return this.openColumns(table).filter((column) => isAggregatable(column, aggregate));
  }

  #valueFields(table: Table, aggregate: ValueAggregate, columns: readonly Column[]): GraphQLObjectType {
    return this.once(`${table.name}_${aggregate}_fields`, (name) => {
      const type = (column: Column): GraphQLOutputType => {
        if (aggregate === 'sum') return column.type === 'Int' ? scalars.bigint : scalars[column.type];
        return aggregate === 'min' || aggregate === 'max' ? scalars[column.type] : scalars.numeric;
      };
      const fields = Object.fromEntries(columns.map((column) => [column.name, { type: type(column) }]));
      return new GraphQLObjectType({ name, fields });
    });
  }

  // Filters.

  boolExp(table: Table): GraphQLInputObjectType {
    return this.once(
      `${table.name}_bool_exp`,
      (name) => new GraphQLInputObjectType({ name, fields: () => this.#boolExpFields(table) }),
    );
  }

  #boolExpFields(table: Table): GraphQLInputFieldConfigMap {
    const self = this.boolExp(table);
    const fields: GraphQLInputFieldConfigMap = {
      _and: { type: list(self) },
      _not: { type: self },
      _or: { type: list(self) },
    };
    for (const column of this.openColumns(table)) fields[column.name] = { type: this.#comparison(column) };
    for (const relation of table.relations) {
      const other = tableOf(this.model, relation.table);
      fields[relation.name] = { type: this.boolExp(other) };
      if (relation.kind === 'array')
        fields[`${relation.name}_aggregate`] = { type: this.#aggregateBoolExp(other) };
    }
    return fields;
  }

  #aggregateBoolExp(table: Table): GraphQLInputObjectType {
    return this.once(`${table.name}_aggregate_bool_exp`, (name) => {
      const count = new GraphQLInputObjectType({
        name: `${name}_count`,
        fields: () => ({
          arguments: { type: list(this.selectColumn(table)) },
          distinct: { type: scalars.Boolean },
          filter: { type: this.boolExp(table) },
          predicate: { type: new GraphQLNonNull(this.#comparisonOf('Int')) },
        }),
      });
      return new GraphQLInputObjectType({ name, fields: { count: { type: count } } });
    });
  }

  #comparison(column: Column): GraphQLInputObjectType {
    return column.isArray ? this.#arrayComparison(column.type) : this.#comparisonOf(column.type);
  }

  #arrayComparison(type: ScalarName): GraphQLInputObjectType {
    const values = { type: list(scalars[type]) };
    return this.once(
      `${type}_array_comparison_exp`,
      (name) =>
        new GraphQLInputObjectType({
          name,
          fields: {
            _contained_in: values,
            _contains: values,
            _eq: values,
            _is_null: { type: scalars.Boolean },
            _neq: values,
          },
        }),
    );
  }

  #comparisonOf(type: ScalarName): GraphQLInputObjectType {
    return this.once(`${type}_comparison_exp`, (name) => {
      const one = { type: scalars[type] };
      const many = { type: list(scalars[type]) };
      const text = { type: scalars.String };
      const fields: GraphQLInputFieldConfigMap = { _eq: one, _is_null: { type: scalars.Boolean }, _neq: one };
      Object.assign(fields, { _gt: one, _gte: one, _in: many, _lt: one, _lte: one, _nin: many });
      if (type === 'String') for (const operator of textOperators) fields[operator] = text;
      if (type === 'jsonb') {
        const keys = { type: list(scalars.String) };
        Object.assign(fields, { _contained_in: one, _contains: one, _has_key: text });
        Object.assign(fields, { _has_keys_all: keys, _has_keys_any: keys, _cast: { type: this.#castExp() } });
      }
      return new GraphQLInputObjectType({ name, fields });
    });
  }

  #castExp(): GraphQLInputObjectType {
    return this.once('jsonb_cast_exp', (name) => {
      return new GraphQLInputObjectType({ name, fields: { String: { type: this.#comparisonOf('String') } } });
    });
  }

  // Orders.

  #direction(): GraphQLEnumType {
    return this.columnEnum(
      'order_by',
      orderDirections.map((name) => ({ name })),
    );
  }

  orderBy(table: Table): GraphQLInputObjectType {
    return this.once(
      `${table.name}_order_by`,
      (name) => new GraphQLInputObjectType({ name, fields: () => this.#orderByFields(table) }),
    );
  }

  #orderByFields(table: Table): GraphQLInputFieldConfigMap {
    const fields: GraphQLInputFieldConfigMap = {};
    for (const column of this.openColumns(table)) fields[column.name] = { type: this.#direction() };
    for (const relation of table.relations) {
      const other = tableOf(this.model, relation.table);
      if (relation.kind === 'object') fields[relation.name] = { type: this.orderBy(other) };
      else fields[`${relation.name}_aggregate`] = { type: this.#aggregateOrderBy(other) };
    }
    return fields;
  }

  #aggregateOrderBy(table: Table): GraphQLInputObjectType {
    return this.once(`${table.name}_aggregate_order_by`, (name) => {
      const fields: GraphQLInputFieldConfigMap = { count: { type: this.#direction() } };
      for (const aggregate of valueAggregates) {
        const columns = this.#aggregated(table, aggregate);
        if (columns.length === 0) continue;
        const type = this.once(
          `${table.name}_${aggregate}_order_by`,
          (inner) =>
            new GraphQLInputObjectType({
              name: inner,
              fields: Object.fromEntries(columns.map((column) => [column.name, { type: this.#direction() }])),
            }),
        );
        fields[aggregate] = { type };
      }
      return new GraphQLInputObjectType({ name, fields });
    });
  }
}
