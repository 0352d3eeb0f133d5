import type { Refusal } from '../../../base/refusal.ts';
import { rootFieldsOf } from '../../../graphql/root-fields.ts';
import type { GraphqlRequest } from '../../../graphql/server/graphql.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/server/database.ts';
import { counted } from '../../../platform/server/fairness/work.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { refusalOfError } from '../../../platform/server/http/http-errors.ts';
import { knownContext } from '../../../platform/server/http/request-context.ts';
import type { Log } from '../../../platform/server/log.ts';
import { noteRefusal } from '../../../platform/server/security-log.ts';

/** Logs a refusal for a missing right; never fails, since the refusal must be answered. */
export type NoteRefused = (context: Context, refusal: Pick<Refusal, 'code'>, what: string) => Promise<void>;

/** Only refusals of access are logged. */
function isOfAccess({ code }: Pick<Refusal, 'code'>): boolean {
  return code === 'permission_denied';
}

/** Logs refused access (AUTH-35), except by jobs. */
export function notesOfRefusals(database: Pick<Database, 'atGate'>, log: Pick<Log, 'error'>): NoteRefused {
  return async ({ tenantId, userId, actorId, means }, refusal, what) => {
    if (!isOfAccess(refusal) || userId === 0) return;
    try {
      await noteRefusal(database, {
        kind: 'refused',
        tenantId,
        personId: userId,
        actorId,
        means,
        what,
        code: refusal.code,
      });
    } catch (error) {
      log.error({ err: error, what }, 'a refusal could not be written to the security log');
    }
  };
}

/** Logs refusals of routes for known people. GraphQL answers contain their errors and are logged separately. */
export function logRefusedRoutes(app: HttpServer, note: NoteRefused): void {
  app.addHook('onError', async (request, _reply, error) => {
    const context = knownContext(request);
    if (!context) return;
    await note(
      context,
      refusalOfError(error, context),
      `${request.method} ${request.routeOptions.url ?? 'none'}`,
    );
  });
}

/** Like `logRefusedRoutes` for the API, with the root fields of the operation. */
export function logRefusedOperation(
  note: NoteRefused,
): (context: Context, refusal: Refusal, request: GraphqlRequest) => Promise<void> {
  return async (context, refusal, { query, operationName }) => {
    // Do not parse requests again that were refused for other reasons, such as their size.
    if (!isOfAccess(refusal)) return;
    const roots = counted(() => rootFieldsOf(query, operationName)?.roots ?? []);
    const names = [...new Set(roots.map(({ name }) => name.value))];
    await note(context, refusal, names.join(' ') || 'graphql');
  };
}
