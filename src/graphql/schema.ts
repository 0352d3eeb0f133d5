import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { ApiRole } from '../platform/context.ts';
import { type Access, type TableAccess, tableAccess, type WriteAccess } from './access.ts';
import type {
  CommandShape,
  ComputedField,
  OperationShape,
  QueryFunctionShape,
  SqlField,
} from './extension.ts';
import { meaning } from './meaning.ts';
import {
  type Column,
  columnOf,
  identityOf,
  isPointer,
  type Model,
  type Relation,
  type Table,
  tableOf,
} from './model.ts';
import { scalars } from './scalars.ts';
import { SchemaTypes } from './schema-types.ts';
import { ZodInputs } from './zod-input.ts';

export interface SchemaParts {
  readonly model: Model;
  readonly access: Access;
  readonly fields: readonly (SqlField | ComputedField)[];
  readonly commands: readonly CommandShape[];
  readonly functions: readonly QueryFunctionShape[];
  /** The tables whose changes may need confirmation (API-41). */
  readonly questions: ReadonlyMap<string, unknown>;
}

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

/** The schema of one API role, in the Hasura dialect (API-03). */
export function buildSchema(role: ApiRole, parts: SchemaParts): GraphQLSchema {
  const types = new SchemaTypes(parts.model, role, parts.fields);
  const inputs = new ZodInputs();
  const tables = [...parts.model.tables.values()].filter((table) => types.openColumns(table).length > 0);
  const access = (table: string): TableAccess => tableAccess(parts.access, role.kind, table);
  const mutations = new Mutations(types, access, parts.questions);
  const mutationFields = { ...mutations.fields(tables), ...commandFields(role, parts, types, inputs) };
  return new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'query_root',
      fields: () => ({ ...queryFields(tables, types), ...functionFields(role, parts, inputs) }),
    }),
    mutation:
      Object.keys(mutationFields).length > 0
        ? new GraphQLObjectType({ name: 'mutation_root', fields: mutationFields })
        : null,
  });
}

function queryFields(tables: readonly Table[], types: SchemaTypes): Fields {
  const fields: Fields = {};
  for (const table of tables) {
    const { name } = table;
    const args = types.listArguments(table);
    fields[name] = {
      type: types.listOf(types.object(table)),
      args,
      extensions: meaning({ kind: 'list', table }),
    };
    fields[`${name}_aggregate`] = {
      type: new GraphQLNonNull(types.aggregate(table)),
      args,
      extensions: meaning({ kind: 'aggregate', table }),
    };
    if (table.primaryKey.length === 0) continue;
    fields[`${name}_by_pk`] = {
      type: types.object(table),
      args: types.keyArguments(table),
      extensions: meaning({ kind: 'by_pk', table }),
    };
  }
  return fields;
}

function offered<Shape extends OperationShape>(role: ApiRole, shapes: readonly Shape[]): readonly Shape[] {
  return shapes.filter((shape) => shape.kinds?.includes(role.kind) ?? true);
}

function commandFields(role: ApiRole, parts: SchemaParts, types: SchemaTypes, inputs: ZodInputs): Fields {
  const fields: Fields = {};
  for (const { name, input, result, description } of offered(role, parts.commands)) {
    if (!parts.model.tables.has(result)) continue;
    const table = tableOf(parts.model, result);
    fields[name] = {
      type: types.object(table),
      args: inputs.arguments(name, input),
      description,
      extensions: meaning({ kind: 'command', name, table }),
    };
  }
  return fields;
}

function functionFields(role: ApiRole, parts: SchemaParts, inputs: ZodInputs): Fields {
  return Object.fromEntries(
    offered(role, parts.functions).map(({ name, input, output, description }) => [
      name,
      {
        type: output ?? scalars.jsonb,
        args: inputs.arguments(name, input),
        description,
        extensions: meaning({ kind: 'function', name }),
      } satisfies GraphQLFieldConfig<unknown, unknown>,
    ]),
  );
}

/** The writable columns, without `updated_at`, which is the expected stamp (SHEET-15). */
export function writableColumns(table: Table, access: WriteAccess): readonly Column[] {
  const chosen = access.columns;
  const stamps = ['created_at', 'updated_at'];
  return [...table.columns, ...table.secrets].filter(
    (column) => !column.generated && (chosen ? chosen.includes(column.name) : !stamps.includes(column.name)),
  );
}

