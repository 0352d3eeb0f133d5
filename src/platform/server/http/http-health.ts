import type { FastifyReply } from 'fastify';
import { reasonsAgainst } from '../../readiness.ts';
import type { Readiness } from '../readiness.ts';
import type { HttpServer } from './http.ts';

/**
 * `GET /api/health/live`: the process answers. `GET /api/health/ready` and `GET /api/health`: it can do its work;
 * else 503 with the reasons (API-38, TECH-22). Needs no login and reveals only codes.
 */
export function registerReadiness(app: HttpServer, readiness: Readiness, version: string): void {
  app.addHook('preClose', async () => readiness.drain());
  app.addHook('onClose', () => readiness.close());
  app.get('/api/health/live', async () => ({ status: 'ok', version }));
  const ready = async (_request: unknown, reply: FastifyReply) => {
    const reasons = reasonsAgainst(await readiness.look());
    if (reasons.length === 0) return { status: 'ok', version };
    reply.code(503);
    return { status: 'unavailable', version, reasons };
  };
  app.get('/api/health/ready', ready);
  app.get('/api/health', ready);
}
