import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { ApiFixture, Asker } from './api-fixture.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;

const lists = ['/scim/v2/Users', '/scim/v2/Groups'];
const discovery = ['/scim/v2/ServiceProviderConfig', '/scim/v2/ResourceTypes', '/scim/v2/Schemas'];

/** The routes of the directory are closed to everybody else; what its token does is tested beside them (AUTH-33). */
export function directoryAttempts(
  send: Send,
  api: () => ApiFixture,
): Readonly<Record<string, () => Promise<void>>> {
  const isClosed =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string) => async (): Promise<void> => {
      const table = path.includes('Groups') ? 'directory_group' : 'lb_user';
      const url = path.replace(':id', String(api().fixture.b.row(table).id));
      const call: InjectOptions = { method, url, ...(/^P/.test(method) && { payload: { userName: 'x' } }) };
      expect(await send(call)).toMatchObject({ status: 401 });
      for (const who of ['administrator', 'stranger'] as const)
        expect(await send(call, who)).toMatchObject({ status: 403 });
    };
  const routes = [
    ...[...lists, ...discovery].map((path) => ['GET', path] as const),
    ...discovery.slice(1).map((path) => ['GET', `${path}/:id`] as const),
    ...lists.map((path) => ['POST', path] as const),
    ...lists.flatMap((path) =>
      (['GET', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => [method, `${path}/:id`] as const),
    ),
  ];
  return Object.fromEntries(routes.map(([method, path]) => [`${method} ${path}`, isClosed(method, path)]));
}
