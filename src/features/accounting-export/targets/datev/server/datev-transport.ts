import { setTimeout as delay } from 'node:timers/promises';
import { isRefusal, type Refusal, refuse } from '../../../../../base/refusal.ts';
import { asWriter } from '../../../../../platform/server/as-role.ts';
import type { Clock } from '../../../../../platform/server/clock.ts';
import type { DatevSettings } from '../../../../../platform/server/connected-systems.ts';
import type { Database, Tx } from '../../../../../platform/server/database.ts';
import { jsonOf } from '../../../../../platform/server/http-call.ts';
import { datevNumbersOf } from '../../../server/connections/connection-store.ts';
import type { Connections } from '../../../server/connections/connections.ts';
import { notConnected, type OnlineTransport, type OpenTransport } from '../../../server/online/transport.ts';
import type { RunOfCompany } from '../../../server/runs/runs.ts';
import { type DatevBasics, readBasics } from '../basics.ts';
import { type DatevApi, DatevAway, DatevRefused, datevApi } from './datev-api.ts';
import { bookLedger } from './load-ledger.ts';
import { lookAtJob } from './look-at-job.ts';
import { sendJob } from './send-job.ts';

export interface DatevTransportParts {
  readonly database: Database;
  readonly connections: Pick<Connections, 'accessToken' | 'deactivate'>;
  /** Null where the installation is not registered at DATEV. */
  readonly settings: DatevSettings | null;
  readonly clock: Clock;
  /** Waits between queries and attempts. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** The number of invoices uploaded in one job. */
const maxTogether = 50;

/** DATEV online: invoices with booking proposals and originals, by accounting:dxso-jobs (EXP-08). */
export function datevTransport(parts: DatevTransportParts): OnlineTransport {
  const { settings } = parts;
  return settings === null ? notConnected('datev') : { open: (run) => open(parts, settings, run) };
}

interface ConnectionRow {
  readonly id: number;
  readonly datev_client_id: string;
  readonly ledger_folder: string | null;
}

async function open(
  parts: DatevTransportParts,
  settings: DatevSettings,
  { context, run, company }: RunOfCompany,
): Promise<OpenTransport | Refusal> {
  const { database, connections, clock, wait = delay } = parts;
  const connection = await asWriter(database, context, (tx) => findConnection(tx, company.id));
  // The consent covers only the company numbers at that time.
  if (!connection || connection.datev_client_id !== datevNumbersOf(company))
    return refuse('export_connection_inactive');
  const key = { system: 'datev', clientId: company.id } as const;
  const api = datevApi({
    base: `${settings.dxsoJobsUrl}/clients/${connection.datev_client_id}`,
    applicationId: settings.clientId,
    company: company.name,
    token: (refused) => connections.accessToken(context, key, refused),
    deactivate: () => connections.deactivate(context, key),
    clock,
    wait,
  });
  const basics = await askBasics(api, company.name);
  if (isRefusal(basics)) return basics;
  await asWriter(database, context, async (tx) => keepBasics(tx, connection.id, basics));
  if (!basics.has_access) return refuse('export_no_access_data', { values: { company: company.name } });
  let known = connection.ledger_folder;
  const folder = async (given: readonly string[] | null): Promise<string> => {
    const [first = known] = given ?? [];
    const kept = known !== null && (given === null || given.includes(known)) ? known : first;
    if (kept === null || kept === undefined) throw new Error('DATEV returned no folder for invoices');
    if (kept !== known) await asWriter(database, context, async (tx) => keepFolder(tx, connection.id, kept));
    known = kept;
    return kept;
  };
  const sender = { database, context, api, folder, wait };
  return {
    maxTogether,
    book: (tx, entry) => bookLedger(tx, entry, { run, company, basics }),
    groupOf: ({ day }) => day.slice(0, 7),
    send: (transfer, entries) => sendJob(sender, transfer, entries),
    look: (transfer, entries) => lookAtJob(api, transfer, entries),
  };
}

async function findConnection(tx: Tx, clientId: number): Promise<ConnectionRow | undefined> {
  return await tx.maybeOne<ConnectionRow>(
    `select id, datev_client_id, ledger_folder from accounting_connection
     where system = 'datev' and client_id = $1 and state = 'active' and datev_client_id is not null`,
    [clientId],
  );
}

/** DATEV's facts about the company, or the reason of their absence (EXP-18). */
async function askBasics(api: DatevApi, company: string): Promise<DatevBasics | Refusal> {
  try {
    const answer = await api.call('GET', '');
    const basics = answer && readBasics(jsonOf(answer));
    return basics ?? refuse('export_no_access_data', { values: { company } });
  } catch (error) {
    if (error instanceof DatevRefused) return error.refusal;
    // Status 500 is a permanent error that people must see.
    if (error instanceof DatevAway && error.status === 500)
      return refuse('export_refused_by_datev', { values: { reason: '500' } });
    throw error;
  }
}

/** Stores the facts for display at the company (EXP-11). */
function keepBasics(tx: Tx, id: number, basics: DatevBasics): void {
  tx.send('update accounting_connection set basics = $2 where id = $1', [id, JSON.stringify(basics)]);
}

function keepFolder(tx: Tx, id: number, folder: string): void {
  tx.send('update accounting_connection set ledger_folder = $2 where id = $1', [id, folder]);
}
