import { setTimeout as delay } from 'node:timers/promises';
import { isRefusal, orRefuse, type Refusal, refuse } from '../../../../../base/refusal.ts';
import type { Context } from '../../../../../platform/context.ts';
import { asWriter } from '../../../../../platform/server/as-role.ts';
import type { Clock } from '../../../../../platform/server/clock.ts';
import type { Ms365Settings } from '../../../../../platform/server/connected-systems.ts';
import type { Database, Tx } from '../../../../../platform/server/database.ts';
import { bookingDay } from '../../../booking-day.ts';
import { type Found, unknown } from '../../../reconciling/found.ts';
import { loadReversed, reversalContent } from '../../../server/exporting/reversals.ts';
import {
  type LookedTransfer,
  notConnected,
  type OnlineTransport,
  type OpenTransport,
  type SendingEntry,
  type Transfer,
} from '../../../server/online/transport.ts';
import type { Entry, EntryContent } from '../../../server/runs/entries.ts';
import { numberOfRun, type RunOfCompany } from '../../../server/runs/runs.ts';
import { bookedInDynamics, controlAmountOf, reversed } from '../booking.ts';
import { type Layout, layoutOf, layoutQuestion, missingDimension } from '../display-value.ts';
import type { DynamicsBooking } from '../model.ts';
import { type DynamicsSettings, loadDynamicsSettings } from './load-company.ts';
import { loadDynamicsInvoice } from './load-invoice.ts';
import { type DynamicsClient, dynamicsClient } from './sending/client.ts';
import { sendJournal } from './sending/journal.ts';
import { lookAtJournal, lookAtPending } from './sending/look.ts';
import { type Originals, receivedFiles } from './sending/originals.ts';
import { sendPending } from './sending/pending.ts';
import { type Destination, destinationOf, keyOf } from './sending/sending.ts';
import { tidyJournals } from './sending/tidy-journals.ts';
import { organisationOf } from './sign-in.ts';

/** The access tokens of the tenant's connection to Microsoft. */
export interface MicrosoftAccess {
  accessToken(
    context: Context,
    key: { readonly system: 'ms365'; readonly clientId: null },
    refused?: string,
  ): Promise<string | Refusal>;
}

export interface DynamicsTransportParts {
  readonly database: Database;
  readonly connections: MicrosoftAccess;
  /** Null where the installation is not registered with Microsoft. */
  readonly settings: Ms365Settings | null;
  readonly clock: Clock;
  /** In milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** The files sent with pending invoices; defaults to the received ones. */
  readonly originals?: Originals;
}

/** A person can still review a journal of this size. */
const maxInJournal = 100;
const actions = {
  journal: 'DimensionCombinations/Microsoft.Dynamics.DataEntities.getCombinationDisplayValue',
  pending: 'DimensionSets/Microsoft.Dynamics.DataEntities.getSetDisplayValue',
} as const;

/** The connection to Dynamics 365 Finance: by invoice journals or pending vendor invoices (EXP-14). */
export function dynamicsTransport(parts: DynamicsTransportParts): OnlineTransport {
  const { settings } = parts;
  return settings === null ? notConnected('ms365') : { open: (run) => open(parts, settings, run) };
}

/** The shared data of all invoices of a run. */
interface Opened {
  readonly parts: DynamicsTransportParts;
  readonly run: RunOfCompany;
  readonly settings: DynamicsSettings;
  readonly destination: Destination;
  /** The layout of the company's current document type. */
  readonly layout: Layout;
  readonly clientFor: (beforeEach?: () => Promise<void>) => DynamicsClient;
}

async function open(
  parts: DynamicsTransportParts,
  system: Ms365Settings,
  run: RunOfCompany,
): Promise<OpenTransport | Refusal> {
  const { database, connections, clock, pause = delay } = parts;
  const { context, company } = run;
  const { settings, address } = await asWriter(database, context, async (tx) => {
    const [loaded, row] = await Promise.all([
      loadDynamicsSettings(tx, company.id),
      tx.maybeOne<{ value: string | null }>(
        `select value from configuration where key = 'd365_organisation_url' and client_id is null`,
      ),
    ]);
    return { settings: loaded, address: row?.value ?? null };
  });
  const organisation = organisationOf(address, system);
  if (isRefusal(organisation)) return organisation;
  const destination = destinationFor(settings, organisation, company.name);
  if (isRefusal(destination)) return destination;
  const origin = system.dynamicsUrl ?? organisation;
  const clientFor = (beforeEach?: () => Promise<void>) => {
    const token = heldToken(connections, context);
    return dynamicsClient({ origin, token, clock, pause, ...(beforeEach && { beforeEach }) });
  };
  const layout = await layoutFor(clientFor(), destination.document, settings);
  if (isRefusal(layout)) return layout;
  const opened: Opened = { parts, run, settings, destination, layout, clientFor };
  return {
    maxTogether: maxInJournal,
    book: (tx, entry) => book(opened, tx, entry),
    groupOf: () => keyOf(destination),
    send: (transfer, entries) => send(opened, transfer, entries),
    look: (transfer, entries) => look(opened, transfer, entries),
    close: () => close(opened),
  };
}

/** Reuses one token for all calls of a client until it is refused. */
function heldToken(connections: MicrosoftAccess, context: Context) {
  let held: string | null = null;
  return async (refused?: string): Promise<string | Refusal> => {
    if (held !== null && held !== refused) return held;
    const token = await connections.accessToken(context, { system: 'ms365', clientId: null }, refused);
    held = isRefusal(token) ? null : token;
    return token;
  };
}

