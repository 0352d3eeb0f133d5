import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { invoicePage } from '../../src/features/invoice/web/kind.ts';
import { procurementPage } from '../../src/features/procurement/web/kind.tsx';

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8'));

test.each([invoicePage, procurementPage])(
  'API-01 the page of a document requests only existing API fields: $name',
  ({ name, fields }) => {
    const query = parse(`query ($id: bigint!) { ${name}_by_pk(id: $id) { ${fields} } }`);
    expect(validate(schema, query).map(({ message }) => message)).toEqual([]);
  },
);
