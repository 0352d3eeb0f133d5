import { type RefusalCode, Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Graphql } from './graphql.ts';

interface Answer<Data> {
  readonly data?: Data;
  readonly errors?: readonly { readonly extensions: { readonly code: RefusalCode } }[];
}

/**
 * The data that a query returns to a person, for jobs. Throws `Refused`, which is final, or an error after an
 * unexpected failure, so that the job retries.
 */
export async function readAs<Data>(
  graphql: Pick<Graphql, 'execute'>,
  context: Context,
  query: string,
  variables: object,
): Promise<Data> {
  const { body } = await graphql.execute(context, { query, variables });
  const { data, errors } = JSON.parse(body) as Answer<Data>;
  const code = errors?.[0]?.extensions.code;
  if (code !== undefined && code !== 'unexpected') throw new Refused(refuse(code));
  if (!data || code !== undefined) throw new Error(`the export failed: ${body}`);
  return data;
}
