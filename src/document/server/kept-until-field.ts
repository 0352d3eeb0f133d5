import type { SqlField } from '../../graphql/extension.ts';
import { scalars } from '../../graphql/scalars.ts';
import { documentKinds } from '../../timeline/kinds.ts';
import type { Kind } from '../kind.ts';

const documents = documentKinds.map((kind) => `${kind}_id`);

/** The last day of a file's retention (ARC-02); null without one. */
export const fileKeptUntil: SqlField = {
  table: 'file',
  name: 'kept_until',
  type: scalars.date,
  needs: ['created_at', 'retain_until', ...documents],
  sql: fileKeptUntilSql,
};

/** The same as SQL, for the row of the alias. */
export function fileKeptUntilSql(alias: string): string {
  const columns = ['created_at', 'retain_until', ...documents].map((column) => `${alias}.${column}`);
  return `app.kept_until(${columns.join(', ')})`;
}

/** The last day of a document's retention; null for a draft. */
export function keptUntilField({ name }: Pick<Kind, 'name'>): SqlField {
  return {
    table: name,
    name: 'kept_until',
    type: scalars.date,
    needs: ['created_at'],
    sql: (alias) => {
      const ids = documents.map((column) => (column === `${name}_id` ? `${alias}.id` : 'null'));
      return `app.kept_until(${[`${alias}.created_at`, 'null', ...ids].join(', ')})`;
    },
  };
}
