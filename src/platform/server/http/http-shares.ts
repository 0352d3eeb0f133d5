import type { FastifyRequest } from 'fastify';
import { type Leave, type Share, Shares } from '../shares.ts';
import type { HttpServer } from './http.ts';
import { knownContext } from './request-context.ts';

/** Fewer at once than the connections of his tenant, so that a person leaves room for his colleagues (API-44). */
const perPerson: Share = { atOnce: 3, waiting: 60, patienceMs: 20_000 };

/**
 * Lets one person have a few requests worked on at once in this process; whoever acts for him counts himself. What is
 * counted is the work, until its answer begins to leave: a slow line takes no share.
 */
export function shareAmongPeople(app: HttpServer, share: Share = perPerson): void {
  const shares = new Shares(share);
  const taken = new WeakMap<FastifyRequest, Leave>();
  app.addHook('preHandler', async (request) => {
    const context = knownContext(request);
    if (!context || isArriving(request)) return;
    taken.set(request, await shares.enter(`${context.tenantId} ${context.actorId}`));
  });
  app.addHook('onSend', async (request) => {
    taken.get(request)?.();
  });
}

/** Uploads arrive while their handler runs, and have limits of their own. */
function isArriving(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('multipart/') ?? false;
}
