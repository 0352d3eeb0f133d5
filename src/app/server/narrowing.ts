import type { Narrowing } from '../../graphql/sql.ts';
import type { Context } from '../../platform/context.ts';
import { kinds } from './documents.ts';

/** A role by which a person sees documents that do not concern him (ROLE-04). */
const isWide = (role: string): boolean => role === 'user-admin' || /^user-see-(all-|contracts)/.test(role);

/**
 * Narrows the lists of documents of a person who sees only what concerns him: `document_person` leads to these few rows,
 * where the policy alone is asked of every document of the tenant.
 */
export function narrowedTo({ userId, roles }: Context): Narrowing | undefined {
  if (userId === 0 || roles.some(isWide)) return undefined;
  return ({ name }, alias) => {
    const kind = kindColumn(name, alias);
    return kind === undefined ? undefined : concerns(alias, kind);
  };
}

function kindColumn(table: string, alias: string): string | undefined {
  if (table === 'document') return `${alias}.kind`;
  return kinds.some(({ name }) => name === table) ? `'${table}'` : undefined;
}

function concerns(alias: string, kind: string): string {
  return `exists (select from document_person dp where dp.tenant_id = ${alias}.tenant_id and dp.kind = ${kind}
    and dp.document_id = ${alias}.id and dp.lb_user_id = any (app.persons()))`;
}