/** The current destination of the company's invoices; refuses missing settings. */
function destinationFor(
  settings: DynamicsSettings,
  organisation: string,
  company: string,
): Destination | Refusal {
  const host = new URL(organisation).host;
  if (host.length > 60) return refuse('d365_organisation_invalid');
  const problem = dynamicsProblem(settings, company);
  if (problem !== null) return problem;
  const { legal_entity, journal_name, document } = settings;
  // Answers contain company ids in lower case.
  const journalName = document === 'journal' ? (journal_name ?? '') : '';
  return { document, host, legalEntity: (legal_entity ?? '').toLowerCase(), journalName };
}

/** The missing settings without which a company cannot book in Dynamics 365 (EXP-14). */
export function dynamicsProblem(
  { legal_entity, journal_name, category, document }: DynamicsSettings,
  company: string,
): Refusal | null {
  const values = { company };
  if (legal_entity === null || !/^[A-Za-z0-9_]{1,4}$/.test(legal_entity))
    return refuse('export_d365_entity_missing', { values });
  const isJournal = document === 'journal';
  if (isJournal && (journal_name === null || journal_name.length > 25))
    return refuse('export_d365_journal_missing', { values });
  return !isJournal && category === null ? refuse('export_d365_category_missing', { values }) : null;
}

/** Queries the order of segments, which only the organisation knows (EXP-14). */
async function layoutFor(
  client: DynamicsClient,
  document: Destination['document'],
  { dimension_names: names }: DynamicsSettings,
): Promise<Layout | Refusal> {
  const answer = await client.ask(actions[document], layoutQuestion(names, document === 'journal'));
  if (isRefusal(answer)) return answer;
  return layoutOf(answer) ?? refuse('export_d365_failed');
}

async function book(opened: Opened, tx: Tx, entry: Entry): Promise<EntryContent | Refusal> {
  if (entry.is_reversal) return await takenBack(opened, tx, entry);
  const { run, settings, layout } = opened;
  const { discount_codes, category } = settings;
  const company = { ...run.company, discount_codes, category };
  const invoice = await loadDynamicsInvoice(tx, entry.invoice_id);
  const booking = bookedInDynamics(invoice, company, run.run.closed_period);
  if (isRefusal(booking)) return booking;
  const problem = dimensionProblem(layout, booking);
  if (problem !== null) return problem;
  const { day, gross, currency } = booking;
  return { day, gross, currency, control: controlAmountOf(booking), payload: booking };
}

/** A line without one of its dimensions would be booked elsewhere without notice. */
function dimensionProblem(layout: Layout, { lines }: DynamicsBooking): Refusal | null {
  for (const { dimensions } of lines) {
    const missing = missingDimension(layout, dimensions);
    if (missing !== undefined)
      return refuse('export_d365_dimension', { values: { value: dimensions[missing] ?? '' } });
  }
  return null;
}

/** The reversed export with opposite signs and its own GUID (EXP-24). */
async function takenBack({ run, layout }: Opened, tx: Tx, entry: Entry): Promise<EntryContent | Refusal> {
  const original = await loadReversed(tx, entry);
  if (isRefusal(original)) return original;
  const day = bookingDay(original.day, run.company.datev_closed_until, run.run.closed_period);
  if (isRefusal(day)) return day;
  const booking = { ...reversed(original.payload as DynamicsBooking), guid: original.guid, day };
  return dimensionProblem(layout, booking) ?? reversalContent(original, day, booking);
}

async function send(opened: Opened, transfer: Transfer, entries: readonly SendingEntry[]): Promise<void> {
  const { parts, run, settings, clientFor } = opened;
  const { database, originals = receivedFiles(database) } = parts;
  const destination = destinationOf(transfer.groupKey);
  // The organisation has changed in the meantime, so the former one cannot be queried.
  if (destination.host !== opened.destination.host) return await leaveBehind(transfer, entries);
  const client = clientFor(() => transfer.stayAlive());
  const isAsNow = destination.document === opened.destination.document;
  const layout = isAsNow ? opened.layout : await layoutFor(client, destination.document, settings);
  if (isRefusal(layout)) {
    await leaveBehind(transfer, entries, layout);
    return;
  }
  const sending = {
    ...{ database, context: run.context, client, destination, layout, originals },
    run: numberOfRun(run.run),
  };
  if (destination.document === 'journal') await sendJournal(sending, transfer, entries);
  else await sendPending(sending, transfer, entries);
}

/** Invoices in an organisation other than the current one cannot be queried. */
async function look(
  { parts, run, settings, destination: now, clientFor }: Opened,
  transfer: LookedTransfer,
  entries: readonly SendingEntry[],
): Promise<ReadonlyMap<number, Found>> {
  const destination = destinationOf(transfer.groupKey);
  if (destination.host !== now.host) return new Map(entries.map(({ id }) => [id, unknown]));
  const client = clientFor();
  const layout = orRefuse(await layoutFor(client, destination.document, settings));
  const { database } = parts;
  const asked = { database, context: run.context, client, destination, layout, run: numberOfRun(run.run) };
  return destination.document === 'journal'
    ? await lookAtJournal(asked, transfer, entries)
    : await lookAtPending(asked, entries);
}

async function leaveBehind(
  transfer: Transfer,
  entries: readonly SendingEntry[],
  problem: Refusal = refuse('export_interrupted'),
): Promise<void> {
  for (const entry of entries)
    await transfer.endSent(
      entry,
      transfer.isHandedOver
        ? { state: 'uncertain', problem: refuse('export_uncertain') }
        : { state: 'failed', problem },
    );
}

async function close({ parts, run, destination, clientFor }: Opened): Promise<void> {
  const { host, legalEntity } = destination;
  const prefix = keyOf({ document: 'journal', host, legalEntity, journalName: '' });
  const { database } = parts;
  await tidyJournals({ database, client: clientFor() }, run.context, run.company.id, legalEntity, prefix);
}
