import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { countTrips } from '../../bench/trips.ts';
import type { HttpServer } from '../../src/platform/server/http/http.ts';
import { sentElsewhere } from '../api/routes/left-out.ts';
import { countedRows, grownTables } from './counted-rows.ts';
import type { TestDatabase } from './database.ts';
import { inDepth } from './depth.ts';
import { MeasuredTrips } from './round-trips.ts';
import { routesOf } from './server-routes.ts';

type Send = (options: InjectOptions) => Promise<LightMyRequestResponse>;

/** How often a test file repeats each of its routes: counting the rows of all tables takes longer than most answers. */
const maxRepeats = inDepth(2, Number.POSITIVE_INFINITY);

/**
 * Sends the writing requests of a test file (`sentElsewhere`) twice with a key: the second answer must be the same, and
 * no table may grow (SHEET-21). Also counts the round trips of each answer.
 */
export class SentTwice {
  readonly #trips = new MeasuredTrips();
  readonly #asked = new Map<string, number>();
  readonly #routes: readonly string[];
  readonly #app: HttpServer;
  readonly #send: Send;
  readonly #test: TestDatabase;
  /** The numbers of started and of running requests. */
  #begun = 0;
  #open = 0;
  /** A worker is running, so that tables grow anyway. */
  hasWorker = false;

  private constructor(app: HttpServer, test: TestDatabase, routes: readonly string[]) {
    this.#app = app;
    this.#send = app.inject.bind(app) as Send;
    this.#test = test;
    this.#routes = routes;
  }

  /** Sends the requests of the running test file twice; undefined if it has none. */
  static over(app: HttpServer, test: TestDatabase): SentTwice | undefined {
    const file = relative(`${import.meta.dirname}/../..`, expect.getState().testPath ?? '');
    const routes = sentElsewhere[file];
    if (!routes) return undefined;
    const twice = new SentTwice(app, test, routes);
    Object.assign(app, { inject: (options: InjectOptions) => twice.#counting(options) });
    return twice;
  }

  /** Throws if the file never requested one of its routes, or if a route has more round trips than listed. */
  check(): void {
    expect(this.#routes.filter((route) => !this.#asked.has(route))).toEqual([]);
    this.#trips.check();
  }

  async #counting(options: InjectOptions): Promise<LightMyRequestResponse> {
    this.#begun += 1;
    this.#open += 1;
    try {
      return await this.#sent(options);
    } finally {
      this.#open -= 1;
    }
  }

  async #sent(options: InjectOptions): Promise<LightMyRequestResponse> {
    await this.#app.ready();
    const route = this.#routeOf(options);
    if (route === undefined || options.headers?.authorization === undefined) return await this.#send(options);
    const keyed = { ...options, headers: { ...options.headers, 'idempotency-key': randomUUID() } };
    const { answer, trips } = await countTrips(this.#test.database.pool, async () => await this.#send(keyed));
    if (answer.statusCode >= 400) return answer;
    this.#trips.keep(`route ${route}`, trips);
    const asked = (this.#asked.get(route) ?? 0) + 1;
    this.#asked.set(route, asked);
    if (!route.startsWith('GET ') && asked <= maxRepeats) await this.#repeat(route, keyed, answer);
    return answer;
  }

  async #repeat(route: string, keyed: InjectOptions, first: LightMyRequestResponse): Promise<void> {
    const [begun, isAlone] = [this.#begun, this.#open === 1 && !this.hasWorker];
    const before = await this.#counted();
    const { statusCode, body } = await this.#send(keyed);
    expect([route, statusCode, body]).toEqual([route, first.statusCode, first.body]);
    const grown = grownTables(before, await this.#counted());
    // Concurrent requests make tables grow, too.
    if (isAlone && begun === this.#begun) expect([route, grown]).toEqual([route, []]);
  }

  /** The route of a request, if it belongs to this file; routes with fewer parameters take precedence. */
  #routeOf({ method = 'GET', url = '' }: InjectOptions): string | undefined {
    const asked = `${method} ${String(url).split('?')[0]}`;
    const [route] = routesOf(this.#app)
      .filter((one) => new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`).test(asked))
      .toSorted((left, right) => left.split(':').length - right.split(':').length);
    return this.#routes.find((one) => one === route);
  }

  #counted(): Promise<ReadonlyMap<string, string>> {
    return countedRows((text) => this.#test.sql(text));
  }
}
