import type { GraphQLSchema } from 'graphql';
import pg from 'pg';
import { openGraphql } from '../../src/app/server/graphql.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import { apiRole, type Context } from '../../src/platform/context.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { quoted, tenantTables } from '../support/catalogue.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type Fixture, fillTenants } from '../support/tenants.ts';
import type { ApiRequest } from './api-requests.ts';

const seesAll = ['user-see-all-orders', 'user-see-all-invoices'];
const rolesOf = {
  administrator: ['user-admin', 'user-operator'],
  'reader of everything': [...seesAll, 'user-price'],
  'reader without prices': seesAll,
  stranger: [],
};

/** A caller of tenant A. */
export type Asker = keyof typeof rolesOf;
export const askers = Object.keys(rolesOf) as Asker[];

export interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { message: string; extensions: { code: string; field?: string } }[];
}

/** The encryption keys of the product. */
export const secrets = deriveSecrets('only for the isolation of tenants');

/** Texts that only rows of tenant B contain. */
export const marksOfB = /basilisk|\b987654321\b|\b20000000\d\d\b/i;

/** Two filled tenants behind the real API, and people of the first as callers. */
export class ApiFixture {
  readonly db: TestDatabase;
  readonly owner: pg.Client;
  readonly fixture: Fixture;
  readonly people: Readonly<Record<Asker, Context>>;
  readonly graphql: Graphql;
  /** Logged unexpected errors: each is a bug of its own. */
  readonly unexpected: unknown[];

  private constructor(
    parts: Pick<ApiFixture, 'db' | 'owner' | 'fixture' | 'people' | 'graphql' | 'unexpected'>,
  ) {
    this.db = parts.db;
    this.owner = parts.owner;
    this.fixture = parts.fixture;
    this.people = parts.people;
    this.graphql = parts.graphql;
    this.unexpected = parts.unexpected;
  }

  static async open(): Promise<ApiFixture> {
    const db = await testDatabase();
    const owner = new pg.Client({ connectionString: db.ownerUrl });
    await owner.connect();
    await prepareQueue(db.ownerUrl);
    const fixture = await fillTenants(owner);
    const people = {
      administrator: contextOf(fixture, fixture.a.person, 'administrator'),
      'reader of everything': await addPerson(fixture, 'reader of everything'),
      'reader without prices': await addPerson(fixture, 'reader without prices'),
      stranger: await addPerson(fixture, 'stranger'),
    };
    const unexpected: unknown[] = [];
    const log = { error: (...what: unknown[]) => void unexpected.push(what) };
    const graphql = await openGraphql(db.database, log, secrets);
    return new ApiFixture({ db, owner, fixture, people, graphql, unexpected });
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.db.drop();
  }

  schemaFor(who: Asker): GraphQLSchema {
    return this.graphql.schema(apiRole(this.people[who]));
  }

  /** The raw body of the answer. */
  async ask(who: Asker, { query, variables }: ApiRequest): Promise<string> {
    return (await this.graphql.execute(this.people[who], { query, variables })).body;
  }

  /** Tables of tenant A that grow by a refusal: its note, or its count where there are many (AUTH-35). */
  get notesOfRefusals(): readonly string[] {
    return ['security_count', 'security_log'].map((name) => `${name} of ${this.fixture.a.tag}`);
  }

  /** A digest per table of all rows of both tenants. */
  async digest(): Promise<Record<string, string>> {
    const { a, b } = this.fixture;
    const parts = tenantTables(this.fixture.catalogue).map(
      ({
        name,
      }) => `select '${name}' as name, tenant_id, md5(string_agg(t::text, '' order by t::text)) as hash
        from ${quoted(name)} t where tenant_id in (${a.id}, ${b.id}) group by tenant_id`,
    );
    const { rows } = await this.owner.query<{ name: string; tenant_id: string; hash: string }>(
      parts.join(' union all '),
    );
    return Object.fromEntries(
      rows.map(({ name, tenant_id, hash }) => [`${name} of ${tenant_id === a.id ? a.tag : b.tag}`, hash]),
    );
  }
}

async function addPerson(fixture: Fixture, who: Asker): Promise<Context> {
  const email = `${who.replaceAll(' ', '-')}@${fixture.a.tag}.test`;
  const { id } = await fixture.a.add('lb_user', { email, roles: `{${rolesOf[who].join(',')}}` });
  return contextOf(fixture, id ?? '', who);
}

/** A person of tenant A with these roles. */
export async function contextOfPerson(
  fixture: Fixture,
  name: string,
  roles: readonly string[],
): Promise<Context> {
  const { id } = await fixture.a.add('lb_user', {
    email: `${name}@${fixture.a.tag}.test`,
    roles: `{${roles.join(',')}}`,
  });
  return { ...contextOf(fixture, id ?? '', 'stranger'), roles };
}

function contextOf(fixture: Fixture, person: string, who: Asker): Context {
  const id = Number(person);
  return {
    tenantId: Number(fixture.a.id),
    userId: id,
    actorId: id,
    means: 'link',
    tokenVersion: null,
    roles: rolesOf[who],
    asOperator: false,
    language: 'de',
    requestId: 'isolation',
  };
}

/** Whether a list mutation's answer reports no row. */
function isEmptyResponse(value: unknown): boolean {
  return (value as { affected_rows?: number } | null)?.affected_rows === 0;
}

/** Whether a part of an answer is empty: an empty list, no row, or a count of zero. */
export function isNothing(value: unknown): boolean {
  if (value === null || (Array.isArray(value) && value.every(isEmptyResponse))) return true;
  const { aggregate, affected_rows } = Object(value) as {
    aggregate?: { count: number };
    affected_rows?: number;
  };
  return aggregate?.count === 0 || affected_rows === 0;
}
