import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isDay } from '../../../base/day.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, hasRole, isAuditor } from '../../../platform/context.ts';
import { asOperator, asWriter } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOperator,
} from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Tokens } from '../../../platform/server/tokens.ts';
import type { ArchiveScope, OperatorArchiveList, OwnArchiveList } from '../model.ts';
import { type AuditedScope, auditedScope, isWithin, requireWithin } from './audited.ts';
import { type Download, sendArchive } from './download.ts';
import { isWhole, listArchives, nameOfAsker } from './list.ts';

const day = z.string().refine(isDay).nullable();
export const ownBody = z
  .object({ client_id: z.int().positive().nullable(), from: day, to: day })
  .refine(({ from, to }) => from === null || to === null || from <= to);

export interface ArchiveRouteParts {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly log: Log;
}

const everything: ArchiveScope = { clientId: null, from: null, to: null };

/**
 * Archives (ARC-05). `/api/operator/tenant/{id}/archive-export`: archives of a whole tenant, for handing over
 * (ARC-03, OP-02). `/api/archive-export`: archives of the own tenant by company and period, for its administrators.
 * The `id` of archives is a UUID.
 */
export function registerArchives(
  app: HttpServer,
  parts: ArchiveRouteParts,
  authentication: Authentication,
): void {
  registerOfOperator(app, parts, authentication);
  registerOwn(app, parts, authentication);
  app.get(
    '/api/archive-export/:id/file',
    { onRequest: authentication.requireTicketOrPerson, exposeHeadRoute: false },
    async (request, reply) => {
      const { ticket } = request.query as { readonly ticket?: unknown };
      const download = await downloadOf(parts.database, contextOf(request), {
        guid: archiveOf(request, 'id'),
        hasTicket: ticket !== undefined,
      });
      return await sendArchive(parts, download, reply);
    },
  );
}

function registerOfOperator(app: HttpServer, parts: ArchiveRouteParts, authentication: Authentication): void {
  const { database, tokens } = parts;
  const route = { onRequest: [authentication.requirePerson, requireOperator] };
  const path = '/api/operator/tenant/:id/archive-export';

  app.get(path, route, (request): Promise<OperatorArchiveList> => {
    const context = contextOf(request);
    const tenantId = idInPath(request);
    return asOperator(database, context, async (tx) => ({
      tenant: await tx.one('select id, name from tenant where id = $1', [tenantId]),
      archives: await listArchives(tx, context, { tenantId, onlyWhole: true }),
    }));
  });

  app.post(path, route, async (request, reply) => {
    const context = contextOf(request);
    const tenantId = idInPath(request);
    const id = await asOperator(database, context, async (tx) => {
      await tx.one('select id from tenant where id = $1', [tenantId]);
      return await askFor(tx, context, tenantId, everything);
    });
    return reply.code(202).send({ id });
  });

  app.post(`${path}/:archive/ticket`, route, async (request) => {
    const context = contextOf(request);
    const guid = archiveOf(request, 'archive');
    await asOperator(database, context, (tx) =>
      tx.one(
        `select a.id from archive a where a.tenant_id = $1 and a.guid = $2 and a.state = 'done' and ${isWhole}`,
        [idInPath(request), guid],
      ),
    );
    return { url: await ticketFor(tokens, context, guid) };
  });

  app.get(`${path}/:archive/file`, { ...route, exposeHeadRoute: false }, (request, reply) =>
    sendArchive(
      parts,
      { context: contextOf(request), tenantId: idInPath(request), guid: archiveOf(request, 'archive') },
      reply,
    ),
  );
}

