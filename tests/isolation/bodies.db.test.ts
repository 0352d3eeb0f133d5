import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpServer } from '../../src/platform/server/http/http.ts';
import { isDeep } from '../support/depth.ts';
import { routesOf } from '../support/server-routes.ts';
import { answerTo, beginCall, type Unfinished } from '../support/unfinished.ts';
import { type ApiWeb, openApiWeb } from './api-web.ts';

let web: ApiWeb;
let http: HttpServer;
let port: number;

beforeAll(async () => {
  web = await openApiWeb();
  ({ http } = web);
  await http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = http.server.address() as AddressInfo);
});
afterAll(() => web.close());

/** All calls with a possible body. */
const callsWithBodies = (): readonly Unfinished[] =>
  routesOf(http)
    .map((route) => route.split(' '))
    .filter(([method]) => method !== 'GET')
    .map(([method = '', path = '']) => ({
      method,
      path: path.replace(/:token\b/, 'A'.repeat(43)).replace(/:\w+/g, '1'),
    }));

/** Kilobytes that an unauthenticated caller may make the product keep: the header of a shop's message. */
const maxOfStrangers = 20;

describe('API-48 bodies are not read before the caller is known and has a free turn', () => {
  test('unknown callers are answered before their body has arrived, on every route', async () => {
    const calls = callsWithBodies();
    expect(calls.length).toBeGreaterThan(50);
    const answers = await Promise.all(
      calls.map(async (call) => {
        const { status, kilobytes } = await answerTo(await beginCall(port, call), maxOfStrangers);
        return { call: `${call.method} ${call.path}`, status, kilobytes };
      }),
    );
    const isRefused = ({ call, status }: (typeof answers)[number]) =>
      status >= 400 ||
      // Only leads to a page that explains.
      (status === 303 && call === 'POST /api/invoice/share') ||
      // These answer in the formats of cXML and Hasura.
      (status === 200 && ['POST /api/punchin/notice/1/1', 'POST /v1/graphql'].includes(call));
    expect(answers.filter((answer) => !isRefused(answer))).toEqual([]);
  });

  test.runIf(isDeep)(
    'callers over their share are refused before their body has arrived, on every route',
    async () => {
      const authorization = `Bearer ${await web.tokenOf('administrator')}`;
      const strangers = new Set<string>();
      const open = callsWithBodies();
      for (const call of open) {
        const { status } = await answerTo(await beginCall(port, call), maxOfStrangers);
        if (status !== 401 && call.path !== '/v1/graphql') strangers.add(`${call.method} ${call.path}`);
      }
      const calls = open.filter(({ method, path }) => !strangers.has(`${method} ${path}`));
      expect(calls.length).toBeGreaterThan(40);
      const held: Socket[] = [];
      const hold = () => beginCall(port, { method: 'POST', path: '/v1/graphql', headers: { authorization } });
      // Three unfinished requests are in work and sixty wait; after ten seconds the three are aborted, and others
      // follow.
      for (let place = 0; place < 63; place += 1) held.push(await hold());
      try {
        const answers = await Promise.all(
          calls.map(async (call) => {
            const begun = await beginCall(port, { ...call, headers: { authorization } });
            return { ...call, ...(await answerTo(begun, 4)) };
          }),
        );
        // Routes of operators and of the directory check the right first.
        const isReported = ({ path, status }: (typeof answers)[number]) =>
          status === 429 || (status === 403 && /^\/(api\/operator|scim)\//.test(path));
        expect(answers.filter((answer) => !isReported(answer) || answer.kilobytes > 4)).toEqual([]);
      } finally {
        for (const socket of held) socket.destroy();
      }
    },
  );
});
