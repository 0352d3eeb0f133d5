import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Language } from '../../../base/language.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { maskedSecret } from '../../../entity/kinds/stored.ts';
import type { Context } from '../../../platform/context.ts';
import { seconds } from '../../../platform/server/clock.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { languageOf } from '../../../platform/server/http/http-errors.ts';
import { potOfTests } from '../../../platform/server/http/http-pots.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import { orderJob } from '../../../platform/server/jobs/jobs.ts';
import type { MailTokenUrls } from '../../../platform/server/mail-token-urls.ts';
import { requireModule } from '../../../platform/server/modules.ts';
import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { requireRole } from '../../../platform/server/required-role.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { text } from '../../../platform/server/texts.ts';
import { type MailSignIn, mailProtocols, mailSignIns } from '../../master-data/mailbox.ts';
import { MailboxFailed } from '../failure.ts';
import { mailboxJob } from './import-job.ts';
import { tryKeptMail } from './kept-mail-job.ts';
import type { MailServer } from './mail-server.ts';
import { openMailSource, type Patience } from './mail-source.ts';
import { disconnect, requireMailbox } from './mailbox-store.ts';
import { issueAccess, type OAuthLogin } from './oauth/issue-access.ts';

export interface MailboxRoutes {
  readonly database: Database;
  readonly hosts: OutgoingHosts;
  readonly secrets: Pick<Secrets, 'unseal'>;
  readonly tokenUrls: MailTokenUrls;
}

const tests = potOfTests();
/** Timeouts of a connection test. */
const patience: Patience = { answer: seconds(20), inAll: seconds(20) };

const record = z.object({
  protocol: z.enum(mailProtocols),
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65535),
  tls: z.boolean(),
  username: z.string().trim().min(1).max(255),
  sign_in: z.enum(mailSignIns).default('password'),
  oauth_application: z.string().max(255).nullish(),
  oauth_directory: z.string().max(255).nullish(),
  /** The mask or no value means the stored password, secret or token. */
  password: z.string().max(1000).nullish(),
  oauth_secret: z.string().max(1000).nullish(),
  oauth_refresh_token: z.string().max(20_000).nullish(),
  folder: z.string().min(1).max(255).default('INBOX'),
});
export const testBody = z.object({ id: z.int().positive().nullish(), record: record.nullish() });

interface ConnectionResult {
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
    tests(async (request): Promise<ConnectionResult> => {
      const body = bodyOf(request, testBody);
      const context = contextOf(request);
      const tested = await database.inTenant(context, async (tx) => {
        await requireModule(tx, 'invoice');
        return await testedLogin(tx, context, parts, body);
      });
      return await testConnection(tested, parts, languageOf(request));
    }),
  );

  app.post('/api/mailbox/:id/disconnect', { onRequest }, async (request): Promise<ConnectionResult> => {
    await database.inTenant(contextOf(request), async (tx) => {
      const { id } = await requestedMailbox(tx, request);
      await disconnect(tx.as('writer'), id);
    });
    return { success: true, message: text(languageOf(request), 'mailbox.disconnected') };
  });

  app.post('/api/mailbox/:id/run', { onRequest }, async (request) => {
    const job_id = await database.inTenant(contextOf(request), async (tx) => {
      const { id } = await requestedMailbox(tx, request);
      return await orderJob(tx.as('writer'), mailboxJob, { mailbox_id: id, retry: true });
    });
    return { success: true, job_id };
  });

  app.post('/api/mailbox/mail/:id/retry', { onRequest }, async (request) => {
    const job_id = await database.inTenant(contextOf(request), async (tx) => {
      await requireModule(tx, 'invoice');
      return await tryKeptMail(tx, idInPath(request));
    });
    return { success: true, job_id };
  });
}

/** The mailbox in the URL; refused if the person may not see it, or if the module is off. */
async function requestedMailbox(tx: Tx, request: FastifyRequest): Promise<{ readonly id: number }> {
  const [, mailbox] = await firstFailure(requireModule(tx, 'invoice'), requireMailbox(tx, idInPath(request)));
  return mailbox;
}

interface TestedLogin extends Omit<MailServer, 'password' | 'accessToken'>, Omit<OAuthLogin, 'sign_in'> {
  readonly sign_in: MailSignIn;
  readonly password: string | null;
}

/** A stored secret is used only while these fields have the values for which it was entered. */
const enteredFor = [
  ...(['protocol', 'host', 'port', 'tls', 'username'] as const),
  ...(['sign_in', 'oauth_application', 'oauth_directory'] as const),
];

/** The entered server to test with its login. */
async function testedLogin(
  tx: Tx,
  context: Context,
  { secrets }: MailboxRoutes,
  { id, record: typed }: z.output<typeof testBody>,
): Promise<TestedLogin> {
  const stored = typeof id === 'number' ? await requireMailbox(tx, id) : null;
  requireRole(context, 'user-admin');
  const login = typed ?? stored;
  if (!login) throw new Refused(refuse('specific_field_required', { values: { field: 'record' } }));
  const isSame = stored !== null && enteredFor.every((name) => (login[name] ?? null) === stored[name]);
  const secretOf = (name: 'password' | 'oauth_secret' | 'oauth_refresh_token'): string | null => {
    const given = typed?.[name];
    if (given && given !== maskedSecret) return given;
    const kept = isSame ? stored[name] : null;
    return kept && secrets.unseal(kept);
  };
  return {
    ...login,
    oauth_application: login.oauth_application ?? null,
    oauth_directory: login.oauth_directory ?? null,
    password: secretOf('password'),
    oauth_secret: secretOf('oauth_secret'),
    oauth_refresh_token: secretOf('oauth_refresh_token'),
  };
}

async function testConnection(
  tested: TestedLogin,
  { hosts, tokenUrls }: MailboxRoutes,
  language: Language,
): Promise<ConnectionResult> {
  try {
    const source = await openMailSource(await serverOf(tested, tokenUrls), hosts, patience);
    // The login succeeded; errors while closing do not matter.
    await source.close().catch(() => {});
    source.abort();
    return { success: true, message: text(language, 'mailbox.connected') };
  } catch (error) {
    if (!(error instanceof MailboxFailed)) throw error;
    const isToken = error.failure === 'login_refused' && tested.sign_in !== 'password';
    const failure = isToken ? 'oauth_no_access' : error.failure;
    return { success: false, message: text(language, `mailbox.failure.${failure}`) };
  }
}

async function serverOf(tested: TestedLogin, tokenUrls: MailTokenUrls): Promise<MailServer> {
  const { sign_in, password } = tested;
  if (sign_in !== 'password') {
    const { access } = await issueAccess(tokenUrls, { ...tested, sign_in });
    return { ...tested, password: '', accessToken: access };
  }
  if (password === null) throw new MailboxFailed('no_password');
  return { ...tested, password };
}
