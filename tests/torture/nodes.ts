import { setTimeout as delay } from 'node:timers/promises';
import { ensureLibrary, environmentAt } from '../../scripts/setup/clocks.mjs';
import { databaseName } from '../../src/app/server/product.ts';
import { readConfiguration } from '../../src/platform/server/configuration.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/server/database/embedded-postgres.ts';
import { type BlackHole, openBlackHole } from '../support/black-hole.ts';
import { launchProduct, type ProductProcess } from '../support/product-process.ts';
import { Api, type Deeds } from './calls.ts';
import { openFixture } from './fixture.ts';
import type { Server } from './server.ts';

/** One of several processes on one database, connected through a proxy that can swallow all traffic. */
export interface Node {
  readonly process: ProductProcess;
  readonly hole: BlackHole;
  /** Its own first, then those redirected to it. */
  readonly apis: Api[];
  /** The names of its lanes in the queue. */
  readonly workers: readonly string[];
}

const nodeCount = 3;
/** The advance of a wrong clock, in milliseconds: more than nodes may differ, less than an hour (AUD-10). */
export const wrongClock = 80_000;

/** Three nodes on one separately started PostgreSQL, with the data of a stopped server. */
export class Nodes {
  readonly all: Node[] = [];
  readonly #server: Server;
  readonly #postgres: EmbeddedPostgres;
  readonly #deeds: Deeds;

  private constructor(server: Server, postgres: EmbeddedPostgres, deeds: Deeds) {
    this.#server = server;
    this.#postgres = postgres;
    this.#deeds = deeds;
  }

  static async start(server: Server, deeds: Deeds): Promise<Nodes> {
    const postgres = await startEmbeddedPostgres(server.dataDirectory);
    const nodes = new Nodes(server, postgres, deeds);
    for (let place = 0; place < nodeCount; place += 1) nodes.all.push(await nodes.#launch(place));
    return nodes;
  }

  /** Reads and writes as superuser, not through the proxies. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return await openFixture(this.#server.ownerUrl(databaseName), ({ sql }) => sql<Row>(text, values));
  }

  /** Clients of the killed node go to another one. */
  kill({ process, apis }: Node, other: Node): void {
    process.signal('SIGKILL');
    this.#server.count('of several nodes');
    for (const api of apis) api.direct(other.process.url);
  }

  /** Starts a new node in place of a dead one. */
  async replace(node: Node, hasWrongClock: boolean): Promise<Node> {
    await this.#end(node);
    const place = this.all.indexOf(node);
    const next = await this.#launch(place, hasWrongClock ? shownClock() : {}, node.apis);
    this.all[place] = next;
    return next;
  }

  /** Kills all of them; the database continues. */
  async killAll(): Promise<void> {
    await Promise.all(this.all.map((node) => this.#end(node)));
    this.#server.count('of several nodes');
    this.all.length = 0;
  }

  async #end({ process, hole }: Node): Promise<void> {
    process.signal('SIGKILL');
    await process.ended();
    await hole.close();
  }

  async #launch(place: number, clock: Readonly<Record<string, string>> = {}, apis?: Api[]): Promise<Node> {
    const { dataDirectory, url, environment } = this.#server;
    const hole = await openBlackHole(this.#postgres.port);
    const before = await this.#workers();
    const process = await launchProduct({
      dataDirectory: `${dataDirectory}-node-${place}`,
      environment: {
        ...environment,
        DATABASE_URL: hole.through(this.#postgres.ownerUrl(databaseName)),
        SECRET_KEY: readConfiguration({ DATA_DIR: dataDirectory }).secretKey,
        PUBLIC_URL: url,
        ...clock,
      },
    });
    await process.ready();
    for (const api of apis ?? []) api.direct(process.url);
    let workers: readonly string[] = [];
    for (; workers.length === 0; await delay(50))
      workers = (await this.#workers()).filter((name) => !before.includes(name));
    return { process, hole, workers, apis: apis ?? [new Api(process.url, this.#deeds)] };
  }

  async #workers(): Promise<string[]> {
    return (await this.sql<{ id: string }>('select id from worker')).map(({ id }) => id);
  }
}

/** The environment that shifts a program's clock; empty, with a notice, where the library is missing. */
function shownClock(): Readonly<Record<string, string>> {
  const library = ensureLibrary();
  if (library === undefined) console.log('no wrong clocks were tested: libfaketime is missing');
  return library === undefined
    ? {}
    : environmentAt({ at: new Date(Date.now() + wrongClock), zone: 'UTC' }, library);
}
