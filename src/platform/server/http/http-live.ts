import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Clock, seconds } from '../clock.ts';
import type { Database } from '../database.ts';
import type { Log } from '../log.ts';
import { accessTokenLifetime, endOfToken } from '../tokens.ts';
import type { HttpServer } from './http.ts';
import { type Listener, listen } from './listener.ts';
import {
  LiveHub,
  type LiveStream,
  type Rights,
  type Subscriber,
  signals,
  type Visibility,
} from './live-hub.ts';
import { type Authentication, bearerToken, contextOf } from './request-context.ts';

/** The notification channel on which triggers announce changes. */
const channel = 'live';
const beatMs = seconds(20);
/** A reader this many bytes behind is cut; it reconnects and reloads everything. */
const maxBuffered = 64 * 1024;
/** A reader that does not take the goodbye in time is cut as well. */
const farewellMs = seconds(2);

interface LiveParts<Own extends Rights> {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly visibility: Visibility<Own>;
}

/**
 * `GET /api/live`: sends changes of documents that the person can see, as kind, id and version, until the token
 * expires (API-42). One database connection listens for all streams of this server, opened with the first stream.
 * Returns the hub, for inspection.
 */
export function registerLive<Own extends Rights>(
  app: HttpServer,
  parts: LiveParts<Own>,
  authentication: Authentication,
): LiveHub<Own> {
  const { database, log, visibility } = parts;
  const hub = new LiveHub(visibility, log);
  let listener: Listener | undefined;
  const beating = setInterval(() => hub.beat(), beatMs);
  beating.unref();
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => {
    clearInterval(beating);
    hub.endAll();
    await listener?.close();
  });
  app.get(
    '/api/live',
    { onRequest: authentication.requirePerson, exposeHeadRoute: false },
    async (request, reply) => {
      listener ??= listen(
        { channel, connect: () => database.dedicated(), log },
        {
          onMessage: (text) => hub.announce(text),
          onOpen: () => hub.resume(),
          onLost: () => hub.pause(),
        },
      );
      // The operator area has no live updates: its data belong to no tenant.
      const context = { ...contextOf(request), asOperator: false };
      const subscriber = { context, rights: await visibility.rightsOf(context) };
      const { body, stream } = openStream(hub, subscriber, lifetimeOf(request, parts.clock));
      stream.send(listener.isOpen() ? signals.open : signals.gap);
      // Closes the connection after the stream, so that a closing server need not wait for it.
      reply.headers({ 'x-accel-buffering': 'no', connection: 'close' });
      return reply.type('text/event-stream; charset=utf-8').send(body);
    },
  );
  return hub;
}

/** A stream in the hub, with the body that the response reads from. */
function openStream<Own extends Rights>(
  hub: LiveHub<Own>,
  subscriber: Subscriber<Own>,
  lifetimeMs: number,
): { readonly body: Readable; readonly stream: LiveStream } {
  const body = new Readable({ read: () => {} });
  let isOver = false;
  const stream: LiveStream = {
    send: (text) => {
      if (isOver) return;
      body.push(text);
      if (body.readableLength > maxBuffered) body.destroy();
    },
    end: () => {
      if (isOver) return;
      leave();
      body.push('event: end\ndata: {}\n\n');
      body.push(null);
      setTimeout(() => body.destroy(), farewellMs).unref();
    },
  };
  const leaveHub = hub.join(subscriber, stream);
  const ending = setTimeout(stream.end, lifetimeMs);
  const leave = () => {
    isOver = true;
    clearTimeout(ending);
    leaveHub();
  };
  body.once('close', leave);
  return { body, stream };
}

/** Remaining lifetime of the token in milliseconds; opaque tokens are checked again as often. */
function lifetimeOf(request: FastifyRequest, clock: Clock): number {
  const token = bearerToken(request);
  return token.includes('.') ? endOfToken(token) - clock.now().getTime() : accessTokenLifetime;
}
