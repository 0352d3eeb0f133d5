import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { openHttp } from '../../src/app/server/http.ts';
import { openWorker } from '../../src/app/server/worker.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import type { SessionMeans } from '../../src/platform/context.ts';
import type { Clock } from '../../src/platform/server/clock.ts';
import type { Configuration } from '../../src/platform/server/configuration.ts';
import type { HttpServer } from '../../src/platform/server/http/http.ts';
import type { Log } from '../../src/platform/server/log.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { createTokens, type Tokens } from '../../src/platform/server/tokens.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { longestWait } from './depth.ts';
import { checkAnswers } from './described-answers.ts';
import { SentTwice } from './sent-twice.ts';

export type WebConfiguration = Pick<
  Configuration,
  'publicUrl' | 'allowedHosts' | 'trustedProxies' | 'secretKey' | 'smtpUrl' | 'mailFrom' | 'isLoopback'
> &
  Partial<
    Pick<
      Configuration,
      | 'privateNetworks'
      | 'tenantDomain'
      | 'mailTokenUrls'
      | 'datev'
      | 'ms365'
      | 'easybill'
      | 'creditor'
      | 'demo'
      | 'filesUrl'
    >
  >;

/** A clock that only moves on request. */
export interface TestClock extends Clock {
  forward(milliseconds: number): void;
}

/** The web server on its own database, called without a network, with an adjustable clock. */
export interface TestWeb extends TestDatabase {
  readonly app: HttpServer;
  /** The API behind the web server. */
  readonly graphql: Graphql;
  readonly clock: TestClock;
  readonly configuration: WebConfiguration;
  readonly log: TestLog;
  /** Issues tokens that the web server accepts. */
  readonly tokens: Tokens;
  /** Starts the worker too; it ends with the web server. */
  startWorker(): Promise<void>;
  /** Another web server on the same database with a different configuration. */
  another(change: Partial<WebConfiguration>): Promise<HttpServer>;
}

export const testConfiguration: WebConfiguration = {
  publicUrl: 'http://localhost:8080',
  allowedHosts: ['localhost', '127.0.0.1'],
  trustedProxies: [],
  secretKey: 'a secret key that only the tests know',
  smtpUrl: null,
  mailFrom: 'Kontor <kontor@kontor.example>',
  isLoopback: true,
};

/** Inserts one-time tokens into mails. */
export const mailTokens = deriveSecrets(testConfiguration.secretKey);

export async function testWeb(change: Partial<WebConfiguration> = {}, template?: string): Promise<TestWeb> {
  const test = await testDatabase(template, change.filesUrl);
  const configuration = { ...testConfiguration, ...change };
  const clock = testClock();
  const log = testLog();
  const open = (other: WebConfiguration, shared?: Graphql) =>
    openHttp({
      ...{ configuration: other, database: test.database, log: log.log, clock },
      ...(shared && { graphql: shared }),
    });
  // Reading the catalogue and building the schemas takes longer than everything else here.
  const graphql = await openGraphql(test.database, log.log, deriveSecrets(configuration.secretKey));
  const app = await open(configuration, graphql);
  checkAnswers(app);
  const twice = SentTwice.over(app, test);
  const endings: (() => Promise<unknown>)[] = [() => app.close()];
  return {
    ...test,
    app,
    graphql,
    clock,
    configuration,
    log,
    tokens: createTokens(deriveSecrets(configuration.secretKey), clock),
    startWorker: async () => {
      const { ownerUrl, database } = test;
      const worker = await openWorker({ configuration, ownerUrl, database, log: log.log, clock });
      endings.push(() => worker.stop());
      if (twice) twice.hasWorker = true;
    },
    another: async (otherChange) => {
      const other = await open({ ...configuration, ...otherChange });
      endings.push(() => other.close());
      return other;
    },
    drop: async () => {
      for (const end of endings.toReversed()) await end();
      await test.drop();
      twice?.check();
    },
  };
}

export function testClock(): TestClock {
  let offset = 0;
  const start = Date.now();
  return {
    now: () => new Date(start + offset),
    forward: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

export interface TestLog {
  readonly log: Log;
  /** All log entries so far. */
  lines(): Record<string, unknown>[];
}

export function testLog(): TestLog {
  const written: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level: 'info' }, sink), lines: () => written.map((line) => JSON.parse(line)) };
}

/** Waits for an answer; on timeout it names the question. */
export async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + longestWait; Date.now() < deadline; await delay(20)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`no answer within ${longestWait} ms to ${ask}`);
}

/** An access token for the current person with these claimed roles. */
export async function accessTokenFor(
  web: TestWeb,
  person: TestPerson,
  roles: string[] = [],
  means: SessionMeans | 'token' = 'link',
): Promise<string> {
  const [row] = await web.sql<{ version: number }>(
    'select token_version as version from lb_user where id = $1',
    [person.id],
  );
  return web.tokens.issueAccess({
    tenantId: person.tenantId,
    tenantName: 'any',
    userId: person.id,
    actorId: person.id,
    means,
    tokenVersion: row?.version ?? 0,
    email: person.email,
    language: 'en',
    roles,
    permissions: '',
  });
}

export interface TestPerson {
  readonly tenantId: number;
  readonly id: number;
  readonly email: string;
}

/** A person of a tenant, which is created if missing. */
export async function addPerson(
  test: Pick<TestDatabase, 'sql'>,
  details: {
    readonly tenant?: string;
    readonly email: string;
    readonly roles?: string[];
    readonly lang?: string;
    readonly name?: string;
  },
): Promise<TestPerson> {
  const { tenant = 'demo', email, roles = [], lang = 'en', name = 'Ina Berg' } = details;
  const [owner] = await test.sql<{ id: string }>(
    'insert into tenant (name) values ($1) on conflict (name) do update set name = excluded.name returning id',
    [tenant],
  );
  const [person] = await test.sql<{ id: string }>(
    'insert into lb_user (tenant_id, email, name, roles, lang) values ($1, $2, $3, $4, $5) returning id',
    [owner?.id, email, name, roles, lang],
  );
  return { tenantId: Number(owner?.id), id: Number(person?.id), email };
}
