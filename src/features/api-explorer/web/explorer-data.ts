import { queryOptions } from '@tanstack/react-query';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { download, rest } from '../../../platform/web/api.ts';
import { refusalOfGraphql, refusalOfRest } from '../../../platform/web/failure.ts';
import { answerLimits, fetchWithin } from '../../../platform/web/fetch-within.ts';

const path = '/v1/graphql';

interface Operation {
  readonly query: string;
  readonly variables?: unknown;
}

/** The token of the page, or null for the person, with a number of its own. */
export interface Asker {
  readonly token: string | null;
  readonly number: number;
}

/** The whole answer to an operation, with its refusals. */
export async function ask({ token }: Asker, operation: Operation): Promise<unknown> {
  if (token === null) return await rest(path, { method: 'POST', body: operation });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(operation) };
  return await fetchWithin(answerLimits.usual, path, request, async (response) => {
    const answer: unknown = await response.json();
    if (!response.ok) throw refusalOfRest(answer, response.status);
    return answer;
  });
}

interface IntrospectionAnswer {
  readonly data?: IntrospectionQuery;
  readonly errors?: readonly object[];
}

/** The schema as the person or the holder of the token sees it. */
export function schemaOptions(asker: Asker | null) {
  return queryOptions({
    // Not by the token, which is a secret.
    queryKey: ['api-explorer', asker?.number ?? null],
    queryFn: async () => {
      if (asker === null) return null;
      const { data, errors } = (await ask(asker, { query: getIntrospectionQuery() })) as IntrospectionAnswer;
      if (data === undefined) throw refusalOfGraphql(errors?.[0] ?? {});
      return buildClientSchema(data);
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The description of the REST routes (OpenAPI 3.1). */
export async function downloadDescription(): Promise<void> {
  await download('/api/openapi.json', 'openapi.json');
}
