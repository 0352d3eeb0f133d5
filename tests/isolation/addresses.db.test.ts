import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../support/tenants.ts';
import { Office, type Person } from './people.ts';

let office: Office;
let home: Row;
let own: Row;
let foreign: Row;

beforeAll(async () => {
  office = await Office.open();
  home = await office.add('client');
  own = await office.add('client_address', { client_id: home.id });
  const elsewhere = await office.add('client');
  foreign = await office.add('client_address', { client_id: elsewhere.id });
});
afterAll(() => office.close());

const somebody = (roles: readonly string[] = []) => office.person(roles, { client_id: home.id });

/** The addresses that the person sees. */
async function seen(person: Person): Promise<readonly string[]> {
  const rows = await office.as(person, (tx) =>
    tx.query<{ id: string }>('select id from client_address where id = any ($1)', [[own.id, foreign.id]]),
  );
  return rows.map(({ id }) => (String(id) === String(own.id) ? 'own' : 'foreign')).toSorted();
}

async function requestTo(address: Row, creator: Person): Promise<void> {
  const timeline = await office.add('timeline');
  await office.add('procurement', {
    timeline_id: timeline.id,
    creator_id: creator.id,
    delivery_address_id: address.id,
  });
}

test('ROLE-01 right 18: without it a person sees only addresses of the own company', async () => {
  expect(await seen(await somebody())).toEqual(['own']);
  expect(await seen(await office.person())).toEqual([]);
  expect(await seen(await somebody(['user-see-all-orders-belonging-to-own-company']))).toEqual(['own']);
});

test('ROLE-01 ROLE-02 right 18: with it, and as administrator, a person sees addresses of all companies', async () => {
  expect(await seen(await somebody(['user-see-client-addresses']))).toEqual(['foreign', 'own']);
  expect(await seen(await somebody(['user-admin']))).toEqual(['foreign', 'own']);
});

test('ROLE-01 right 18: an address is visible through a document that names it', async () => {
  const creator = await somebody();
  const stranger = await somebody();
  await requestTo(foreign, creator);
  expect(await seen(creator)).toEqual(['foreign', 'own']);
  expect(await seen(stranger)).toEqual(['own']);
});
