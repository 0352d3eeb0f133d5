import { setTimeout as delay } from 'node:timers/promises';
import { type ShopSandbox, startShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { startMailServer } from '../support/mail-server.ts';
import { Api, type Call, isAccepted } from './calls.ts';
import { type Cast, castOf } from './cast.ts';
import { type Chance, chanceOf } from './chance.ts';
import { background } from './checks/background.ts';
import { budgets } from './checks/budgets.ts';
import { documents as documentChecks } from './checks/documents.ts';
import { figures as figureChecks } from './checks/figures.ts';
import { history } from './checks/history.ts';
import { invoices as invoiceChecks } from './checks/invoices.ts';
import { punchout } from './checks/punchout.ts';
import { replay } from './checks/replay.ts';
import { standingIn } from './checks/substitution.ts';
import { trail } from './checks/trail.ts';
import { act, create } from './client.ts';
import type { Desk } from './desk.ts';
import { lookAtAllFigures, type ReadFigures } from './figures.ts';
import { type Baseline, baseline, type Check, type Fixture, openFixture } from './fixture.ts';
import { Gate } from './gate.ts';
import { Hurts, type Recoveries, recovery } from './hurts.ts';
import { Nodes } from './nodes.ts';
import { counts, verdict } from './report.ts';
import { setScenery } from './scenery.ts';
import { type Killing, killings, Server } from './server.ts';
import { settle } from './settle.ts';
import { type Mall, openMall } from './shopping/mall.ts';
import { shop as goShopping } from './shopping/shopper.ts';
import { ordersOf, type Templates, templatesOf } from './templates.ts';

export interface Options {
  /** How long the clients act, not counting downtime of the server. */
  readonly seconds: number;
  readonly clients: number;
  readonly kills: number;
  /** The number of rounds in which nodes are frozen, cut off and killed while another one works. */
  readonly rounds: number;
  readonly seed: number;
}

/** From this many seconds on, disturbances last longer than the allowed silence of a worker. */
const longRun = 60;

const checks: readonly Check[] = [
  ...history,
  ...replay,
  ...documentChecks,
  ...invoiceChecks,
  ...budgets,
  ...figureChecks,
  ...punchout,
  ...standingIn,
  ...trail,
  ...background,
  ...recovery,
];

/** Runs everything and reports it line by line; true without findings. */
export async function torture(options: Options): Promise<boolean> {
  const { seed, clients, kills, seconds, rounds } = options;
  console.log(`seed ${seed}, ${clients} clients, ${kills} kills, ${seconds} seconds, ${rounds} rounds`);
  const [mailServer, shop] = await Promise.all([startMailServer(), startShopSandbox()]);
  const server = await Server.prepare({
    SMTP_URL: mailServer.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    PRIVATE_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  });
  const api = new Api(server.url);
  let nodes: Nodes | undefined;
  const remove = async () => {
    await nodes?.killAll();
    await server.remove();
  };
  const end = endOnSignal(remove);
  try {
    if (rounds > 0) nodes = await Nodes.start(server, api.deeds);
    else await server.start();
    const { cast, templates, before, orders, mall } = await prepare(server, shop, nodes?.all[0]?.process.url);
    const figures: ReadFigures = { answers: 0, wrong: [] };
    const shared = { api, cast, templates, orders, figures };
    const recoveries: Recoveries = nodes ? await actAndHurt(options, nodes, shared, mall) : new Map();
    await nodes?.killAll();
    mall.api.direct(server.url);
    if (nodes && kills > 0) await server.start();
    if (!nodes || kills > 0) {
      await actAndKill(options, server, shared, mall);
      await server.kill('any moment');
    }
    await settle(server, cast.tenantId);
    const holds = await openFixture(server.ownerUrl('kontor'), async ({ sql, tx }) => {
      const { mails } = mailServer;
      const { log: calls, logins, absences } = api.deeds;
      const look: Api['look'] = (...asked) => api.look(...asked);
      const found = { cast, mall, figures, recoveries, look, calls, logins, absences, mails, before };
      const { dataDirectory } = server;
      const ownerUrl = (name: string) => server.ownerUrl(name);
      const fixture = { ...found, ...idsOfMade(api), sql, tx, dataDirectory, ownerUrl };
      await counts(fixture, api, server);
      return await verdict(fixture, checks);
    });
    const exitCode = await server.stop();
    if (exitCode !== 0) console.log(`FAIL  the product ended with ${exitCode}`);
    if (!holds) console.log(`\nTo repeat the same choices: npm run torture -- ${argumentsOf(options)}`);
    return holds && exitCode === 0;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    await remove();
    await Promise.all([mailServer.close(), shop.close()]);
  }
}

/** The requests and invoices made by the clients. */
function idsOfMade(api: Api): Pick<Fixture, 'created' | 'invoices'> {
  return {
    created: idsOf(api, ({ seen, command }) => command === 'copy' || (command === 'save' && seen === null)),
    invoices: idsOf(api, ({ command, invoice }) => command === 'invoice_save' && invoice === undefined),
  };
}

/** The documents made by these commands. */
function idsOf({ deeds: { log } }: Api, isCreating: (call: Call) => boolean): readonly number[] {
  return log.filter(isAccepted).flatMap((call) => (isCreating(call) ? [call.ending.id] : []));
}

interface Prepared {
  readonly cast: Cast;
  readonly templates: Templates;
  readonly before: Baseline;
  readonly orders: number[];
  readonly mall: Mall;
}

/** @param url the address of the product */
async function prepare(server: Server, shop: ShopSandbox, url = server.url): Promise<Prepared> {
  const owner = await server.owner();
  try {
    await openFixture(server.ownerUrl('kontor'), setScenery);
    const cast = await castOf(owner, server.dataDirectory);
    const templates = await templatesOf(owner, cast);
    const mall = await openMall(url, shop, cast);
    const before = await openFixture(server.ownerUrl('kontor'), (parts) => baseline(parts, cast.tenantId));
    return { cast, templates, before, mall, orders: await ordersOf(owner, cast) };
  } finally {
    await owner.end();
  }
}

type Shared = Pick<Desk, 'api' | 'cast' | 'templates' | 'orders' | 'figures'>;

/** The clients act until the end of the time; then each completes its intent. */
async function actAndKill(options: Options, server: Server, shared: Shared, mall: Mall): Promise<void> {
  const { seconds, kills, seed } = options;
  const acting = startToAct(options, shared, mall, [shared.api]);
  await killAgainAndAgain(server, chanceOf(seed), kills, seconds);
  await acting.end();
}

/** The clients act, each at one of the nodes, while these are disturbed. */
async function actAndHurt(options: Options, nodes: Nodes, shared: Shared, mall: Mall): Promise<Recoveries> {
  const { rounds, seconds, seed } = options;
  const chance = chanceOf(seed + 2001);
  nodes.all[0]?.apis.push(mall.api);
  const acting = startToAct(
    options,
    shared,
    mall,
    nodes.all.flatMap(({ apis: [own] }) => own ?? []),
  );
  const hurts = new Hurts(nodes, seconds >= longRun, ({ apis: [api = shared.api] }) =>
    create({ desk: { ...acting.desk, api }, chance, text: `h-${chance.uuid()}` }),
  );
  for (let round = 0; round < rounds; round += 1) await hurts.round(round, round === rounds - 1);
  await acting.end();
  return hurts.recoveries;
}

interface Acting {
  readonly desk: Desk;
  /** Each completes its intent. */
  end(): Promise<void>;
}

/** @param apis the addresses of the product; each client has one of them */
function startToAct({ clients, seed }: Options, shared: Shared, mall: Mall, apis: readonly Api[]): Acting {
  let isOver = false;
  const desk: Desk = {
    ...shared,
    api: apis[0] ?? shared.api,
    documents: new Map(),
    invoices: new Map(),
    accountants: ['accountant', 'admin', 'requester'].flatMap(
      (login) => shared.cast.people.find(({ email }) => email === `${login}@demo.test`) ?? [],
    ),
    size: 2 * clients,
    gate: new Gate(),
    isOver: () => isOver,
  };
  const acting = Array.from({ length: clients - Math.round(clients / 4) }, (_, place) =>
    act({ ...desk, api: apis[place % apis.length] ?? desk.api }, chanceOf(seed + 1 + place), `t${place}`),
  );
  const { cast, templates } = shared;
  // One in four clients shops.
  const shopping = Array.from({ length: Math.max(1, Math.round(clients / 4)) }, (_, place) =>
    goShopping({ mall, cast, templates, isOver: () => isOver }, chanceOf(seed + 1001 + place), `s${place}`),
  );
  const ending = Promise.all([...acting, ...shopping]);
  // A failed client is reported when all have ended.
  ending.catch(() => {});
  return {
    desk,
    end: async () => {
      isOver = true;
      await ending;
      await lookAtAllFigures(desk);
    },
  };
}

/** Slow kinds are chosen less often. */
const rarity: Readonly<Partial<Record<Killing, number>>> = { 'with PostgreSQL': 1, 'frozen before': 1 };

/** The server runs for that many seconds in total; the intervals between kills vary. */
async function killAgainAndAgain(
  server: Server,
  chance: Chance,
  kills: number,
  seconds: number,
): Promise<void> {
  const shares = Array.from({ length: kills + 1 }, () => 30 + chance.below(100));
  const all = shares.reduce((sum, share) => sum + share, 0);
  for (const [place, share] of shares.entries()) {
    await delay((1000 * seconds * share) / all);
    if (place === kills) return;
    await server.kill(chance.weighted(killings, (how) => rarity[how] ?? 4) ?? 'any moment');
    await server.restart(chance);
  }
}

function endOnSignal(remove: () => Promise<void>): () => void {
  const end = () => {
    void remove().finally(() => process.exit(130));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return end;
}

function argumentsOf({ seconds, clients, kills, rounds, seed }: Options): string {
  return `--minutes ${Number((seconds / 60).toFixed(4))} --clients ${clients} --kills ${kills} --rounds ${rounds} --seed ${seed}`;
}
