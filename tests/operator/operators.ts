import type { InjectOptions } from 'fastify';
import { type DemoWeb, demoWeb, type RestAnswer, type WebCaller } from '../support/demo-web.ts';
import type { WebConfiguration } from '../support/web.ts';

const path = '/api/operator/tenant';

/** The demo with its operator, all of whose requests are made in the operator role. */
export interface OperatorFixture extends DemoWeb {
  readonly operator: WebCaller;
  readonly admin: WebCaller;
  /** Tenant of the demo people. */
  readonly demoTenant: number;
  get(url: string): Promise<RestAnswer>;
  post(url: string, payload?: object): Promise<RestAnswer>;
  archive(id: number): Promise<RestAnswer>;
  restore(id: number): Promise<RestAnswer>;
}

export async function operatorFixture(change: Partial<WebConfiguration> = {}): Promise<OperatorFixture> {
  const demo = await demoWeb(change);
  const operator = await demo.person('operator@kontor.test');
  const admin = await demo.person('admin@demo.test');
  const send = (options: InjectOptions) =>
    operator.send({ ...options, headers: { 'x-hasura-role': 'user-operator' } });
  const post = (url: string, payload: object = {}) => send({ method: 'POST', url, payload });
  return {
    ...demo,
    operator,
    admin,
    demoTenant: admin.context.tenantId,
    get: (url) => send({ method: 'GET', url }),
    post,
    archive: (id) => post(`${path}/${id}/archive`),
    restore: (id) => post(`${path}/${id}/restore`),
  };
}
