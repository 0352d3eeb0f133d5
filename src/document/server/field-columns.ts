import type { DocumentField, DocumentFields, Sort } from '../fields.ts';

const types: Readonly<Record<Sort, string>> = {
  text: 'text',
  choice: 'text',
  flag: 'boolean',
  amount: 'numeric',
  day: 'date',
  reference: 'bigint',
};

/** The database types of declared fields, by column. */
export function columnTypes(fields: DocumentFields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, { sort }]) => [name, types[sort]]));
}

/** The referenced tables of declared fields, by column. */
export function referencedTables(fields: DocumentFields): Readonly<Record<string, string>> {
  const tables = Object.entries(fields).map(([name, field]: [string, DocumentField]) => [
    name,
    field.references,
  ]);
  return Object.fromEntries(tables.filter(([, table]) => table !== undefined));
}
