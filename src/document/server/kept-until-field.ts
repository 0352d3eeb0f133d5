import type { SqlField } from '../../graphql/extension.ts';
import { scalars } from '../../graphql/scalars.ts';
import { documentKinds } from '../../timeline/kinds.ts';
import type { Kind } from '../kind.ts';

const documents = documentKinds.map((kind) => `${kind}_id`);

/** The last day on which a file must be there (ARC-02); null where nothing says so. */
export const fileKeptUntil: SqlField = {
  table: 'file',
  name: 'kept_until',
  type: scalars.date,
  needs: ['created_at', 'retain_until', ...documents],
  sql: fileKeptUntilSql,
};

/** The same in SQL, for the row of the alias. */
export function fileKeptUntilSql(alias: string): string {
  const columns = ['created_at', 'retain_until', ...documents].map((column) => `${alias}.${column}`);
  return `app.kept_until(${columns.join(', ')})`;
}

/** The last day on which a document must be there; null for a draft. */
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
