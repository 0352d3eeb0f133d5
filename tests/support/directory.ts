import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from '../../src/features/directory/attributes.ts';
import { hours, seconds } from '../../src/platform/server/clock.ts';
import type { TwoAdministrators } from './two-administrators.ts';

/** An answer to the directory. */
export interface ScimAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Empty without a body. */
  readonly body: Json;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A directory that calls `/scim/v2` with its token. */
export interface Directory {
  /** The service account. */
  readonly id: number;
  readonly token: string;
  call(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimAnswer>;
  /** PATCH with these operations. */
  patch(path: string, ...operations: readonly Json[]): Promise<ScimAnswer>;
  /** Creates a person with this name before the @; returns the id. */
  person(name: string, more?: Json): Promise<number>;
}

/** A person as Entra ID posts it. */
export const postedPerson = (name: string, more: Json = {}): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  externalId: `ext-${name}`,
  userName: `${name}@firma.example`,
  displayName: `Person ${name}`,
  name: { givenName: 'Person', familyName: name },
  emails: [{ primary: true, type: 'work', value: `${name}@firma.example` }],
  active: true,
  ...more,
});

/**
 * The directory of the tenant, with a token that the second administrator has confirmed and the first one has made.
 * A patient one repeats a call after the time that the product names when it has too much to do.
 */
export async function openDirectory(
  { setup, admin, second, waiting, decide }: TwoAdministrators,
  { isPatient = false } = {},
): Promise<Directory> {
  const { web } = setup.demo;
  const made = await admin.get<{ insert_lb_user_one: { id: number } }>(
    'mutation { insert_lb_user_one(object: { name: "Entra ID", is_service: true, is_directory: true }) { id } }',
  );
  const id = made.insert_lb_user_one.id;
  const granted = await admin.send({
    method: 'POST',
    url: '/api/auth/service-token',
    payload: {
      ...{ user_id: id, name: 'Abgleich', calls: [], networks: [] },
      expires_at: new Date(web.clock.now().getTime() + hours(500)).toISOString(),
    },
  });
  if (granted.status !== 202) throw new Error(`${granted.status} ${granted.body}`);
  const [change] = await waiting();
  const refused = await decide(second, 'confirm', change?.id);
  if (refused) throw new Error(refused);
  const [row] = await web.sql<{ id: string }>('select max(id) as id from service_token');
  const secret = await admin.send({ method: 'POST', url: `/api/auth/service-token/${row?.id}/secret` });
  const { token } = secret.json<{ token: string }>();
  const send: Directory['call'] = async (method, path, body, headers = {}) => {
    const answer = await web.app.inject({
      method,
      url: `/scim/v2/${path}`,
      headers: {
        ...{ host: 'localhost', authorization: `Bearer ${token}` },
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, body: text } = answer;
    return { status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) };
  };
  const call: Directory['call'] = async (...sent) => {
    let answer = await send(...sent);
    while (isPatient && answer.status === 429) {
      await delay(seconds(Number(answer.headers['retry-after'])));
      answer = await send(...sent);
    }
    return answer;
  };
  return {
    ...{ id, token, call },
    patch: (path, ...Operations) =>
      call('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }),
    person: async (name, more) => {
      const { status, body } = await call('POST', 'Users', postedPerson(name, more));
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return Number(body.id);
    },
  };
}

/** A name that no other test uses. */
export const newName = (): string => `p${randomUUID().slice(0, 8)}`;
