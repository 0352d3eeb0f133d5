import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, quoted, readCatalogue } from '../support/catalogue.ts';
import { Office, type Person } from './people.ts';
import { applicationRoles, besideProof, tablesOfProof } from './reviewed.ts';

let office: Office;
let catalogue: Catalogue;
let admin: Person;
let buyer: Person;

beforeAll(async () => {
  office = await Office.open();
  catalogue = await readCatalogue(office.owner);
  admin = await office.person(['user-admin']);
  buyer = await office.person(['user-see-all-orders']);
});
afterAll(() => office.close());

describe('AUTH-30 AUTH-35 APPR-17 APPR-18 tables of proof are written only by their triggers or functions', () => {
  test.each(tablesOfProof)('%s', async (table) => {
    const columns = (catalogue.get(table)?.columns ?? []).map(({ name }) => name);
    expect(columns.length).toBeGreaterThan(0);
    const changes = [
      `insert into ${table} default values`,
      `delete from ${table}`,
      `truncate ${table}`,
      ...columns
        .filter((name) => !besideProof.includes(`${table}.${name}`))
        .map((name) => `update ${table} set ${quoted(name)} = default`),
    ];
    for (const role of applicationRoles) {
      for (const change of changes) {
        await office.owner.query('begin');
        await office.owner.query("select set_config('role', $1, true)", [role]);
        await expect(office.owner.query(change), `${role}: ${change}`).rejects.toThrow('permission denied');
        await office.owner.query('rollback');
      }
    }
  });
});

describe('AUTH-29 AUTH-37 INV-21 the deciding functions check permission themselves', () => {
  const decide = (person: Person, call: string, actor = person) => {
    const context = { ...office.context(person), actorId: Number(actor.id) };
    return office.db.database.inTenant(
      context,
      (tx) => tx.one<{ refusal: string | null }>(`select app.${call} as refusal`),
      { role: 'writer' },
    );
  };
  /** A waiting row of the tenant, proposed by this person. */
  async function waiting(table: string, proposer: Person): Promise<string> {
    const { id: supplier } = await office.add('supplier');
    const of = table === 'supplier_bank_change' ? { supplier_id: supplier } : {};
    const { id } = await office.add(table, {
      ...of,
      state: 'pending',
      decided_at: null,
      proposed_by_id: proposer.id,
    });
    return id ?? '';
  }

  test.each([
    ['control_change', 'decide_control', 'second_administrator_required'],
    ['supplier_bank_change', 'decide_bank_change', 'second_person_required'],
  ])('%s', async (table, name, ownRefusal) => {
    const second = await office.person(['user-admin']);
    const id = await waiting(table, admin);
    for (const state of ['confirmed', 'rejected']) {
      await expect(decide(buyer, `${name}(${id}, '${state}')`)).rejects.toThrow('permission denied');
      await expect(decide(second, `${name}(${id}, '${state}')`, admin)).rejects.toThrow('permission denied');
    }
    await expect(decide(second, `${name}(${id}, 'void')`)).rejects.toThrow('permission denied');
    expect(await decide(admin, `${name}(${id}, 'confirmed')`)).toEqual({ refusal: ownRefusal });
    expect(await decide(second, `${name}(${id}, 'confirmed')`)).toEqual({ refusal: null });
    expect(await decide(second, `${name}(${id}, 'rejected')`)).toEqual({ refusal: 'record_changed' });
    expect(await decide(second, `${name}(0, 'rejected')`)).toEqual({ refusal: 'record_changed' });
    const { rows } = await office.owner.query(
      `select state, decided_by_id::text as by from ${table} where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ state: 'confirmed', by: second.id }]);
  });
});
