import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type RestAnswer } from '../support/demo-web.ts';
import { accessTokenFor, addPerson, type TestPerson } from '../support/web.ts';

let demo: DemoWeb;
let person: TestPerson;

beforeAll(async () => {
  demo = await demoWeb();
  person = await addPerson(demo.web, { tenant: 'attacked', email: 'attacker@attacked.test' });
});
afterAll(() => demo.close());

interface Answered {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly extensions: { readonly code: string; readonly values?: { readonly what?: string } };
  }[];
}

async function send(payload: object | string): Promise<RestAnswer> {
  const headers = {
    authorization: `Bearer ${await accessTokenFor(demo.web, person)}`,
    'content-type': 'application/json',
  };
  return demo.send({ method: 'POST', url: '/v1/graphql', headers, payload });
}

const limitIn = ({ errors }: Answered) =>
  errors?.[0]?.extensions.values?.what ?? errors?.[0]?.extensions.code;
const limitOf = async (payload: object | string) => limitIn((await send(payload)).json<Answered>());

const ids = (count: number) => Array.from({ length: count }, (_, id) => id);
const listed = 'query ($ids: [bigint!]) { supplier(where: { id: { _in: $ids } }) { id } }';

describe('API-48 a request that would delay others is refused by its shape', () => {
  test('in a batch, only one operation may ask for the schema; the others are answered', async () => {
    const answers = (
      await send([
        { query: getIntrospectionQuery() },
        { query: '{ supplier(limit: 1) { id } }' },
        { query: `${getIntrospectionQuery()} # again` },
        { query: '{ __type(name: "supplier") { name } client(limit: 1) { id } }' },
      ])
    ).json<readonly Answered[]>();
    expect(answers.map(limitIn)).toEqual([undefined, undefined, 'introspections', 'introspections']);
    expect(await limitOf({ query: '{ __type(name: "supplier") { name } }' })).toBeUndefined();
  });

  test('a list has at most ten thousand members, also in an undeclared variable', async () => {
    expect(await limitOf({ query: listed, variables: { ids: ids(10_000) } })).toBeUndefined();
    expect(await limitOf({ query: listed, variables: { ids: ids(10_001) } })).toBe('list members');
    expect(await limitOf({ query: '{ supplier(limit: 1) { id } }', variables: { ids: ids(10_001) } })).toBe(
      'list members',
    );
  });

  test('at most twenty unknown variables are accepted', async () => {
    const variables = (count: number) => Object.fromEntries(ids(count).map((n) => [`k${n}`, n]));
    const query = '{ supplier(limit: 1) { id } }';
    expect(await limitOf({ query, variables: variables(20) })).toBeUndefined();
    expect(await limitOf({ query, variables: variables(21) })).toBe('unused variables');
  });

  test('JSON is nested at most a hundred times, and refused before it is parsed', async () => {
    const { status } = await send(`{"query":${'['.repeat(200)}${']'.repeat(200)}}`);
    expect(status).toBe(422);
    expect(await limitOf(`{"variables":${'['.repeat(200)}${']'.repeat(200)}}`)).toBe('nesting');
  });
});
