import { Refused, refuse } from '../../../base/refusal.ts';
import { lateAfterSeconds } from '../../../platform/readiness.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { freeBytesOf } from '../../../platform/server/readiness.ts';
import {
  type FailedJob,
  type FailedMail,
  type HealthAnswer,
  type HealthDatabase,
  type HealthFolder,
  type HealthNode,
  type HealthQueue,
  type HealthTenant,
  type HealthVersions,
  maxRetries,
  type PageOf,
  type PlaceInList,
  silentAfterSeconds,
} from '../health.ts';

/** Facts of the answering process. */
export interface OwnFacts {
  readonly version: string;
  /** The migrations of this version. */
  readonly migrations: readonly string[];
  /** Directory of the embedded database; null for an external one. */
  readonly dataDirectory: string | null;
}

type NodeRow = Omit<HealthNode, 'is_silent' | 'is_other_version'> & { readonly silent_seconds: number };
type QueueRow = Omit<HealthQueue, 'is_late'>;
type DatabaseRow = Omit<HealthDatabase, 'free_bytes'> & { readonly migrations: readonly string[] };

const healthStatements = {
  nodes: 'select * from app.health_nodes()',
  queues: 'select * from app.health_queues()',
  tenants: 'select * from app.health_tenants()',
  folders: 'select * from app.health_folders()',
  database: 'select * from app.health_database()',
  jobs: 'select * from app.failed_jobs($1, $2, $3, $4, $5)',
  mails: 'select * from app.failed_mails($1, $2, $3, $4)',
} as const;

/**
 * State of the installation, in five statements that share a round trip and read no documents, files or job payloads.
 */
export async function readHealth(tx: Tx, own: OwnFacts, now: Date): Promise<HealthAnswer> {
  const [nodes, queues, tenants, folders, database, free] = await Promise.all([
    tx.fixed<NodeRow>(healthStatements.nodes),
    tx.fixed<QueueRow>(healthStatements.queues),
    tx.fixed<HealthTenant>(healthStatements.tenants),
    tx.fixed<HealthFolder>(healthStatements.folders),
    tx.one<DatabaseRow>(healthStatements.database),
    freeBytesOf(own.dataDirectory),
  ]);
  const { migrations, ...rest } = database;
  return {
    at: now.toISOString(),
    nodes: nodes.map(({ silent_seconds, ...node }) => ({
      ...node,
      is_silent: silent_seconds > silentAfterSeconds,
      is_other_version: node.version !== null && node.version !== own.version,
    })),
    queues: queues.map((queue) => ({ ...queue, is_late: queue.oldest_due_seconds > lateAfterSeconds })),
    tenants,
    folders,
    database: { ...rest, free_bytes: free },
    versions: versionsOf(own, migrations),
  };
}

function versionsOf({ version, migrations }: OwnFacts, applied: readonly string[]): HealthVersions {
  const known = new Set(migrations);
  const there = new Set(applied);
  return {
    product: version,
    runtime: process.version,
    migration: applied.at(-1) ?? null,
    pending: migrations.filter((name) => !there.has(name)).length,
    unknown: applied.filter((name) => !known.has(name)).length,
  };
}

const pageSize = 50;

/** A page of failed jobs, newest first, of one kind or all. */
export async function listFailedJobs(
  tx: Tx,
  kind: string | null,
  place: PlaceInList | null,
): Promise<PageOf<FailedJob>> {
  const rows = await tx.fixed<Omit<FailedJob, 'request_id'>>(healthStatements.jobs, [
    kind,
    ...behind(place),
    pageSize + 1,
  ]);
  const jobs = rows.map((row) => ({ ...row, request_id: `job ${row.id}` }));
  return pageOf(jobs, ({ failed_at }) => failed_at);
}

/** A page of mails that failed or whose delivery is unknown, newest first. */
export async function listFailedMails(tx: Tx, place: PlaceInList | null): Promise<PageOf<FailedMail>> {
  const rows = await tx.fixed<FailedMail>(healthStatements.mails, [...behind(place), pageSize + 1]);
  return pageOf(rows, ({ created_at }) => created_at);
}

function behind(place: PlaceInList | null): readonly (string | number | null)[] {
  return place === null ? [null, null, null] : [place.at, place.tenant_id, place.id];
}

function pageOf<Row extends { readonly tenant_id: number; readonly id: number }>(
  found: readonly Row[],
  at: (row: Row) => string,
): PageOf<Row> {
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const hasMore = found.length > pageSize && last !== undefined;
  return { rows, next: hasMore ? { at: at(last), tenant_id: last.tenant_id, id: last.id } : null };
}

/** A job or mail of a tenant. */
export interface WorkOfTenant {
  readonly tenantId: number;
  readonly id: number;
}

/**
 * Retries a failed job, which checks itself whether it is still needed. Refuses `not_found` for a job that has not
 * failed or was already handled.
 */
export async function retryJob(tx: Tx, { tenantId, id }: WorkOfTenant): Promise<void> {
  await orNotFound(tx, 'select app.retry_job($1, $2) as done', [tenantId, id]);
}

/** Retries the oldest failed jobs of a kind, up to `maxRetries`, and returns their number. */
export async function retryJobs(tx: Tx, kind: string): Promise<number> {
  const { retried } = await tx.one<{ retried: number }>('select app.retry_jobs($1, $2) as retried', [
    kind,
    maxRetries,
  ]);
  return retried;
}

/** Discards a failed job; its tenant still sees it as failed. Refuses like `retryJob`. */
export async function discardJob(tx: Tx, { tenantId, id }: WorkOfTenant, reason: string): Promise<void> {
  await orNotFound(tx, 'select app.discard_job($1, $2, $3) as done', [tenantId, id, reason]);
}

/** Sends a failed mail again. Refuses `not_found` for a mail that operators may not send again. */
export async function retryMail(tx: Tx, { tenantId, id }: WorkOfTenant): Promise<void> {
  await orNotFound(tx, 'select app.retry_mail($1, $2) as done', [tenantId, id]);
}

async function orNotFound(tx: Tx, statement: string, values: (string | number)[]): Promise<void> {
  const { done } = await tx.one<{ done: boolean }>(statement, values);
  if (!done) throw new Refused(refuse('not_found'));
}
