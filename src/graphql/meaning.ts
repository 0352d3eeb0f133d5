import type { GraphQLField } from 'graphql';
import type { ComputedField, SqlField } from './extension.ts';
import type { Column, Relation, Table } from './model.ts';

/** The meaning of a field in the schema; the compiler uses it instead of guessing from names. */
export type FieldMeaning =
  | { readonly kind: 'column'; readonly column: Column; readonly masked: boolean }
  | {
      readonly kind: 'object' | 'array' | 'array_aggregate';
      readonly relation: Relation;
      readonly table: Table;
    }
  | { readonly kind: 'sql'; readonly field: SqlField }
  | { readonly kind: 'computed'; readonly field: ComputedField }
  | { readonly kind: 'list' | 'by_pk' | 'aggregate'; readonly table: Table }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: MutationKind; readonly table: Table }
  | { readonly kind: 'command'; readonly name: string; readonly table: Table };

export type MutationKind =
  | 'insert'
  | 'insert_one'
  | 'update'
  | 'update_by_pk'
  | 'update_many'
  | 'delete'
  | 'delete_by_pk';

interface Extensions {
  meaning?: FieldMeaning;
}

export function meaning(value: FieldMeaning): Readonly<Record<string, unknown>> {
  return { meaning: value } satisfies Extensions;
}

export function meaningOf(field: GraphQLField<unknown, unknown>): FieldMeaning | undefined {
  return (field.extensions as Extensions).meaning;
}
