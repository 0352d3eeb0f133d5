import type { FastifyRequest } from 'fastify';
import type { HttpServer } from './http.ts';

/** How fast a body has to come. */
export interface Arrival {
  /** For so long it may come as slowly as it likes, in milliseconds. */
  readonly graceMs: number;
  /** What it has to be on average since it began to be read; the slowest telephone is faster. */
  readonly bytesPerSecond: number;
  readonly lookEveryMs: number;
}

const usual: Arrival = { graceMs: 10_000, bytesPerSecond: 4 * 1024, lookEveryMs: 1_000 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body, when there is room for it. */
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
 * Cuts the connection of whoever sends a body more slowly than anybody has to, so that nothing is kept for him (API-48). A
 * body that waits for its turn is not looked at: whoever reads one outside of the parsers says so by `bodyIsRead`.
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

/** From now on the body of this request has to come. */
export function bodyIsRead(request: FastifyRequest): void {
  const { raw, server } = request;
  const arriving = watches.get(server.server);
  if (!arriving || raw.complete || typeof raw.socket?.bytesRead !== 'number') return;
  const one: Arriving = { request, bytesBefore: raw.socket.bytesRead, begun: performance.now() };
  arriving.add(one);
  const over = () => arriving.delete(one);
  raw.once('end', over).once('close', over);
}