/** A row may be created together with the one it references if its foreign key may be written as well. */
function isLinkable({ pairs, holdsKey }: Relation, fields: GraphQLInputFieldConfigMap): boolean {
  return !holdsKey || pairs.every(([mine]) => mine === 'tenant_id' || mine in fields);
}

class Mutations {
  readonly #types: SchemaTypes;
  readonly #access: (table: string) => TableAccess;
  readonly #questions: SchemaParts['questions'];

  constructor(
    types: SchemaTypes,
    access: (table: string) => TableAccess,
    questions: SchemaParts['questions'],
  ) {
    this.#types = types;
    this.#access = access;
    this.#questions = questions;
  }

  fields(tables: readonly Table[]): Fields {
    const fields: Fields = {};
    for (const table of tables) {
      const access = this.#access(table.name);
      if (access.insert) Object.assign(fields, this.#insertFields(table));
      if (access.update) Object.assign(fields, this.#updateFields(table, access.update));
      if (access.delete) Object.assign(fields, this.#deleteFields(table));
    }
    return fields;
  }

  #response(table: Table): GraphQLObjectType {
    return this.#types.once(
      `${table.name}_mutation_response`,
      (name) =>
        new GraphQLObjectType({
          name,
          fields: () => ({
            affected_rows: { type: new GraphQLNonNull(scalars.Int) },
            returning: { type: this.#types.listOf(this.#types.object(table)) },
          }),
        }),
    );
  }

  #insertFields(table: Table): Fields {
    const object = new GraphQLNonNull(this.#insertInput(table));
    const conflict: GraphQLFieldConfigArgumentMap =
      table.uniques.length > 0 ? { on_conflict: { type: this.#onConflict(table) } } : {};
    const confirmations = this.#confirmations(this.#isAskedBelow(table));
    return {
      [`insert_${table.name}`]: {
        type: this.#response(table),
        args: {
          objects: { type: new GraphQLNonNull(new GraphQLList(object)) },
          ...conflict,
          ...confirmations,
        },
        extensions: meaning({ kind: 'insert', table }),
      },
      [`insert_${table.name}_one`]: {
        type: this.#types.object(table),
        args: { object: { type: object }, ...conflict, ...confirmations },
        extensions: meaning({ kind: 'insert_one', table }),
      },
    };
  }

  #confirmations(isConfirmable: boolean): GraphQLFieldConfigArgumentMap {
    return isConfirmable
      ? { confirmations: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) } }
      : {};
  }

  /** Whether changes of the table, or of rows nested in it, may need confirmation. */
  #isAskedBelow(table: Table, seen: Set<string> = new Set()): boolean {
    seen.add(table.name);
    if (this.#questions.has(table.name)) return true;
    return table.relations.some(
      ({ table: name }) =>
        !seen.has(name) &&
        this.#access(name).insert !== undefined &&
        this.#isAskedBelow(tableOf(this.#types.model, name), seen),
    );
  }

  /** Accepts amounts even without prices, and ignores them (ROLE-07). */
  #valueFields(columns: readonly Column[]): GraphQLInputFieldConfigMap {
    return Object.fromEntries(
      columns.map((column): [string, { type: GraphQLInputType }] => {
        const scalar = scalars[column.type];
        return [column.name, { type: column.isArray ? new GraphQLList(new GraphQLNonNull(scalar)) : scalar }];
      }),
    );
  }

  #insertInput(table: Table): GraphQLInputObjectType {
    return this.#types.once(
      `${table.name}_insert_input`,
      (name) => new GraphQLInputObjectType({ name, fields: () => this.#insertInputFields(table) }),
    );
  }

