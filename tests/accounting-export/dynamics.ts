import {
  type DynamicsSandbox,
  openSetup,
  startDynamicsSandbox,
} from '../../src/features/accounting-export/sandbox/dynamics/server.ts';
import {
  type DynamicsTransportParts,
  dynamicsTransport,
} from '../../src/features/accounting-export/targets/ms365/server/dynamics-transport.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import type { DemoWeb } from '../support/demo-web.ts';
import { tokenAtMicrosoft } from '../support/dynamics-caller.ts';
import { type ExportingDemo, exportingDemo } from './exports.ts';

/** A demo that exports to the Dynamics 365 sandbox. */
export interface DynamicsDemo extends ExportingDemo {
  readonly sandbox: DynamicsSandbox;
  /** The pauses of the client in milliseconds. */
  readonly pauses: readonly number[];
  /** The parts of a connection to the sandbox. */
  transportParts(demo: DemoWeb): DynamicsTransportParts;
  /** Invalidates the current token. */
  spoilToken(): void;
  /** Sets columns of the company. */
  set(columns: Readonly<Record<string, string | null>>): Promise<void>;
}

/** The reasons why an invoice was not exported. */
export async function reasonsOf({ accountant }: ExportingDemo, id: number): Promise<readonly object[]> {
  const { timeline_entry } = await accountant.get<{ timeline_entry: { message_values: object }[] }>(
    `query ($id: bigint!) { timeline_entry(where: { timeline: { invoice: { id: { _eq: $id } } },
       message_code: { _eq: "export_failed" } }, order_by: { id: asc }) { message_values } }`,
    { id },
  );
  return timeline_entry.map(({ message_values }) => message_values);
}

export async function dynamicsDemo(setup = openSetup): Promise<DynamicsDemo> {
  const sandbox = await startDynamicsSandbox({ setup });
  const pauses: number[] = [];
  const pause = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    // An immediate retry would meet the same outage.
    await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const { token } = await tokenAtMicrosoft(sandbox);
  let access = token.access_token ?? '';
  const connections = {
    accessToken: async (_: unknown, __: unknown, refused?: string): Promise<string> => {
      if (refused === access) access = (await tokenAtMicrosoft(sandbox)).token.access_token ?? '';
      return access;
    },
  };
  const transportParts = ({ web }: DemoWeb): DynamicsTransportParts => ({
    database: web.database,
    connections,
    settings: sandbox.settings,
    clock: systemClock,
    pause,
  });
  const fixture = await exportingDemo({
    target: 'ms365',
    transports: (demo) => ({ ms365: dynamicsTransport(transportParts(demo)) }),
  });
  const { demo, client, accountant } = fixture;
  const { tenantId } = accountant.context;
  const set = async (columns: Readonly<Record<string, string | null>>): Promise<void> => {
    for (const [column, value] of Object.entries(columns))
      await demo.web.sql(`update client set ${column} = $2 where id = $1`, [client, value]);
  };
  await set({ d365_legal_entity: 'DEMF', d365_journal_name: 'APInvoice', d365_document: 'journal' });
  await demo.web.sql(
    `insert into supplier_client (tenant_id, supplier_id, client_id, vendor_account)
     select $1, s.id, $2, 'US-101' from supplier s where s.tenant_id = $1
     on conflict (tenant_id, supplier_id, client_id) do update set vendor_account = 'US-101'`,
    [tenantId, client],
  );
  return {
    ...fixture,
    sandbox,
    pauses,
    transportParts,
    spoilToken: () => {
      access = 'spoilt';
    },
    set,
    close: async () => {
      await fixture.close();
      await sandbox.close();
    },
  };
}
