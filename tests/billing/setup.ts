import { type EasybillSandbox, startEasybillSandbox } from '../../src/features/billing/sandbox/server.ts';
import { easybillProvider } from '../../src/features/billing/server/easybill/provider.ts';
import type { RunnerParts } from '../../src/features/billing/server/run.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type TestClock, testClock } from '../support/web.ts';

export const month = '2026-10';

/** A database, an easybill sandbox and a runner, sharing a clock set to 1 November 2026. */
export interface Setup extends TestDatabase {
  readonly sandbox: EasybillSandbox;
  readonly clock: TestClock;
  readonly parts: RunnerParts;
  close(): Promise<void>;
}

export async function openSetup(): Promise<Setup> {
  const test = await testDatabase();
  const clock = testClock();
  clock.forward(Date.parse('2026-11-01T08:00:00Z') - clock.now().getTime());
  const sandbox = await startEasybillSandbox({ clock });
  const provider = easybillProvider({ settings: sandbox.settings, clock, pause: async () => {} });
  return {
    ...test,
    sandbox,
    clock,
    parts: { database: test.database, provider, clock },
    close: async () => {
      await sandbox.close();
      await test.drop();
    },
  };
}

/** Tenants with automatic billing, mail and direct debit since January 2026. */
export async function addTenants(
  { sql }: Pick<TestDatabase, 'sql'>,
  count: number,
  change: Readonly<Record<string, unknown>> = {},
): Promise<readonly number[]> {
  const columns = {
    base_price_document: '99.00',
    billing_email: 'billing@example.test',
    automatic_billing: true,
    automatic_billing_mail: true,
    sepa_agreement: true,
    sepa_agreement_date: '2026-01-02',
    sepa_mandate_reference: 'M-1',
    iban: 'DE02120300000000202051',
    created_at: '2026-01-01T00:00:00Z',
    ...change,
  };
  const ids: number[] = [];
  for (let no = 0; no < count; no += 1) {
    // Mandates are unique.
    const [given] = await sql<{ count: number }>(
      'select count(*)::integer as count from tenant where sepa_agreement',
    );
    const own = given?.count && {
      sepa_mandate_reference: `${columns.sepa_mandate_reference}-${given.count}`,
    };
    const values = { ...columns, ...own };
    const names = Object.keys(values);
    const [row] = await sql<{ id: string }>(
      `insert into tenant (name, easybill_id, ${names.join(', ')})
       values ('Tenant ' || gen_random_uuid()::text, (1000 + $1)::text, ${names.map((_, place) => `$${place + 2}`).join(', ')})
       returning id`,
      [no, ...Object.values(values)],
    );
    ids.push(Number(row?.id));
  }
  return ids;
}

export interface StoredBilling {
  readonly tenant_id: string;
  readonly state: string;
  readonly document_id: string | null;
  readonly document_number: string | null;
  readonly problem: string | null;
  readonly gross: string;
}

export async function billingsOf({ sql }: Pick<TestDatabase, 'sql'>): Promise<readonly StoredBilling[]> {
  return await sql<StoredBilling>(
    'select tenant_id, state, document_id, document_number, problem, gross from billing order by tenant_id, month, id',
  );
}
