import { sharing } from '../../../platform/constants.ts';
import { type HttpServer, inScope } from '../../../platform/server/http/http.ts';
import { leaveBodies } from '../../../platform/server/http/http-body.ts';
import { uploadAfterSharing } from '../../../platform/sharing-outcome.ts';

/**
 * `POST /api/invoice/share`, without login: files that another app shared, in a browser without the service worker
 * that keeps them. They are not read; the upload page explains how to bring them (MOB-02).
 */
export function registerShareRoute(app: HttpServer): void {
  inScope(app, async (scope) => {
    leaveBodies(scope);
    scope.post(sharing.path, { config: { readsItsBody: true } }, async (_request, reply) =>
      reply.redirect(uploadAfterSharing('no_worker'), 303),
    );
  });
}
