import type pg from 'pg';
import { seconds } from '../../../platform/server/clock.ts';
import { StartError } from '../../../platform/server/start-error.ts';
import {
  byValue,
  type ChainEnd,
  checkedChain,
  type Depth,
  differences,
  figuresOf,
  headsByValue,
  rowsOf,
} from './compare.ts';
import { copyRows, removeRows, withoutTriggers } from './copy.ts';
import { claim, connected, type OpenPlace, openPlace, type Place } from './place.ts';
import {
  type MovingTenant,
  refuseImpossible,
  refuseUnlike,
  sealAnew,
  statusAt,
  tenantOf,
} from './preparation.ts';
import { arrive, bringTenant, handOver, leadMails, letWrite, makeReadOnly, numberBehind } from './states.ts';
import { canStream, endArrival, endDeparture, openStream, type Stream } from './stream.ts';
import { type MovedTable, movedTables } from './tables.ts';

/** What a move has reached; a failure of `onStep` breaks it there. */
export type MoveStep = 'prepared' | 'copied' | 'read_only' | 'compared' | 'handed_over' | 'arrived';

export interface MoveOptions {
  /** The name of the tenant. */
  readonly tenant: string;
  readonly from: Place;
  readonly to: Place;
  /** The new origin of the tenant, to which its host name leads; that of the new place by default. */
  readonly address?: string;
  /** By replication where the old place can stream; `copy` where the new one cannot reach it. */
  readonly way?: MoveWay;
  readonly onStep?: (step: MoveStep) => void | Promise<void>;
}

/** With `copy` people only read while everything is copied. */
export type MoveWay = 'replication' | 'copy';

export interface Moved {
  readonly tenantId: number;
  /** Number of moved rows; null if the move was only finished. */
  readonly rows: number | null;
  /** How long people could only read, in milliseconds; null if the move was only finished. */
  readonly readOnlyMs: number | null;
  readonly way: MoveWay;
}

interface Move {
  readonly here: OpenPlace;
  readonly there: OpenPlace;
  /** Writes at the new place without triggers. */
  readonly writer: pg.Client;
  readonly tenant: MovingTenant;
  readonly tables: readonly MovedTable[];
  readonly address: string;
  readonly onStep: (step: MoveStep) => void | Promise<void>;
}

/** In the seconds without writing. */
const longestRest = seconds(60);
/** Logs of refused writes may grow between two looks. */
const looks = 5;

/**
 * Moves a tenant with everything it has to another installation (TECH-18). People work on until the rest is copied,
 * then only read for seconds. If anything breaks before the hand-over, the old place stays the only one and everything
 * at the new place is removed; afterwards the same call finishes the move.
 *
 * @throws StartError if the tenant cannot move, or if the copy differs
 * @see docs/topics/moving-tenants.md
 */
export async function moveTenant(options: MoveOptions): Promise<Moved> {
  await using open = new AsyncDisposableStack();
  const here = await openPlace(options.from, open);
  const there = await openPlace(options.to, open);
  const tenant = await tenantOf(here.control, options.tenant);
  await refuseUnlike(here, there);
  await claim(here, tenant.id);
  await claim(there, tenant.id);
  const way = options.way ?? ((await canStream(here)) ? 'replication' : 'copy');
  if (tenant.status === 'moved') return await finish(here, there, tenant, way);
  await refuseImpossible(here, there, tenant);
  const move: Move = {
    here,
    there,
    writer: await withoutTriggers(await connected(there.ownerUrl, open)),
    tenant,
    tables: await movedTables(here.control),
    address: options.address ?? there.origin,
    onStep: options.onStep ?? (() => {}),
  };
  try {
    await tidy(move);
    const done = await (way === 'replication' ? moveByStream(move, open) : moveByCopy(move, open));
    return { tenantId: tenant.id, ...done, way };
  } catch (error) {
    throw await rolledBack(options, tenant.id, error);
  }
}

/** Removes what an interrupted move left, and lets people write meanwhile. */
async function tidy({ here, there, writer, tenant: { id } }: Move): Promise<void> {
  await letWrite(here.control, id);
  await endArrival(there.control, id);
  await endDeparture(here.control, id);
  await removeRows(writer, id);
}

async function moveByStream(
  move: Move,
  open: AsyncDisposableStack,
): Promise<Pick<Moved, 'rows' | 'readOnlyMs'>> {
  const { here, there, tenant, tables, writer, onStep } = move;
  await bringTenant(here.control, writer, tenant.id);
  const stream = await openStream(here, tables, tenant.id, open);
  await onStep('prepared');
  const reader = await connected(here.ownerUrl, open);
  await reader.query('begin isolation level repeatable read read only');
  await reader.query(`set transaction snapshot ${reader.escapeLiteral(stream.snapshot)}`);
  await copyAll(move, reader);
  await refuseDifferent(move, reader, byValue);
  await reader.query('commit');
  const chain = await checkedChain(there.control, tenant.id);
  await stream.follow(there);
  await stream.caughtUp(there);
  await onStep('copied');
  return await readingOnly(move, async () => {
    await compareStill(move, stream);
    await endArrival(there.control, tenant.id);
    return { reader: here.control, chain };
  });
}

