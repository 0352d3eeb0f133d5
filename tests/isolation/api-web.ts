import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { openHttp } from '../../src/app/server/http.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import type { HttpServer } from '../../src/platform/server/http/http.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { createTokens, type Tokens } from '../../src/platform/server/tokens.ts';
import { checkAnswers } from '../support/described-answers.ts';
import { type TestLog, testLog, type WebConfiguration } from '../support/web.ts';
import { ApiFixture, type Asker } from './api-fixture.ts';

const secretKey = 'a key that is only known to this test';

/** Two filled tenants behind the whole web server, and people of the first as callers. */
export interface ApiWeb {
  readonly api: ApiFixture;
  readonly http: HttpServer;
  readonly tokens: Tokens;
  readonly log: TestLog;
  tokenOf(who: Asker): Promise<string>;
  send(options: InjectOptions, who?: Asker): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export async function openApiWeb(change: Partial<WebConfiguration> = {}): Promise<ApiWeb> {
  const api = await ApiFixture.open();
  const log = testLog();
  const http = await openHttp({
    configuration: {
      publicUrl: 'http://localhost:8080',
      allowedHosts: ['localhost'],
      trustedProxies: [],
      secretKey,
      smtpUrl: null,
      isLoopback: true,
      ...change,
    },
    database: api.db.database,
    log: log.log,
    webDirectory: '/nowhere',
  });
  checkAnswers(http);
  await http.ready();
  const tokens = createTokens(deriveSecrets(secretKey), systemClock);
  const tokenOf = async (who: Asker): Promise<string> => {
    const person = api.people[who];
    const { rows } = await api.owner.query<{ token_version: number }>(
      'select token_version from lb_user where id = $1',
      [person.userId],
    );
    return tokens.issueAccess({
      ...person,
      tokenVersion: rows[0]?.token_version ?? 0,
      tenantName: api.fixture.a.tag,
      email: 'somebody@a.test',
      permissions: '',
    });
  };
  return {
    api,
    http,
    tokens,
    log,
    tokenOf,
    send: async (options, who) => {
      const authorization = who ? { authorization: `Bearer ${await tokenOf(who)}` } : {};
      return http.inject({
        ...options,
        headers: { host: 'localhost', ...authorization, ...options.headers },
      });
    },
    close: async () => {
      await http.close();
      await api.close();
    },
  };
}

/** The pages of an invoice with the first one turned, in the page's format (REC-12). */
export function turnedPage(id: string | number | null | undefined) {
  const invoice_id = Number(id);
  return {
    idempotency_key: randomUUID(),
    invoice_ids: [invoice_id],
    parts: [[{ invoice_id, page: 1, turn: 90 }]],
  };
}

export const get = (url: string): InjectOptions => ({ method: 'GET', url });
export const post = (url: string, payload: object = {}): InjectOptions => ({ method: 'POST', url, payload });

/** A passkey that does not exist. */
export const guessed = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
};
