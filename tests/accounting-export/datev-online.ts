import {
  type DatevSandbox,
  startDatevSandbox,
} from '../../src/features/accounting-export/sandbox/datev/server.ts';
import {
  type Connections,
  connections,
} from '../../src/features/accounting-export/server/connections/connections.ts';
import type { OnlineTransport } from '../../src/features/accounting-export/server/online/transport.ts';
import { datevTransport } from '../../src/features/accounting-export/targets/datev/server/datev-transport.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { type ExportingDemo, exportingDemo, type Run } from './exports.ts';

/** A demo that exports to the DATEV sandbox. */
export interface DatevOnline extends ExportingDemo {
  readonly sandbox: DatevSandbox;
  readonly admin: WebCaller;
  /** Signs in for the company as a company of the sandbox. */
  connect(number: number): Promise<void>;
  /** The export remarks in the timeline of the invoice. */
  remarks(invoiceId: number): Promise<readonly { readonly code: string }[]>;
  /** Repeats the work of a job until it has ended. */
  workOff(jobId: number, before?: () => Promise<void>): Promise<readonly Run[]>;
}

export async function datevOnline(
  parts: {
    /** Wraps the connection to DATEV. */
    readonly through?: (transport: OnlineTransport, demo: DemoWeb) => OnlineTransport;
  } = {},
): Promise<DatevOnline> {
  const sandbox = await startDatevSandbox();
  const { settings } = sandbox;
  const fixture = await exportingDemo({
    target: 'datev',
    configuration: { datev: settings },
    transports: (demo) => {
      const transport = datevTransport({
        database: demo.web.database,
        connections: connectionsOf(demo, sandbox),
        settings,
        clock: systemClock,
        wait: async () => {},
      });
      return { datev: parts.through?.(transport, demo) ?? transport };
    },
  });
  const admin = await fixture.demo.person('admin@demo.test');
  const { tenantId } = admin.context;
  return {
    ...fixture,
    sandbox,
    admin,
    connect: async (number) => {
      await fixture.demo.web.sql(
        `update client set consultant_number = '455148', client_number = $2, payables_ledger = false where id = $1`,
        [fixture.client, String(number)],
      );
      const { code, state } = await agreeAt(await startedUrl(admin, fixture.client));
      const { status, body } = await admin.send({
        method: 'POST',
        url: '/api/datev/auth-finish',
        payload: { code, state },
      });
      if (status !== 200) throw new Error(`not connected: ${body.toString()}`);
    },
    remarks: async (invoiceId) => {
      const { timeline_entry: entries } = await fixture.accountant.get<{
        timeline_entry: { message_values: { code: string } }[];
      }>(
        `query ($id: bigint!) { timeline_entry(where: { timeline: { invoice: { id: { _eq: $id } } },
           message_code: { _eq: "export_failed" } }) { message_values } }`,
        { id: invoiceId },
      );
      return entries.map(({ message_values }) => message_values);
    },
    workOff: async (jobId, before) => {
      for (;;) {
        await before?.();
        await fixture.work(jobId);
        const [job] = await fixture.demo.web.sql<{ state: string; input: { run_ids: number[] } }>(
          'select state, input from job where tenant_id = $1 and id = $2',
          [tenantId, jobId],
        );
        if (job?.state === 'done' || job?.state === 'failed') return await fixture.runs(job.input.run_ids);
      }
    },
    close: async () => {
      await fixture.close();
      await sandbox.close();
    },
  };
}

/** The connections shared by the web server and a worker of this demo. */
export function connectionsOf({ web }: DemoWeb, { settings }: DatevSandbox): Connections {
  const { configuration, database } = web;
  return connections({
    database,
    secrets: deriveSecrets(configuration.secretKey),
    clock: web.clock,
    settings: { datev: settings, ms365: null },
    publicUrl: configuration.publicUrl,
  });
}

/** The address of the sign-in for a company. */
export async function startedUrl(who: WebCaller, client: number): Promise<string> {
  const answer = await who.send({
    method: 'POST',
    url: '/api/datev/auth-start',
    payload: { client_id: client },
  });
  if (answer.status !== 200) throw new Error(`not begun: ${answer.body.toString()}`);
  return answer.json<{ url: string }>().url;
}

/** Consents like a person; returns the answer for the product. */
export async function agreeAt(url: string): Promise<{ readonly code: string; readonly state: string }> {
  const page = await (await fetch(url)).text();
  const link = /id="agree" href="([^"]+)"/.exec(page)?.[1];
  if (!link) throw new Error(`nothing to agree to: ${page}`);
  const { searchParams } = new URL(link.replaceAll('&#38;', '&'));
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}