async function moveByCopy(
  move: Move,
  open: AsyncDisposableStack,
): Promise<Pick<Moved, 'rows' | 'readOnlyMs'>> {
  const { here, tenant, writer, onStep } = move;
  await bringTenant(here.control, writer, tenant.id);
  await onStep('prepared');
  return await readingOnly(move, async () => {
    const reader = await connected(here.ownerUrl, open);
    await reader.query('begin isolation level repeatable read read only');
    await copyAll(move, reader);
    await onStep('copied');
    await refuseDifferent(move, reader, byValue);
    return { reader, chain: undefined };
  });
}

async function copyAll({ tables, writer, tenant }: Move, reader: pg.Client): Promise<void> {
  for (const table of tables) await copyRows(reader, writer, table, tenant.id);
}

/** Runs the last part while people only read, then hands the tenant over. */
async function readingOnly(
  move: Move,
  last: () => Promise<{ readonly reader: pg.Client; readonly chain: ChainEnd | undefined }>,
): Promise<Pick<Moved, 'rows' | 'readOnlyMs'>> {
  const { here, there, writer, tenant, tables, onStep } = move;
  const startedAt = performance.now();
  await makeReadOnly(here, tenant.id);
  await onStep('read_only');
  const { reader, chain } = await last();
  const ends = [
    await checkedChain(there.control, tenant.id, chain),
    await checkedChain(reader, tenant.id, chain),
  ];
  if (ends[0]?.link !== ends[1]?.link) throw new StartError('The chains of the audit end differently.');
  const rows = rowsOf(await figuresOf(there.control, tables, tenant.id, () => false));
  await bringTenant(here.control, writer, tenant.id);
  await sealAnew(writer, here, there, tenant.id);
  await leadMails(writer, here, there, tenant.id);
  // Access tokens of the old place end here, too.
  await writer.query(
    'update public.lb_user set token_version = token_version + 1 where tenant_id = $1 and not is_group',
    [tenant.id],
  );
  await numberBehind(there.control, tables, tenant.id);
  await onStep('compared');
  await handOver(here, tenant.id, move.address);
  await onStep('handed_over');
  await arrive(there.control, tenant.id);
  const readOnlyMs = performance.now() - startedAt;
  await endDeparture(here.control, tenant.id);
  await onStep('arrived');
  return { rows, readOnlyMs };
}

/** Compares both places once everything has arrived; a log may grow in between, so it looks again. */
async function compareStill({ here, there, tables, tenant }: Move, stream: Stream): Promise<void> {
  for (let look = 1; ; look += 1) {
    const ours = await figuresOf(here.control, tables, tenant.id, headsByValue);
    await stream.caughtUp(there, longestRest);
    const found = differences(ours, await figuresOf(there.control, tables, tenant.id, headsByValue));
    if (found.length === 0) return;
    if (look === looks) throw differs(found);
  }
}

async function refuseDifferent(
  { there, tables, tenant }: Move,
  reader: pg.Client,
  depth: Depth,
): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [reader, there.control].map((client) => figuresOf(client, tables, tenant.id, depth)),
  );
  const found = ours && theirs ? differences(ours, theirs) : [];
  if (found.length > 0) throw differs(found);
}

function differs(found: readonly string[]): StartError {
  return new StartError(`The copy differs from the tenant: ${found.join(', ')}.`);
}

/** Finishes a move that broke after the hand-over. */
async function finish(
  here: OpenPlace,
  there: OpenPlace,
  { id, name }: MovingTenant,
  way: MoveWay,
): Promise<Moved> {
  const status = await statusAt(there.control, id);
  if (status !== 'arriving' && status !== 'active')
    throw new StartError(`${name} moved away from here, but not to that place. Nothing was changed.`);
  await endArrival(there.control, id);
  await arrive(there.control, id);
  await endDeparture(here.control, id);
  return { tenantId: id, rows: null, readOnlyMs: null, way };
}

/**
 * Lets people write at the old place again and removes what is at the new one, with fresh connections. A tenant that
 * was handed over stays so.
 *
 * @returns the error to report
 */
async function rolledBack({ from, to }: MoveOptions, tenantId: number, error: unknown): Promise<Error> {
  const words = error instanceof StartError ? error.message : `The move broke off: ${String(error)}.`;
  const ended = (what: string) => new StartError(`${words} ${what}`, { cause: error });
  await using open = new AsyncDisposableStack();
  try {
    const here = await connected(from.ownerUrl, open);
    await letWrite(here, tenantId);
    if ((await statusAt(here, tenantId)) === 'moved')
      return ended('The tenant was handed over already: run the same command again to finish.');
    await endDeparture(here, tenantId);
  } catch (lost) {
    return ended(
      `The old place does not answer (${String(lost)}). People can write there again when its worker is back; then run the same command again.`,
    );
  }
  try {
    const there = await withoutTriggers(await connected(to.ownerUrl, open));
    await endArrival(there, tenantId);
    await removeRows(there, tenantId);
    await there.query("delete from public.tenant where id = $1 and status = 'arriving'", [tenantId]);
  } catch (lost) {
    return ended(
      `The tenant works at the old place as before. The new place does not answer (${String(lost)}); the next try tidies up there.`,
    );
  }
  return ended('The tenant works at the old place as before; nothing remains at the new one.');
}
