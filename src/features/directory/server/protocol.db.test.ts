import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Directory, newName, openDirectory, postedPerson } from '../../../../tests/support/directory.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';

let two: TwoAdministrators;
let directory: Directory;

beforeAll(async () => {
  two = await openTwoAdministrators();
  directory = await openDirectory(two);
});
afterAll(() => two?.close());

const asked = (token: string, url: string, method: 'GET' | 'POST' = 'GET') =>
  two.setup.demo.send({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' && { payload: { query: '{ supplier(limit: 1) { id } }' } }),
  });

describe('AUTH-33 the token of the directory', () => {
  test('AUTH-30 reaches people and groups by SCIM and nothing else; no other token reaches them', async () => {
    expect((await asked(directory.token, '/scim/v2/Users')).status).toBe(200);
    expect((await asked(directory.token, '/v1/graphql', 'POST')).json()).toMatchObject({
      errors: [{ extensions: { code: 'permission_denied' } }],
    });
    expect(await asked(directory.token, '/api/auth/session')).toMatchObject({ status: 403 });
    expect((await two.admin.send({ method: 'GET', url: '/scim/v2/Users' })).status).toBe(403);
    expect((await two.setup.demo.send({ method: 'GET', url: '/scim/v2/Users' })).status).toBe(401);
    const unknown = await asked('kontor_sa_unknown', '/scim/v2/Users');
    expect([unknown.status, unknown.json().schemas]).toEqual([
      401,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
  });

  test('there is one directory, it has no rights, and its token names no calls', async () => {
    const second = await two.admin.ask(
      'mutation { insert_lb_user_one(object: { name: "Noch eins", is_service: true, is_directory: true }) { id } }',
    );
    expect(second.errors).toHaveLength(1);
    const rights = `mutation { update_lb_user_by_pk(pk_columns: { id: ${directory.id} }, _set: { roles: ["user-price"] }) { id } }`;
    expect(JSON.stringify((await two.admin.ask(rights)).errors)).toContain('service_account');
    const granted = await two.admin.send({
      method: 'POST',
      url: '/api/auth/service-token',
      payload: {
        ...{ user_id: directory.id, name: 'Mehr', calls: ['insert_location_one'], networks: [] },
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    });
    expect(granted).toMatchObject({ status: 422 });
  });

  test('keeps blocking leavers when its maker is no administrator any more, and ends when it is revoked', async () => {
    const { sql } = two.setup.demo.web;
    const roles = async (list: string) =>
      await sql('update lb_user set roles = $2 where id = $1', [two.admin.context.userId, list]);
    await roles('{}');
    expect((await directory.call('GET', 'Users?count=0')).status).toBe(200);
    await roles('{user-admin}');
    const [token] = await sql<{ id: string }>('select max(id) as id from service_token');
    const other = await two.second.send({
      method: 'POST',
      url: `/api/auth/service-token/${token?.id}/secret`,
    });
    expect(other.status).toBe(404);
    await sql('update service_token set secret_hash = null, revoked_at = now() where id = $1', [token?.id]);
    expect((await directory.call('GET', 'Users?count=0')).status).toBe(401);
    await sql('update service_token set secret_hash = sha256($2::bytea), revoked_at = null where id = $1', [
      token?.id,
      directory.token,
    ]);
    expect((await directory.call('GET', 'Users?count=0')).status).toBe(200);
  });
});

describe('AUTH-33 the protocol of SCIM 2.0 (RFC 7643, RFC 7644)', () => {
  test('the product says what it supports', async () => {
    expect(await directory.call('GET', 'ServiceProviderConfig')).toMatchObject({
      status: 200,
      body: {
        patch: { supported: true },
        bulk: { supported: false },
        filter: { supported: true, maxResults: 200 },
        sort: { supported: false },
        etag: { supported: true },
      },
    });
    expect((await directory.call('GET', 'ResourceTypes')).body).toMatchObject({
      totalResults: 2,
      Resources: [
        { id: 'User', endpoint: '/Users' },
        { id: 'Group', endpoint: '/Groups' },
      ],
    });
    expect((await directory.call('GET', 'ResourceTypes/Group')).status).toBe(200);
    expect((await directory.call('GET', 'ResourceTypes/Device')).status).toBe(404);
    const schemas = await directory.call('GET', 'Schemas');
    expect(schemas.body).toMatchObject({ totalResults: 2 });
    const user = await directory.call('GET', 'Schemas/urn:ietf:params:scim:schemas:core:2.0:User');
    expect(user).toMatchObject({ status: 200, body: { name: 'User' } });
  });

  test('lists have pages, and numbers out of range are the nearest allowed ones', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(await directory.person(newName()));
    const page = async (query: string) => (await directory.call('GET', `Users?${query}`)).body;
    const all = (await page('')) as { totalResults: number; Resources: { id: string }[] };
    const last = await page(`startIndex=${all.totalResults - 1}&count=5`);
    expect(last).toMatchObject({ itemsPerPage: 2, startIndex: all.totalResults - 1 });
    expect((last.Resources as { id: string }[]).map(({ id }) => Number(id))).toEqual(ids.slice(1));
    expect(await page('count=0')).toMatchObject({ totalResults: all.totalResults, Resources: [] });
    expect(await page('count=-1')).toMatchObject({ itemsPerPage: 0 });
    expect(await page('startIndex=0&count=1')).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
    expect(await page('startIndex=9999')).toMatchObject({ totalResults: all.totalResults, Resources: [] });
  });

  test('answers hold the attributes that are asked for', async () => {
    const id = await directory.person(newName());
    const few = await directory.call('GET', `Users/${id}?attributes=userName,name.givenName`);
    expect(Object.keys(few.body).toSorted()).toEqual(['id', 'name', 'schemas', 'userName']);
    const without = await directory.call('GET', `Users/${id}?excludedAttributes=emails,meta`);
    expect(without.body).not.toHaveProperty('emails');
    expect(without.body).toHaveProperty('displayName');
  });

  test('versions answer If-Match and If-None-Match', async () => {
    const id = await directory.person(newName());
    const first = await directory.call('GET', `Users/${id}`);
    const version = String(first.headers.etag);
    expect((await directory.call('GET', `Users/${id}`, undefined, { 'if-none-match': version })).status).toBe(
      304,
    );
    const change = (header: string) =>
      directory.call(
        'PATCH',
        `Users/${id}`,
        { Operations: [{ op: 'replace', path: 'displayName', value: newName() }] },
        { 'if-match': header },
      );
    expect((await change(version)).status).toBe(200);
    expect(await change(version)).toMatchObject({ status: 412, body: { status: '412' } });
    expect((await change('*')).status).toBe(200);
    const removed = await directory.call('DELETE', `Users/${id}`, undefined, { 'if-match': version });
    expect(removed.status).toBe(412);
  });

  test.each([
    ['invalidFilter', 'GET', 'Users?filter=userName%20is%20%22x%22', undefined],
    ['invalidFilter', 'GET', 'Users?filter=password%20eq%20%22x%22', undefined],
    ['invalidFilter', 'GET', 'Users?filter=active%20gt%20true', undefined],
    ['invalidFilter', 'GET', 'Users?filter=userName%20eq%20%22a%5Cu0000%22', undefined],
    ['invalidValue', 'GET', 'Users?startIndex=x', undefined],
    ['invalidValue', 'GET', 'Users?filter=active%20pr&filter=active%20pr', undefined],
    ['invalidValue', 'POST', 'Users', postedPerson('x', { userName: '' })],
    ['invalidValue', 'POST', 'Users', postedPerson('x', { active: 'maybe' })],
    ['invalidValue', 'POST', 'Users', postedPerson('x', { emails: [{ value: 'no address' }] })],
    ['invalidValue', 'POST', 'Users', { userName: 'noaddress' }],
    ['invalidValue', 'POST', 'Groups', { displayName: 'A', members: [{ value: '999999999' }] }],
    ['invalidValue', 'POST', 'Groups', { displayName: 'A', members: [{ value: 'x' }] }],
    ['invalidValue', 'POST', 'Users', postedPerson('x', { externalId: 'a\0b' })],
    ['invalidValue', 'PATCH', 'Users/1', { Operations: [] }],
    ['invalidValue', 'PATCH', 'Users/1', { Operations: [{ op: 'move', path: 'active' }] }],
    ['invalidSyntax', 'POST', 'Users', '{"userName":'],
    ['invalidSyntax', 'POST', 'Users', '[]'],
  ] as const)('%s for %s %s %j', async (scimType, method, path, body) => {
    expect(await directory.call(method, path, body)).toMatchObject({
      status: 400,
      body: { status: '400', scimType, detail: expect.any(String) },
    });
  });

  test('bodies that are too large are refused, and those that are no JSON', async () => {
    const large = postedPerson('x', { displayName: 'x'.repeat(300_000) });
    expect(await directory.call('POST', 'Users', large)).toMatchObject({ status: 413 });
    const text = await directory.call('POST', 'Users', 'a', { 'content-type': 'text/plain' });
    expect(text).toMatchObject({ status: 415, body: { status: '415' } });
  });
});
