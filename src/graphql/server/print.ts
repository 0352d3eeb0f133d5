import { createHash } from 'node:crypto';
import {
  type GraphQLSchema,
  isIntrospectionType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
  printType,
} from 'graphql';

/** Types that the compiler derives from every table: filters, orders, lists of columns, aggregates. */
const derivedType =
  /_(bool_exp|bool_exp_(count|bool_and|bool_or)|order_by|select_column|aggregate|(aggregate|avg|max|min|stddev|stddev_pop|stddev_samp|sum|var_pop|var_samp|variance)_fields)$/;

/** The text of a schema in a fixed order. */
export function printedSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/**
 * A schema without its derived types, and the SHA-256 of the whole text, so that every change of the API shows in the
 * committed file. It can be parsed, but refers to types that it does not define; introspection answers the whole.
 */
export function digestOfSchema(schema: GraphQLSchema): string {
  const sorted = lexicographicSortSchema(schema);
  const types = Object.values(sorted.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !derivedType.test(type.name),
  );
  const whole = createHash('sha256').update(printedSchema(schema)).digest('hex');
  const head = [
    '# Without the types that are derived from each table: filters, orders, columns, aggregates.',
    `# SHA-256 of the whole: ${whole}`,
  ];
  return `${[head.join('\n'), ...types.map(printType)].join('\n\n')}\n`;
}
