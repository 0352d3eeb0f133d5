import type { Graphql } from '../../graphql/server/graphql.ts';
import type { HttpServer } from '../../platform/server/http/http.ts';
import {
  type Authentication,
  requireOneself,
  requireOperator,
} from '../../platform/server/http/request-context.ts';

/**
 * The writing calls that the token of a service account can name, sorted: mutations by name and routes for people as
 * `POST /api/...`, without those of operators and of the own login (AUTH-34). Routes registered later are included.
 */
export function writingCalls(
  app: HttpServer,
  graphql: Pick<Graphql, 'schema'>,
  { requirePerson }: Authentication,
): () => readonly string[] {
  const routes = new Set<string>();
  app.addHook('onRoute', ({ method, url, onRequest, config }) => {
    const hooks: readonly unknown[] = [onRequest].flat();
    if (!hooks.includes(requirePerson) || config?.namesItsCalls) return;
    if (hooks.includes(requireOneself) || hooks.includes(requireOperator)) return;
    for (const one of [method].flat())
      if (!['GET', 'HEAD', 'OPTIONS'].includes(one)) routes.add(`${one} ${url}`);
  });
  return () => {
    const mutation = graphql.schema({ kind: 'admin', price: true }).getMutationType();
    return [...Object.keys(mutation?.getFields() ?? {}), ...routes].sort();
  };
}
