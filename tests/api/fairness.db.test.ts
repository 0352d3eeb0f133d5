import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type RestAnswer } from '../support/demo-web.ts';
import { inDepth, isDeep } from '../support/depth.ts';
import { crowding } from '../support/fastest.ts';
import { accessTokenFor, addPerson, type TestPerson } from '../support/web.ts';

let demo: DemoWeb;
let attacker: TestPerson;
let neighbour: TestPerson;

beforeAll(async () => {
  demo = await demoWeb();
  attacker = await addPerson(demo.web, { tenant: 'attacked', email: 'attacker@attacked.test' });
  neighbour = await addPerson(demo.web, { tenant: 'beside', email: 'neighbour@beside.test' });
  await demo.web.sql(
    `insert into supplier (tenant_id, name) select $1, repeat('a', 40) || n from generate_series(1, 2000) n`,
    [attacker.tenantId],
  );
});
afterAll(() => demo.close());

type Ask = (query: string, variables?: object) => Promise<RestAnswer>;

async function asking(person: TestPerson): Promise<Ask> {
  const authorization = `Bearer ${await accessTokenFor(demo.web, person)}`;
  return (query, variables = {}) =>
    demo.send({
      method: 'POST',
      url: '/v1/graphql',
      headers: { authorization },
      payload: { query, variables },
    });
}

const asked = async (person: TestPerson, query: string, variables?: object) =>
  (await asking(person))(query, variables);

interface Answered {
  readonly data?: unknown;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

const codeOf = (answer: RestAnswer) => answer.json<Answered>().errors?.[0]?.extensions.code;

/** Compares every name with an endless pattern. */
const slow =
  '{ supplier(where: { name: { _regex: "^(a+)(a+)(a+)(a+)(a+)(a+)\\\\1\\\\2\\\\3\\\\4\\\\5\\\\6\\\\1[0-9]+$" } }) { id } }';
/** Three run at a time, each for three seconds. */
const patterns = inDepth(6, 12);
const small = '{ supplier(limit: 1) { id name } }';

/**
 * The neighbour's longest wait for small queries until the attack is over, in milliseconds of an idle machine;
 * `crowd` is the neighbour's earlier load.
 */
async function longestWait(
  attack: Promise<unknown>,
  crowd: number,
): Promise<{ longest: number; times: number }> {
  let isOver = false;
  const over = attack.finally(() => {
    isOver = true;
  });
  let longest = 0;
  let times = 0;
  while (!isOver) {
    const begun = performance.now();
    expect((await asked(neighbour, small)).json<Answered>().errors).toBeUndefined();
    longest = Math.max(longest, performance.now() - begun);
    times += 1;
  }
  await over;
  return { longest: longest / Math.max(crowd, crowding()), times };
}

const filters = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ procurement_lines: { supplier: { name: { _eq: `x${n}` } } } }));
const filtered = 'query ($where: procurement_bool_exp) { procurement(where: $where) { id } }';

describe('API-44 one person cannot slow down others', () => {
  test(`${patterns} endless patterns of one person keep a small query of another tenant fast`, async () => {
    const crowd = crowding();
    const attack = Promise.all(Array.from({ length: patterns }, () => asked(attacker, slow)));
    const { longest, times } = await longestWait(attack, crowd);
    expect(new Set((await attack).map(codeOf))).toEqual(new Set(['query_timeout']));
    expect(times).toBeGreaterThan(10);
    expect(longest).toBeLessThan(1_500);
  });

  test.runIf(isDeep)('many people of one tenant leave connections for other tenants', async () => {
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        addPerson(demo.web, { tenant: 'attacked', email: `crowd${n}@attacked.test` }),
      ),
    );
    const crowd = crowding();
    const attack = Promise.all(people.flatMap((person) => [asked(person, slow), asked(person, slow)]));
    const { longest } = await longestWait(attack, crowd);
    expect(new Set((await attack).map(codeOf))).toEqual(new Set(['query_timeout']));
    expect(longest).toBeLessThan(1_500);
  });

  test('continuous callers are asked to retry later, in the format of the API', async () => {
    const ask = await asking(attacker);
    const running = Array.from({ length: 3 }, () => ask(slow));
    const answers = await Promise.all(Array.from({ length: 70 }, () => ask(small)));
    const refused = answers.filter(({ status }) => status === 429);
    // Sixty may wait; on a slow machine some have been answered before the last ones arrive.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(10);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['too_many_requests']));
    expect(refused[0]?.headers['retry-after']).toBe('3');
    expect((await Promise.all(running)).map(codeOf)).toEqual(
      Array.from({ length: 3 }, () => 'query_timeout'),
    );
    expect((await asked(attacker, small)).status).toBe(200);
  });

  test('a filter may lead through a limited number of relations, and answers in time', async () => {
    const wide = await asked(attacker, filtered, { where: { _or: filters(60) } });
    expect(codeOf(wide)).toBe('limit_exceeded');
    const answered = await asked(attacker, filtered, { where: { _or: filters(50) } });
    expect(answered.json()).toEqual({ data: { procurement: [] } });
    const order = { procurement_lines_aggregate: { count: 'asc' } };
    const sorted = `query ($by: [procurement_order_by!]) { procurement(order_by: $by) { id } }`;
    const wideOrder = await asked(attacker, sorted, { by: Array.from({ length: 101 }, () => order) });
    expect(codeOf(wideOrder)).toBe('limit_exceeded');
  });
});
