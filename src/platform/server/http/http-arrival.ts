import type { FastifyRequest } from 'fastify';
import type { HttpServer } from './http.ts';

/** Minimum speed of a body. */
export interface Arrival {
  /** Grace period without a minimum, in milliseconds. */
  readonly graceMs: number;
  /** Average since reading began; the slowest telephone is faster. */
  readonly bytesPerSecond: number;
  readonly lookEveryMs: number;
}

const usual: Arrival = { graceMs: 10_000, bytesPerSecond: 4 * 1024, lookEveryMs: 1_000 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, once there is room. */
    readonly readsItsBody?: true;
  }
}

interface Arriving {
  readonly request: FastifyRequest;
  readonly bytesBefore: number;
  readonly begun: number;
}

const watches = new WeakMap<HttpServer['server'], Set<Arriving>>();

/**
 * Closes the connection of a sender slower than any real client, so that nothing stays reserved for it (API-48). A
 * body that waits for its turn is not measured: code that reads one outside the parsers calls `bodyIsRead`.
 */
export function endSlowBodies(app: HttpServer, settings: Partial<Arrival> = {}): void {
  const { graceMs, bytesPerSecond, lookEveryMs } = { ...usual, ...settings };
  const arriving = new Set<Arriving>();
  watches.set(app.server, arriving);
  const look = () => {
    for (const { request, bytesBefore, begun } of arriving) {
      const { socket } = request.raw;
      const elapsed = performance.now() - begun;
      const isSlow = socket.bytesRead - bytesBefore < (elapsed / 1000) * bytesPerSecond;
      if (elapsed > graceMs && isSlow) socket.destroy();
    }
  };
  const timer = setInterval(look, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('preParsing', async (request) => {
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    if (!isForm && !request.routeOptions.config.readsItsBody) bodyIsRead(request);
  });
}

/** Starts measuring the arrival of this request's body. */
export function bodyIsRead(request: FastifyRequest): void {
  const { raw, server } = request;
  const arriving = watches.get(server.server);
  if (!arriving || raw.complete || typeof raw.socket?.bytesRead !== 'number') return;
  const one: Arriving = { request, bytesBefore: raw.socket.bytesRead, begun: performance.now() };
  arriving.add(one);
  const over = () => arriving.delete(one);
  raw.once('end', over).once('close', over);
}
