import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { attachmentHeader } from '../../../platform/server/files/files-name.ts';
import type { Log } from '../../../platform/server/log.ts';
import { type AuditedScope, isWithinScope } from './audited.ts';
import { isWhole, nameOfAsker } from './list.ts';
import type { Reading } from './members.ts';
import { asWriter } from './work.ts';
import { zipBytes } from './zip-file.ts';

export interface DownloadParts {
  readonly database: Database;
  readonly log: Log;
}

/** A download by an operator in the operator area, or by a person in the own tenant. */
export interface Download {
  readonly context: Context;
  readonly tenantId: number;
  readonly guid: string;
  /** Scope of an auditor, which the archive must be within. */
  readonly scope?: AuditedScope;
}

interface Begun {
  readonly id: number;
  readonly size: number;
  readonly day: string;
}

/**
 * Sends a finished archive. Start and completion of each download are recorded in the tenant's audit with the person
 * (ARC-03, OP-12). Refuses `not_found` without a finished archive.
 */
export async function sendArchive(
  { database, log }: DownloadParts,
  download: Download,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { tenantId, guid } = download;
  const archive = await changed(database, download, 'downloads = downloads + 1');
  let isComplete = false;
  // Only a complete download counts as handed over.
  reply.raw.once('finish', () => {
    if (!isComplete) return;
    changed(database, download, 'downloaded_at = clock_timestamp(), downloaded_by = $3').catch(
      (error: unknown) =>
        log.error({ err: error, archive: guid, tenant: tenantId }, 'a download could not be recorded'),
    );
  });
  const read: Reading = (run) => database.atGate(async (gate) => run(await asWriter(gate, tenantId)));
  const bytes = async function* (): AsyncGenerator<Buffer> {
    yield* zipBytes({ read, objects: database.objects }, archive.id);
    isComplete = true;
  };
  return reply
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('content-disposition', attachmentHeader(`Archiv_${archive.day}.zip`))
    .header('content-length', archive.size)
    .type('application/zip')
    .send(Readable.from(bytes()));
}

/** Updates a finished archive as the requesting person. */
async function changed(
  database: Database,
  { context, tenantId, guid, scope }: Download,
  change: 'downloads = downloads + 1' | 'downloaded_at = clock_timestamp(), downloaded_by = $3',
): Promise<Begun> {
  const role = context.asOperator ? 'operator' : 'writer';
  const zone = context.asOperator ? 'app.zone_of_tenant(a.tenant_id)' : 'app.time_zone()';
  return await database.inTenant(
    context,
    async (tx: Tx) => {
      const name = await nameOfAsker(tx, context);
      return await tx.one<Begun>(
        `update archive a set ${change}
         where a.tenant_id = $1 and a.guid = $2 and a.state = 'done' and $3::text is not null
           ${context.asOperator ? `and ${isWhole}` : ''} and ${isWithinScope(4)}
         returning a.id, a.size, to_char(a.made_at at time zone ${zone}, 'YYYY-MM-DD') as day`,
        [tenantId, guid, name, scope?.clientId ?? null, scope?.from ?? null, scope?.to ?? null],
      );
    },
    { role, isOwnMatter: true },
  );
}
