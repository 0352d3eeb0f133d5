import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { maskedSecret } from '../../../entity/kinds/stored.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { languageOf } from '../../../platform/server/http/http-errors.ts';
import { potOfTests } from '../../../platform/server/http/http-pots.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { requireModule } from '../../../platform/server/modules.ts';
import { requireRole } from '../../../platform/server/required-role.ts';
import { randomToken } from '../../../platform/server/secrets.ts';
import { refusalText, text } from '../../../platform/server/texts.ts';
import { requireMarketplace, type StoredMarketplace } from './marketplaces.ts';
import { askShop, type PunchoutParts, returnAddress, type SetupOutcome } from './visit.ts';

const record = z.object({
  protocol: z.enum(['cxml', 'oci']),
  url: z.string().max(2000),
  identity: z.string().max(255),
  secret: z.string().max(1000).nullish(),
  identity_domain: z.string().max(60),
  supplier_identity: z.string().max(255).nullish(),
  supplier_domain: z.string().max(60).nullish(),
  business_unit: z.string().max(255).nullish(),
});
export const testBody = z.object({ id: z.int().positive(), record: record.nullish() });

interface Reported {
  readonly success: boolean;
  readonly message: string;
}

const tests = potOfTests();

/**
 * `POST /api/marketplace/test`: sends a real set-up with the edited settings and explains the shop's answer (PUN-01).
 * For OCI, where only the browser contacts the shop, just the settings are checked.
 */
export function registerConnectionTest(
  app: HttpServer,
  parts: PunchoutParts,
  authentication: Authentication,
): void {
  app.post(
    '/api/marketplace/test',
    { onRequest: authentication.requirePerson },
    tests(async (request): Promise<Reported> => {
      const body = bodyOf(request, testBody);
      const context = contextOf(request);
      const language = languageOf(request);
      const marketplace = await parts.database.inTenant(context, async (tx) => {
        await requireModule(tx, 'procurement');
        return await tested(tx, context, parts, body);
      });
      if (marketplace.secret === null)
        return { success: false, message: text(language, 'punchout.test.no_secret') };
      if (marketplace.protocol === 'oci')
        return { success: true, message: text(language, 'punchout.test.oci') };
      const visit = {
        cartId: null,
        marketplace,
        operation: 'create',
        buyerCookie: randomUUID(),
        items: [],
      } as const;
      const returnUrl = await returnAddress(parts, context, randomToken());
      const outcome = await askShop(parts, context, { ...visit, currency: 'EUR' }, returnUrl);
      return { success: outcome.failure === null, message: wordsFor(outcome, language) };
    }),
  );
}

/**
 * The stored marketplace with the edited values; the stored secret is used only for the server it was entered for.
 */
async function tested(
  tx: Tx,
  context: Context,
  { secrets }: PunchoutParts,
  { id, record: typed }: z.output<typeof testBody>,
): Promise<StoredMarketplace> {
  const stored = await requireMarketplace(tx, id);
  requireRole(context, 'user-admin');
  if (!typed) return stored;
  if (!URL.canParse(typed.url) || !/^https?:$/.test(new URL(typed.url).protocol)) {
    throw new Refused(refuse('invalid_type', { field: 'url', values: { type: 'url' } }));
  }
  const { secret: given, ...rest } = typed;
  const isSameServer = new URL(typed.url).origin === new URL(stored.url).origin;
  const kept = isSameServer ? stored.secret : null;
  const secret = given && given !== maskedSecret ? secrets.seal(given) : kept;
  return {
    ...stored,
    ...rest,
    supplier_identity: rest.supplier_identity ?? null,
    supplier_domain: rest.supplier_domain ?? null,
    business_unit: rest.business_unit ?? null,
    secret,
  };
}

function wordsFor(outcome: SetupOutcome, language: Parameters<typeof text>[0]): string {
  if (outcome.failure === null) return text(language, 'punchout.test.works');
  if (outcome.silence !== null) return text(language, `punchout.silence.${outcome.silence}`);
  const words = refusalText(language, { code: outcome.failure });
  return outcome.answer === ''
    ? words
    : `${words} ${text(language, 'punchout.test.said', { said: outcome.answer })}`;
}
