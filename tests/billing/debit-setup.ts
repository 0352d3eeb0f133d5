import { type EasybillSandbox, startEasybillSandbox } from '../../src/features/billing/sandbox/server.ts';
import { easybillProvider } from '../../src/features/billing/server/easybill/provider.ts';
import { runBillings } from '../../src/features/billing/server/run.ts';
import { startBilling } from '../../src/features/billing/server/start.ts';
import type { SepaCreditor } from '../../src/platform/server/sepa-creditor.ts';
import { accessTokenFor, addPerson, type TestPerson, type TestWeb, testWeb } from '../support/web.ts';

export const creditor: SepaCreditor = {
  id: 'DE98ZZZ09999999999',
  name: 'Kontor Betrieb GmbH',
  account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  format: 'pain.008.001.08',
};

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** An installation that collects by bank files, with its clock set to 2 November 2026 and two operators. */
export interface DebitSetup extends TestWeb {
  readonly sandbox: EasybillSandbox;
  readonly operators: readonly [TestPerson, TestPerson];
  call(who: TestPerson, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer>;
  /** Charges a tenant's month completely. */
  charge(tenantId: number, month: string, by?: SepaCreditor | null): Promise<void>;
  moveTo(instant: string): void;
  /** Continues with another web server, configured with another creditor. */
  useCreditor(other: SepaCreditor): Promise<void>;
}

export async function openDebitSetup(): Promise<DebitSetup> {
  const web = await testWeb({
    creditor,
    easybill: { apiKey: 'key', url: 'http://127.0.0.1:9', requestsPerMinute: 10, isSandbox: true },
  });
  let { app } = web;
  const moveTo = (instant: string) => web.clock.forward(Date.parse(instant) - web.clock.now().getTime());
  moveTo('2026-11-02T08:00:00Z');
  const sandbox = await startEasybillSandbox({ clock: web.clock });
  const provider = easybillProvider({ settings: sandbox.settings, clock: web.clock, pause: async () => {} });
  const roles = ['user-operator'];
  const operators = [
    await addPerson(web, { tenant: 'platform', email: 'one@demo.test', roles }),
    await addPerson(web, { tenant: 'platform', email: 'two@demo.test', roles }),
  ] as const;
  return {
    ...web,
    sandbox,
    operators,
    moveTo,
    call: async (who, method, url, payload) => {
      const isOperator = operators.includes(who);
      const token = await accessTokenFor(web, who, isOperator ? roles : ['user-admin']);
      const { statusCode, body } = await app.inject({
        ...{ method, url, ...(payload && { payload }) },
        headers: {
          ...{ host: 'localhost', authorization: `Bearer ${token}` },
          ...(isOperator && { 'x-hasura-role': 'user-operator' }),
        },
      });
      return { status: statusCode, text: body, body: body.startsWith('{') ? JSON.parse(body) : null };
    },
    charge: async (tenantId, month, by = creditor) => {
      const parts = { tenantId, month, now: web.clock.now(), isAutomatic: false, creditor: by };
      await web.database.atGate((tx) => startBilling(tx, parts));
      await runBillings({ database: web.database, provider, clock: web.clock }, 10);
    },
    useCreditor: async (other) => {
      app = await web.another({ creditor: other });
    },
    drop: async () => {
      await sandbox.close();
      await web.drop();
    },
  };
}