  #insertInputFields(table: Table): GraphQLInputFieldConfigMap {
    const { insert, update } = this.#access(table.name);
    const fields = this.#valueFields(writableColumns(table, insert ?? {}));
    const identity = identityOf(table);
    if (update) Object.assign(fields, this.#valueFields(writableColumns(table, update)));
    if (update && identity) fields[identity.name] = { type: scalars[identity.type] };
    if (update && columnOf(table, 'updated_at')) fields.updated_at = { type: scalars.timestamptz };
    for (const relation of table.relations) {
      if (!this.#access(relation.table).insert || !isLinkable(relation, fields)) continue;
      fields[relation.name] = { type: this.#nestedInsert(relation) };
    }
    return fields;
  }

  #nestedInsert(relation: Relation): GraphQLInputObjectType {
    const table = tableOf(this.#types.model, relation.table);
    const one = new GraphQLNonNull(this.#insertInput(table));
    const [infix, data] =
      relation.kind === 'object' ? ['obj', one] : ['arr', new GraphQLNonNull(new GraphQLList(one))];
    return this.#types.once(
      `${table.name}_${infix}_rel_insert_input`,
      (name) =>
        new GraphQLInputObjectType({
          name,
          fields: () => ({
            data: { type: data },
            ...(table.uniques.length > 0 && { on_conflict: { type: this.#onConflict(table) } }),
          }),
        }),
    );
  }

  #onConflict(table: Table): GraphQLInputObjectType {
    const { insert, update } = this.#access(table.name);
    const updatable = update ? writableColumns(table, update) : [];
    const named = [...updatable, ...table.columns.filter((column) => column.name === 'updated_at')];
    const columns = named.length > 0 ? named : writableColumns(table, insert ?? {});
    return this.#types.once(
      `${table.name}_on_conflict`,
      (name) =>
        new GraphQLInputObjectType({
          name,
          fields: () => ({
            constraint: {
              type: new GraphQLNonNull(this.#types.columnEnum(`${table.name}_constraint`, table.uniques)),
            },
            update_columns: {
              type: new GraphQLNonNull(
                new GraphQLList(
                  new GraphQLNonNull(this.#types.columnEnum(`${table.name}_update_column`, columns)),
                ),
              ),
              defaultValue: [],
            },
            where: { type: this.#types.boolExp(table) },
          }),
        }),
    );
  }

  #updateFields(table: Table, access: WriteAccess): Fields {
    const values = this.#updateArguments(table, access);
    const confirmations = this.#confirmations(this.#questions.has(table.name));
    const fields: Fields = {
      [`update_${table.name}`]: {
        type: this.#response(table),
        args: {
          ...values,
          where: { type: new GraphQLNonNull(this.#types.boolExp(table)) },
          ...confirmations,
        },
        extensions: meaning({ kind: 'update', table }),
      },
    };
    const updates = this.#types.once(
      `${table.name}_updates`,
      (name) =>
        new GraphQLInputObjectType({
          name,
          fields: () => ({ ...values, where: { type: new GraphQLNonNull(this.#types.boolExp(table)) } }),
        }),
    );
    fields[`update_${table.name}_many`] = {
      type: new GraphQLList(this.#response(table)),
      args: {
        updates: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(updates))) },
        ...confirmations,
      },
      extensions: meaning({ kind: 'update_many', table }),
    };
    if (table.primaryKey.length === 0) return fields;
    const keyInput = this.#types.once(
      `${table.name}_pk_columns_input`,
      (name) => new GraphQLInputObjectType({ name, fields: this.#types.keyArguments(table) }),
    );
    fields[`update_${table.name}_by_pk`] = {
      type: this.#types.object(table),
      args: {
        ...values,
        pk_columns: { type: new GraphQLNonNull(keyInput) },
        ...confirmations,
      },
      extensions: meaning({ kind: 'update_by_pk', table }),
    };
    return fields;
  }

  #updateArguments(table: Table, access: WriteAccess): Record<string, { type: GraphQLInputType }> {
    const columns = writableColumns(table, access);
    const set = this.#types.once(`${table.name}_set_input`, (name) => {
      const fields = this.#valueFields(columns);
      if (columnOf(table, 'updated_at')) fields.updated_at = { type: scalars.timestamptz };
      return new GraphQLInputObjectType({ name, fields });
    });
    const countable = columns.filter(
      (column) =>
        !column.isArray &&
        !isPointer(table, column.name) &&
        ['Int', 'bigint', 'numeric'].includes(column.type) &&
        !this.#types.isMasked(column),
    );
    if (countable.length === 0) return { _set: { type: set } };
    const increment = this.#types.once(
      `${table.name}_inc_input`,
      (name) => new GraphQLInputObjectType({ name, fields: this.#valueFields(countable) }),
    );
    return { _inc: { type: increment }, _set: { type: set } };
  }

  #deleteFields(table: Table): Fields {
    const confirmations = this.#confirmations(this.#questions.has(table.name));
    const fields: Fields = {
      [`delete_${table.name}`]: {
        type: this.#response(table),
        args: { where: { type: new GraphQLNonNull(this.#types.boolExp(table)) }, ...confirmations },
        extensions: meaning({ kind: 'delete', table }),
      },
    };
    if (table.primaryKey.length === 0) return fields;
    fields[`delete_${table.name}_by_pk`] = {
      type: this.#types.object(table),
      args: { ...this.#types.keyArguments(table), ...confirmations },
      extensions: meaning({ kind: 'delete_by_pk', table }),
    };
    return fields;
  }
}
