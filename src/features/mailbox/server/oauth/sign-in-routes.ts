import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { languageOf } from '../../../../platform/server/http/http-errors.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../../platform/server/http/row-id.ts';
import { signInAnswer } from '../../../../platform/server/sign-in-answer.ts';
import { text } from '../../../../platform/server/texts.ts';
import { MailboxFailed } from '../../failure.ts';
import { beginSignIn, finishSignIn, type SignInParts } from './person-sign-in.ts';

/** The sign-in of a person at Microsoft or Google for a mailbox (MBX-08). */
export function registerMailboxSignIn(
  app: HttpServer,
  parts: SignInParts,
  authentication: Authentication,
): void {
  const onRequest = authentication.requirePerson;
  const signingIn = { onRequest, config: { keepsNoAnswer: 'the state and the code are good once' } };

  app.post('/api/mailbox/:id/auth-start', signingIn, (request) =>
    orFailure(request, () => beginSignIn(parts, contextOf(request), idInPath(request))),
  );

  app.post('/api/mailbox/auth-finish', signingIn, (request) =>
    orFailure(request, async () => {
      const { id, name } = await finishSignIn(parts, contextOf(request), bodyOf(request, signInAnswer));
      return { message: text(languageOf(request), 'mailbox.signed_in', { name }), mailbox_id: id };
    }),
  );
}

/** Adds whether it succeeded; a failure at the provider becomes a sentence. */
async function orFailure(request: FastifyRequest, run: () => Promise<object>): Promise<object> {
  try {
    return { success: true, ...(await run()) };
  } catch (error) {
    if (!(error instanceof MailboxFailed)) throw error;
    return { success: false, message: text(languageOf(request), `mailbox.failure.${error.failure}`) };
  }
}
