import { randomUUID } from 'node:crypto';
import { countTrips } from '../../../bench/trips.ts';
import { openGraphql } from '../../../src/app/server/graphql.ts';
import { type ShopSandbox, startShopSandbox } from '../../../src/features/punchout/sandbox/shop.ts';
import { meaningOf } from '../../../src/graphql/meaning.ts';
import type { Graphql } from '../../../src/graphql/server/graphql.ts';
import { deriveSecrets } from '../../../src/platform/server/secrets.ts';
import { countedRows, grownTables } from '../../support/counted-rows.ts';
import { type Answer, type Caller, callerOf } from '../../support/demo-api.ts';
import { type DemoWeb, demoWeb } from '../../support/demo-web.ts';
import { MeasuredTrips } from '../../support/round-trips.ts';
import { switchModulesOn } from '../../support/switched-modules.ts';

/** Arguments of a command, by name. */
export type Given = Readonly<Record<string, unknown>>;

/** With a key, or without one where none is required. */
export type Way = 'keyed' | 'bare';

/** The results of a command sent three times. */
export interface Repeated {
  readonly name: string;
  readonly way: Way;
  /** The answers to both parallel calls and to the repeated one. */
  readonly answers: readonly string[];
  /** Tables changed by the last call. */
  readonly changed: readonly string[];
}

interface Result {
  readonly result: { readonly id?: number } | null;
}

/** Set before any login, because changed rights end sessions. */
const widerRights = `update lb_user set roles = array(select distinct unnest(roles || $1::text[]))
  where email ~ '^(admin|buyer|receiver|approver[123])@demo'`;

/** The demo in which every command is sent twice in parallel and once more, with its round trips counted. */
export class CommandSetup {
  readonly trips = new MeasuredTrips();
  readonly repeated: Repeated[] = [];
  readonly demo: DemoWeb;
  readonly shop: ShopSandbox;
  readonly #graphql: Graphql;
  readonly #people = new Map<string, Promise<Caller>>();

  private constructor(demo: DemoWeb, shop: ShopSandbox, graphql: Graphql) {
    this.demo = demo;
    this.shop = shop;
    this.#graphql = graphql;
  }

  static async open(): Promise<CommandSetup> {
    const [demo, shop] = await Promise.all([
      demoWeb({ privateNetworks: ['127.0.0.0/8'] }),
      startShopSandbox(),
    ]);
    const log = { error: (...details: unknown[]) => console.error(...details) };
    const secrets = deriveSecrets(demo.web.configuration.secretKey);
    const graphql = await openGraphql(demo.web.database, log, secrets);
    const setup = new CommandSetup(demo, shop, graphql);
    await switchModulesOn({
      query: async (text, values) => ({ rows: await setup.sql(text, values), rowCount: null }),
    });
    await setup.sql(widerRights, [
      [
        ...['user-see-all-orders', 'user-see-all-invoices', 'user-can-insert-supplier'],
        ...['user-can-change-invoices', 'user-can-delete-document-directly', 'user-insert-contract'],
        ...['user-change-contract', 'user-see-contracts'],
      ],
    ]);
    await setup.sql("update lb_user set roles = roles || '{user-admin}' where email = 'receiver@demo.test'");
    return setup;
  }

  async close(): Promise<void> {
    await this.demo.close();
    await this.shop.close();
  }

