import { createConfig, lintFromString } from '@redocly/openapi-core';
import { buildSchema } from 'graphql';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routesOf } from '../../../../tests/support/server-routes.ts';
import type { Graphql } from '../../../graphql/server/graphql.ts';
import { systemClock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import type { Readiness } from '../../../platform/server/readiness.ts';
import { deriveSecrets } from '../../../platform/server/secrets.ts';
import { createTokens } from '../../../platform/server/tokens.ts';
import { openHttp } from '../http.ts';
import { catalogue, unpublished } from './catalogue.ts';

const secretKey = 'a secret key that only this test knows';

/** Enters for everybody and holds nothing: the description needs no rows. */
const database = { inTenant: async () => {} } as unknown as Database;
const graphql = { schema: () => buildSchema('type Query { a: Int }') } as unknown as Graphql;
const readiness = { drain: () => {}, close: async () => {} } as unknown as Readiness;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly security?: readonly unknown[];
  readonly description?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

let http: HttpServer;
let text: string;
let paths: Paths;

beforeAll(async () => {
  http = await openHttp({
    configuration: {
      ...{ publicUrl: 'http://localhost:8080', allowedHosts: ['localhost'], trustedProxies: [], secretKey },
      ...{ smtpUrl: null, isLoopback: true, demo: true },
    },
    ...{ database, graphql, readiness, log: pino({ level: 'silent' }), webDirectory: '/nowhere' },
  });
  await http.ready();
  const jwt = await createTokens(deriveSecrets(secretKey), systemClock).issueAccess({
    ...{ tenantId: 1, userId: 1, actorId: 1, roles: [], tokenVersion: 1 },
    ...{ tenantName: 'x', email: 'x@firma.example', permissions: '' },
    means: 'link',
    language: 'en',
  });
  const headers = { host: 'localhost', authorization: `Bearer ${jwt}` };
  text = (await http.inject({ url: '/api/openapi.json', headers })).body;
  ({ paths } = JSON.parse(text));
});
afterAll(() => http.close());

const reasonFor = (route: string) => {
  const path = route.slice(route.indexOf(' ') + 1);
  return Object.keys(unpublished).find((start) => path.startsWith(start));
};
const operation = (method: string, path: string) => paths[path]?.[method];

describe('API-39 the description of the REST routes', () => {
  test('each route is described, or not published for a reason', () => {
    const routes = routesOf(http).filter((route) => !route.startsWith('OPTIONS '));
    expect(routes.filter((route) => !catalogue.has(route) && reasonFor(route) === undefined)).toEqual([]);
    expect([...catalogue.keys()].filter((route) => !routes.includes(route))).toEqual([]);
    const isUsed = (start: string) =>
      routes.some((route) => !catalogue.has(route) && reasonFor(route) === start);
    expect(Object.keys(unpublished).filter((start) => !isUsed(start))).toEqual([]);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.toSorted()).toEqual([...catalogue.keys()].toSorted());
  });

  test('the linter of OpenAPI 3.1 finds nothing', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // The product has no licence to name, `{id}` beside a word is told apart by digits, and names of groups suffice.
      rules: { 'info-license': 'off', 'no-ambiguous-paths': 'off', 'tag-description': 'off' },
    });
    const source = text.replaceAll('http://localhost:8080', 'https://kontor.firma.de');
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });

  test('a body is that which the route checks', () => {
    expect(operation('post', '/api/ticket')?.requestBody?.content['application/json']?.schema).toMatchObject({
      ...{ type: 'object', required: ['file_id'] },
      properties: { file_id: { type: 'string', format: 'uuid' } },
    });
    const upload = operation('post', '/api/invoice/upload')?.requestBody?.content['multipart/form-data'];
    expect(upload?.schema).toMatchObject({
      properties: { 'files[]': { type: 'array' }, client_id: { type: 'string' } },
      required: ['files[]'],
    });
  });

  test('AUTH-30 a route tells who may call it', () => {
    expect(operation('get', '/api/health')?.security).toEqual([]);
    expect(operation('post', '/api/auth/api-token')?.description).toContain('not with a token');
    expect(operation('post', '/api/ticket')).not.toHaveProperty('security');
  });

  test('SHEET-21 writing routes take a key, except for answers that are told once', () => {
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    expect(operation('post', '/api/invoice/upload')?.parameters).toContainEqual(key);
    expect(operation('get', '/api/job/{id}')?.parameters).not.toContainEqual(key);
    expect(operation('post', '/api/webhook/{id}/secret')?.parameters).not.toContainEqual(key);
  });
});
