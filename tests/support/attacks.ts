import { getIntrospectionQuery } from 'graphql';

/** The largest number of operations in a batch. */
const operations = 20;
const batchOf = (operation: (place: number) => object) =>
  JSON.stringify(Array.from({ length: operations }, (_, place) => operation(place)));

let asked = 0;
/** A unique query text. */
function fresh(query: string): string {
  asked += 1;
  return `${query} # ${asked}`;
}

const several = (make: () => string): readonly string[] => Array.from({ length: 12 }, make);

const fields = Array.from({ length: 900 }, (_, place) => `a${place}: name`).join(' ');
const roots = Array.from(
  { length: 45 },
  (_, place) => `a${place}: supplier(where: { _and: [${'{ id: { _eq: 1 } }'.repeat(10)}] }) { id }`,
).join(' ');
const fragments = Array.from({ length: 300 }, (_, place) => `fragment f${place} on supplier { id name }`);
const spreads = Array.from({ length: 300 }, (_, place) => `...f${place}`).join(' ');
const ids = Array.from({ length: 140_000 }, (_, place) => place);
const nested = (depth: number): string => `${'{"_and":['.repeat(depth)}{"id":{"_eq":1}}${']}'.repeat(depth)}`;
const filter = 'query ($where: supplier_bool_exp) { supplier(where: $where) { id } }';
const listed = 'query ($ids: [bigint!]) { supplier(where: { id: { _in: $ids } }) { id } }';

/** Requests of one person that keep others waiting (API-48); bodies of one attack are sent in turn. */
export const attacks: Readonly<Record<string, readonly string[]>> = {
  'a megabyte of ids': [JSON.stringify({ query: listed, variables: { ids } })],
  'batches of introspections': several(() => batchOf(() => ({ query: fresh(getIntrospectionQuery()) }))),
  'batches of invalid queries': several(() =>
    batchOf(() => ({ query: fresh(`{ supplier { ${fields} nothing } ${roots} }`) })),
  ),
  'batches of fragments': several(() =>
    batchOf(() => ({ query: fresh(`{ supplier { ${spreads} nothing } } ${fragments.join(' ')}`) })),
  ),
  'batches of large valid queries': several(() => batchOf(() => ({ query: fresh(`{ ${roots} }`) }))),
  'a megabyte of ids that nobody declared': [
    JSON.stringify({ query: '{ supplier(limit: 1) { id } }', variables: { ids } }),
  ],
  'many variables that nobody declared': [
    JSON.stringify({
      query: '{ supplier(limit: 1) { id } }',
      variables: Object.fromEntries(ids.slice(0, 70_000).map((place) => [`k${place}`, place])),
    }),
  ],
  'nested JSON': [
    `{"query":${JSON.stringify(filter)},"variables":{"where":${nested(40_000)}}}`,
    `{"query":${JSON.stringify(filter)},"variables":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
    `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  ],
  'conditions of nested JSON': [
    `{"query":${JSON.stringify(filter)},"variables":{"where":{"_or":[${Array.from({ length: 900 }, () => nested(25)).join(',')}]}}}`,
  ],
};
