import { z } from 'zod';
import type { Language } from '../../../../base/language.ts';
import { maskedSecret } from '../../../../entity/kinds/stored.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { languageOf } from '../../../../platform/server/http/http-errors.ts';
import { potOfTests } from '../../../../platform/server/http/http-pots.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';
import { text } from '../../../../platform/server/texts.ts';
import type { TestOutcome } from '../../sign-on.ts';
import { type Issuer, knowsApplication, SignOnFailed } from './openid.ts';
import type { SignOnParts } from './routes.ts';

const tests = potOfTests();

const record = z.object({
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  application_id: z.string().trim().min(1).max(255),
  /** The mask or no value means the stored secret. */
  application_secret: z.string().max(1000).nullish(),
});
export const testBody = z.object({ id: z.int().positive().nullish(), record });

/** `POST /api/auth/sign-on/test`: whether the entered issuer answers and knows the application (AUTH-32). */
export function registerSignOnTest(
  app: HttpServer,
  parts: SignOnParts,
  authentication: Authentication,
): void {
  app.post(
    '/api/auth/sign-on/test',
    { onRequest: authentication.requirePerson },
    tests(async (request) => {
      const body = bodyOf(request, testBody);
      const context = contextOf(request);
      const issuer = await parts.database.inTenant(context, (tx) => testedIssuer(tx, context, parts, body));
      return answerFor(await outcomeOf(issuer, parts), languageOf(request));
    }),
  );
}

/** The entered issuer; the stored secret is used only for the application that it was entered for. */
async function testedIssuer(
  tx: Tx,
  context: Context,
  { secrets }: SignOnParts,
  { id, record: typed }: z.output<typeof testBody>,
): Promise<Issuer> {
  const stored = id ? await storedIssuer(tx, id) : null;
  requireRole(context, 'user-admin');
  const given = typed.application_secret;
  const isSame = stored?.issuer === typed.issuer && stored.application_id === typed.application_id;
  const kept = isSame && stored.application_secret ? secrets.unseal(stored.application_secret) : null;
  return {
    id: id ?? 0,
    tenantId: context.tenantId,
    issuer: typed.issuer,
    applicationId: typed.application_id,
    applicationSecret: given && given !== maskedSecret ? given : kept,
    organisation: null,
    trustsAddresses: false,
    groupsClaim: null,
  };
}

interface StoredIssuer {
  readonly issuer: string;
  readonly application_id: string;
  readonly application_secret: Buffer | null;
}

async function storedIssuer(tx: Tx, id: number): Promise<StoredIssuer> {
  await tx.one('select id from sign_on_issuer where id = $1', [id]);
  return await tx
    .as('writer')
    .one<StoredIssuer>(
      'select issuer, application_id, application_secret from sign_on_issuer where id = $1',
      [id],
    );
}

async function outcomeOf(issuer: Issuer, parts: SignOnParts): Promise<TestOutcome> {
  try {
    return (await knowsApplication(issuer, parts)) ? 'connected' : 'application_refused';
  } catch (error) {
    if (!(error instanceof SignOnFailed)) throw error;
    if (error.isPrivate) return 'host_private';
    return error.problem === 'sign_on_unreachable' ? 'unreachable' : 'not_fit';
  }
}

function answerFor(
  outcome: TestOutcome,
  language: Language,
): { readonly success: boolean; readonly message: string } {
  return { success: outcome === 'connected', message: text(language, `sign_on.test.${outcome}`) };
}
