import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Language } from '../../../base/language.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { maskedSecret } from '../../../entity/kinds/stored.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import { seconds } from '../../../platform/server/clock.ts';
import { type Database, firstFailure, type Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { languageOf } from '../../../platform/server/http/http-errors.ts';
import { pot } from '../../../platform/server/http/http-pots.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { orderJob } from '../../../platform/server/jobs/jobs.ts';
import { requireModule } from '../../../platform/server/modules.ts';
import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { text } from '../../../platform/server/texts.ts';
import { mailProtocols } from '../../master-data/mailbox.ts';
import { MailboxFailed } from '../failure.ts';
import { mailboxJob } from './import-job.ts';
import { tryKeptMail } from './kept-mail-job.ts';
import type { MailServer } from './mail-server.ts';
import { openMailSource, type Patience } from './mail-source.ts';
import { disconnect, requireMailbox } from './mailbox-store.ts';

export interface MailboxRoutes {
  readonly database: Database;
  readonly hosts: OutgoingHosts;
  readonly secrets: Pick<Secrets, 'unseal'>;
}

/** Limits for simultaneous connection tests. */
const tests = pot({ person: 2, tenant: 3, all: 24 });
/** Timeouts of a connection test. */
const patience: Patience = { answer: seconds(20), inAll: seconds(20) };

const record = z.object({
  protocol: z.enum(mailProtocols),
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65535),
  tls: z.boolean(),
  username: z.string().trim().min(1).max(255),
  /** The mask or no value means the stored password. */
  password: z.string().max(1000).nullish(),
  folder: z.string().min(1).max(255).default('INBOX'),
});
const testBody = z.object({ id: z.int().positive().nullish(), record: record.nullish() });

interface Told {
  readonly success: boolean;
  readonly message: string;
}

/**
 * Routes to test and end a mailbox connection, to read the mailbox now (API-34, MBX-03), and to retry a mail that was
 * put aside (TECH-20).
 */
export function registerMailboxRoutes(
  app: HttpServer,
  parts: MailboxRoutes,
  authentication: Authentication,
): void {
  const onRequest = authentication.requirePerson;
  const { database } = parts;

  app.post(
    '/api/mailbox/test',
    { onRequest },
    tests(async (request): Promise<Told> => {
      const body = bodyOf(request, testBody);
      const context = contextOf(request);
      const server = await database.inTenant(context, async (tx) => {
        await requireModule(tx, 'invoice');
        return await testedServer(tx, context, parts, body);
      });
      return await testConnection(server, parts.hosts, languageOf(request));
    }),
  );

  app.post('/api/mailbox/:id/disconnect', { onRequest }, async (request): Promise<Told> => {
    await database.inTenant(contextOf(request), async (tx) => {
      const { id } = await askedMailbox(tx, request);
      await disconnect(tx.as('writer'), id);
    });
    return { success: true, message: text(languageOf(request), 'mailbox.disconnected') };
  });

  app.post('/api/mailbox/:id/run', { onRequest }, async (request) => {
    const job_id = await database.inTenant(contextOf(request), async (tx) => {
      const { id } = await askedMailbox(tx, request);
      return await orderJob(tx.as('writer'), mailboxJob, { mailbox_id: id, retry: true });
    });
    return { success: true, job_id };
  });

  app.post('/api/mailbox/mail/:id/retry', { onRequest }, async (request) => {
    const job_id = await database.inTenant(contextOf(request), async (tx) => {
      await requireModule(tx, 'invoice');
      return await tryKeptMail(tx, idOf(request));
    });
    return { success: true, job_id };
  });
}

/** The mailbox in the URL; refused if the person may not see it, or if the module is off. */
async function askedMailbox(tx: Tx, request: FastifyRequest): Promise<{ readonly id: number }> {
  const [, mailbox] = await firstFailure(requireModule(tx, 'invoice'), requireMailbox(tx, idOf(request)));
  return mailbox;
}

/** The entered server to test; the stored password is used only for the server that it was entered for. */
async function testedServer(
  tx: Tx,
  context: Context,
  { secrets }: MailboxRoutes,
  { id, record: typed }: z.output<typeof testBody>,
): Promise<MailServer | null> {
  const stored = typeof id === 'number' ? await requireMailbox(tx, id) : null;
  if (!hasRole(context, 'user-admin')) throw new Refused(refuse('permission_denied'));
  const server = typed ?? stored;
  if (!server) throw new Refused(refuse('specific_field_required', { values: { field: 'record' } }));
  const given = typed?.password;
  if (given && given !== maskedSecret) return { ...server, password: given };
  const isSame =
    stored !== null &&
    (['protocol', 'host', 'port', 'tls', 'username'] as const).every((name) => server[name] === stored[name]);
  const kept = isSame ? stored.password : null;
  return kept && { ...server, password: secrets.unseal(kept) };
}

async function testConnection(
  server: MailServer | null,
  hosts: OutgoingHosts,
  language: Language,
): Promise<Told> {
  const failed = (failure: MailboxFailed['failure']) => ({
    success: false,
    message: text(language, `mailbox.failure.${failure}`),
  });
  if (!server) return failed('no_password');
  try {
    const source = await openMailSource(server, hosts, patience);
    // The login succeeded; errors while closing do not matter.
    await source.close().catch(() => {});
    source.abort();
    return { success: true, message: text(language, 'mailbox.connected') };
  } catch (error) {
    if (error instanceof MailboxFailed) return failed(error.failure);
    throw error;
  }
}

function idOf(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  if (!/^\d{1,15}$/.test(id)) throw new Refused(refuse('not_found'));
  return Number(id);
}
