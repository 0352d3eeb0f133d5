import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

/** The text of a schema in a fixed order, so that an API change appears as a change of the committed file. */
export function printedSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