  async sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return await this.demo.web.sql<Row>(text, values as never);
  }

  /** The id returned by a statement. */
  async idOf(text: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.sql<{ id: string }>(text, values);
    if (!row) throw new Error(`nothing there: ${text}`);
    return Number(row.id);
  }

  /** A person of the demo by login, logged in with a passkey. */
  async person(login: string): Promise<Caller> {
    const known = this.#people.get(login);
    if (known !== undefined) return await known;
    const person = callerOf(this.demo.web, this.#graphql, `${login}@demo.test`, 'passkey');
    this.#people.set(login, person);
    return await person;
  }

  /** All commands. */
  commands() {
    const fields = this.#graphql.schema({ kind: 'admin', price: true }).getMutationType()?.getFields() ?? {};
    return Object.values(fields).filter((field) => meaningOf(field)?.kind === 'command');
  }

  /** Sends a command and confirms every question. Returns the id of its document. */
  async take(login: string, name: string, given: Given, way: Way = 'keyed'): Promise<number> {
    const person = await this.person(login);
    const confirmations: string[] = [];
    for (;;) {
      const answer = await this.#sent(person, name, { ...given, confirmations }, way);
      const refusal = answer.errors?.[0]?.extensions;
      if (refusal === undefined) return Number(answer.data?.result?.id ?? 0);
      const hash = refusal.confirm?.hash;
      if (hash === undefined || confirmations.includes(hash))
        throw new Error(`${name} by ${login}: ${JSON.stringify(answer.errors)}`);
      confirmations.push(hash);
    }
  }

  /** Sends a query, and records the round trips of its answer. */
  async ask(login: string, name: string, query: string): Promise<void> {
    const { context } = await this.person(login);
    const { answer, trips } = await countTrips(this.demo.web.database.pool, () =>
      this.#graphql.execute(context, { query }),
    );
    if (answer.body.startsWith('{"errors"')) throw new Error(`${name}: ${answer.body}`);
    this.trips.keep(`question ${name}`, trips);
  }

  async #sent(person: Caller, name: string, given: Given, way: Way): Promise<Answer<Result>> {
    const key = randomUUID();
    const request = this.#request(name, { idempotency_key: key, ...given });
    // Commands without a key argument use the request's key.
    const isOfRequest = way === 'keyed' && !('idempotency_key' in request.variables);
    const send = async () => {
      const { answer, trips } = await countTrips(this.demo.web.database.pool, () =>
        this.#graphql.execute(person.context, request, isOfRequest ? { key } : {}),
      );
      const { data, errors } = JSON.parse(answer.body) as Answer<Result>;
      // The request's key causes a round trip that clients without keys do not have.
      if (!errors && !isOfRequest) this.trips.keep(`command ${name}`, trips);
      return { ...(errors && { errors }), ...(data && { data }) };
    };
    const both = await Promise.all([send(), send()]);
    const done = both.find(({ errors }) => !errors);
    if (!done) return both[0];
    const before = await this.#counted();
    const again = await send();
    const changed = grownTables(before, await this.#counted());
    const answers = [...both, again].map(
      ({ data, errors }) => errors?.[0]?.extensions.code ?? JSON.stringify(data),
    );
    this.repeated.push({ name, way, answers, changed });
    return done;
  }

  #request(name: string, given: Given) {
    const field = this.commands().find((one) => one.name === name);
    if (!field) throw new Error(`unknown command ${name}`);
    const args = field.args.filter((one) => given[one.name] !== undefined);
    const declared = args.map((one) => `$${one.name}: ${one.type}`).join(', ');
    const passed = args.map((one) => `${one.name}: $${one.name}`).join(', ');
    const answered = name === 'claim_record_lock' ? 'foreign_id' : 'id';
    return {
      query: `mutation (${declared}) { result: ${name}(${passed}) { ${answered} } }`,
      variables: Object.fromEntries(args.map((one) => [one.name, given[one.name]])),
    };
  }

  async #counted(): Promise<ReadonlyMap<string, string>> {
    return await countedRows((text) => this.sql(text));
  }
}

export type Kind = 'procurement' | 'invoice' | 'contract';

interface Now {
  readonly version: number;
  /** The login of the assignee. */
  readonly holder: string | null;
  readonly step: string | null;
}

/** The task group of the demo with the buyer. */
export async function group(setup: CommandSetup): Promise<number> {
  const { context } = await setup.person('buyer');
  return await setup.idOf('select id from lb_user where is_group and tenant_id = $1 order by id limit 1', [
    context.tenantId,
  ]);
}

/** One document on its path. */
export class Walked {
  readonly setup: CommandSetup;
  readonly kind: Kind;
  readonly id: number;

  constructor(setup: CommandSetup, kind: Kind, id: number) {
    this.setup = setup;
    this.kind = kind;
    this.id = id;
  }

  /** The assignee, or the named person, sends an action. */
  async take(action: string, given: Given = {}, login?: string): Promise<number> {
    const { version, holder } = await this.#now();
    return await this.setup.take(login ?? holder ?? 'admin', `${this.kind}_${action}`, {
      ...{ id: this.id, expected_version: version, comment: 'Geprüft.' },
      ...given,
    });
  }

  /** The type of its current step. */
  async step(): Promise<string | null> {
    return (await this.#now()).step;
  }

  async #now(): Promise<Now> {
    const [row] = await this.setup.sql<Now>(
      `select t.content_version as version, split_part(u.email, '@', 1) as holder, e.type as step
       from ${this.kind} d join timeline t on t.id = d.timeline_id
       left join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
       left join lb_user u on u.id = e.lb_user_id where d.id = $1`,
      [this.id],
    );
    if (!row) throw new Error(`there is no ${this.kind} ${this.id}`);
    return row;
  }
}
