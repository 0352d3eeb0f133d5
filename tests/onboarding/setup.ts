import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { ensureAdministrator } from '../../src/features/session/server/first-person.ts';
import { type DemoWeb, demoWeb, type RestAnswer, type WebCaller } from '../support/demo-web.ts';

/** A new tenant with only its first administrator, next to the demo. */
export interface NewTenant {
  readonly id: number;
  readonly email: string;
  /** The administrator with a fresh token, since changes of rights or assignment end the former one. */
  admin(): Promise<WebCaller>;
  get(): Promise<RestAnswer>;
  post(payload: object, headers?: InjectOptions['headers']): Promise<RestAnswer>;
  remove(): Promise<RestAnswer>;
  /** Number of the tenant's rows in a table. */
  count(table: string): Promise<number>;
}

export interface OnboardingSetup extends DemoWeb {
  newTenant(): Promise<NewTenant>;
}

const url = '/api/onboarding';

export async function onboardingSetup(): Promise<OnboardingSetup> {
  const demo = await demoWeb();
  let founded = 0;
  return {
    ...demo,
    newTenant: async () => {
      founded += 1;
      const owner = new pg.Client({ connectionString: demo.web.ownerUrl });
      await owner.connect();
      const email = `chefin${founded}@neu.test`;
      const { tenantId: id } = await ensureAdministrator(owner, {
        ...{ tenant: `Neu ${founded}`, email, isOperator: false },
      }).finally(() => owner.end());
      const admin = () => demo.person(email);
      const send = async (options: InjectOptions) => (await admin()).send(options);
      return {
        ...{ id, email, admin },
        get: () => send({ method: 'GET', url }),
        post: (payload, headers = { 'accept-language': 'de' }) =>
          send({ method: 'POST', url, payload, headers }),
        remove: () => send({ method: 'DELETE', url: `${url}/sample` }),
        count: async (table) => {
          const [row] = await demo.web.sql<{ n: number }>(
            `select count(*)::int as n from ${table} where tenant_id = $1`,
            [id],
          );
          return Number(row?.n);
        },
      };
    },
  };
}
