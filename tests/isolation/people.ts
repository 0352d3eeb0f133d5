import pg from 'pg';
import type { Context } from '../../src/platform/context.ts';
import type { Tx } from '../../src/platform/server/database.ts';
import { readCatalogue } from '../support/catalogue.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { fillTenant, type Row, type RowFactory, tenantA, type Values } from '../support/tenants.ts';

/** A person or task group of the tenant, by id. */
export interface Person {
  readonly id: string;
  readonly roles: readonly string[];
}

/** One tenant with rows everywhere, to which tests add people and documents. */
export class Office {
  readonly db: TestDatabase;
  /** The superuser. */
  readonly owner: pg.Client;
  readonly factory: RowFactory;
  #people = 0;

  private constructor(db: TestDatabase, owner: pg.Client, factory: RowFactory) {
    this.db = db;
    this.owner = owner;
    this.factory = factory;
  }

  static async open(): Promise<Office> {
    const db = await testDatabase();
    const owner = new pg.Client({ connectionString: db.ownerUrl });
    await owner.connect();
    return new Office(db, owner, await fillTenant(owner, await readCatalogue(owner), tenantA));
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.db.drop();
  }

  /** Adds a row with the given and the mandatory values. */
  add(table: string, values: Values = {}): Promise<Row> {
    return this.factory.add(table, values, { sparse: true });
  }

  async person(roles: readonly string[] = [], values: Values = {}): Promise<Person> {
    this.#people += 1;
    const email = values.is_group ? null : `person${this.#people}@${tenantA.tag}.test`;
    const { id } = await this.add('lb_user', { email, roles: `{${roles.join(',')}}`, ...values });
    return { id: id ?? '', roles };
  }

  /** A task group with these members. */
  async group(members: readonly Person[], values: Values = {}): Promise<Person> {
    const group = await this.person([], { is_group: 'true', ...values });
    for (const member of members) {
      await this.add('task_group_user', { task_group_id: group.id, lb_user_id: member.id });
    }
    return group;
  }

  /** Runs as the person, as reader with or without prices according to the roles. */
  as<T>(person: Person, run: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.database.inTenant(this.context(person), run);
  }

  context(person: Person): Context {
    return {
      tenantId: Number(tenantA.id),
      userId: Number(person.id),
      actorId: Number(person.id),
      means: 'link',
      tokenVersion: null,
      roles: person.roles,
      asOperator: false,
      language: 'de',
      requestId: 'isolation',
    };
  }
}
