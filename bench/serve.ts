/** One side of the bench behind HTTP, as a separate process started by `remote.ts`. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openHttp } from '../src/app/server/http.ts';
import { systemClock } from '../src/platform/server/clock.ts';
import { openDatabase } from '../src/platform/server/database.ts';
import { openLog } from '../src/platform/server/log.ts';
import { deriveSecrets } from '../src/platform/server/secrets.ts';
import { createTokens } from '../src/platform/server/tokens.ts';
import type { Share, Side } from './figure.ts';
import { allFigures } from './figures.ts';
import { openFixture } from './fixture.ts';
import { type ServedSides, secretKey } from './served.ts';

async function serve(served: ServedSides): Promise<number> {
  return served.side === 'product' ? serveProduct(served) : serveHand(served);
}

async function serveProduct({ webUrl }: ServedSides): Promise<number> {
  const app = await openHttp({
    configuration: {
      publicUrl: 'http://127.0.0.1',
      allowedHosts: ['127.0.0.1'],
      trustedProxies: [],
      secretKey,
      smtpUrl: null,
      isLoopback: true,
    },
    database: openDatabase(webUrl),
    log: openLog('error'),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** A minimal server that requires a token: no framework, no limits. */
async function serveHand(served: ServedSides): Promise<number> {
  const fixture = await openFixture(served, served.tenant);
  const tokens = createTokens(deriveSecrets(secretKey), systemClock);
  const opened = new Map<string, Promise<Side>>();
  const sideOf = (name: string, share: Share): Promise<Side> => {
    const key = `${name} ${share.part} ${share.of}`;
    const figure = allFigures.find((one) => one.name === name);
    const side = opened.get(key) ?? figure?.sides(fixture, share).then(({ hand }) => hand);
    if (!side) throw new Error(`there is no figure ${name}`);
    opened.set(key, side);
    return side;
  };
  const answer = async (request: IncomingMessage): Promise<string> => {
    await tokens.verifyAccess((request.headers.authorization ?? '').slice('Bearer '.length));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { figure, share, turn } = JSON.parse(Buffer.concat(chunks).toString()) as {
      figure: string;
      share: Share;
      turn: number;
    };
    return (await (await sideOf(figure, share))(turn)) ?? '';
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (body) => response.setHeader('content-type', 'application/json; charset=utf-8').end(body),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
  // As long as the product's: a request sent just as its connection is closed would get no answer.
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

process.once('message', (served: ServedSides) => {
  void serve(served).then((port) => process.send?.({ port }));
});
process.once('disconnect', () => process.exit());