function registerOwn(
  app: HttpServer,
  { database, tokens }: ArchiveRouteParts,
  authentication: Authentication,
): void {
  const route = { onRequest: authentication.requirePerson };
  const path = '/api/archive-export';

  app.get(path, route, (request): Promise<OwnArchiveList> => {
    const context = mayHaveArchives(request);
    return asWriter(database, context, async (tx) => {
      const audited = await auditedScope(tx, context);
      return {
        clients: await tx.fixed(
          `select id, name from client where tenant_id = app.tenant_id() and ($1::bigint is null or id = $1)
             order by name, id`,
          [audited?.clientId ?? null],
        ),
        archives: await listArchives(tx, context, {
          tenantId: context.tenantId,
          onlyWhole: false,
          ...(audited && { scope: audited }),
        }),
        audited: audited && { from: audited.from, to: audited.to },
      };
    });
  });

  app.post(path, route, async (request, reply) => {
    const context = mayHaveArchives(request);
    const { client_id: clientId, from, to } = bodyOf(request, ownBody);
    const id = await database.inTenant(
      context,
      async (tx) => {
        if (clientId !== null)
          await tx.one('select id from client where tenant_id = app.tenant_id() and id = $1', [clientId]);
        requireWithin(await auditedScope(tx, context), { clientId, from, to });
        return await askFor(tx, context, context.tenantId, { clientId, from, to });
      },
      { role: 'writer', isOwnMatter: true },
    );
    return reply.code(202).send({ id });
  });

  app.post(`${path}/:id/ticket`, route, async (request) => {
    const context = mayHaveArchives(request);
    const guid = archiveOf(request, 'id');
    await asWriter(database, context, async (tx) => {
      const audited = await auditedScope(tx, context);
      return await tx.one(
        `select a.id from archive a where a.tenant_id = app.tenant_id() and a.guid = $1 and a.state = 'done' and ${isWithin}`,
        [guid, audited?.clientId ?? null, audited?.from ?? null, audited?.to ?? null],
      );
    });
    return { url: await ticketFor(tokens, context, guid) };
  });
}

/** Requests an archive; refused while one of the tenant is in progress. Returns its id. */
async function askFor(
  tx: Tx,
  context: Context,
  tenantId: number,
  { clientId, from, to }: ArchiveScope,
): Promise<string> {
  const name = await nameOfAsker(tx, context);
  const [made] = await tx.fixed<{ guid: string }>(
    `insert into archive (tenant_id, client_id, from_day, to_day, requested_by) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id) where state in ('waiting', 'packing') do nothing returning guid`,
    [tenantId, clientId, from, to, name],
  );
  if (!made) throw new Refused(refuse('archive_running'));
  return made.guid;
}

async function ticketFor(tokens: Tokens, context: Context, guid: string): Promise<string> {
  const { tokenVersion } = context;
  if (tokenVersion === null) throw new Error('a request always has a token version');
  const ticket = await tokens.issueTicket({ ...context, tokenVersion, fileId: guid });
  return `/api/archive-export/${guid}/file?ticket=${ticket}`;
}

/**
 * Administrators open archives of their tenant; operators open those of others with a ticket from the operator area.
 */
async function downloadOf(
  database: Database,
  context: Context,
  { guid, hasTicket }: { readonly guid: string; readonly hasTicket: boolean },
): Promise<Download> {
  const { tenant_id: tenantId } = await database.atGate((tx) =>
    tx.one<{ tenant_id: number }>('select tenant_id from archive where guid = $1', [guid]),
  );
  if (tenantId === context.tenantId && !context.asOperator) {
    if (hasRole(context, 'user-admin')) return { context, tenantId, guid };
    if (isAuditor(context))
      return { context, tenantId, guid, scope: await scopeOfAuditor(database, context) };
  }
  if (hasTicket && hasRole(context, 'user-operator'))
    return { context: { ...context, asOperator: true }, tenantId, guid };
  throw new Refused(refuse(tenantId === context.tenantId ? 'permission_denied' : 'not_found'));
}

/** Allows administrators, and auditors for archives within their scope (ARC-04). */
function mayHaveArchives(request: FastifyRequest): Context {
  const context = contextOf(request);
  if (context.asOperator || !(hasRole(context, 'user-admin') || isAuditor(context)))
    throw new Refused(refuse('permission_denied'));
  return context;
}

async function scopeOfAuditor(database: Database, context: Context): Promise<AuditedScope> {
  const scope = await database.inTenant(context, (tx) => auditedScope(tx, context));
  if (!scope) throw new Refused(refuse('permission_denied'));
  return scope;
}

function archiveOf(request: FastifyRequest, parameter: 'id' | 'archive'): string {
  const guid = (request.params as Readonly<Record<string, string | undefined>>)[parameter] ?? '';
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(guid)) throw new Refused(refuse('not_found'));
  return guid;
}
