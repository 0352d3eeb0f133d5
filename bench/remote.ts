import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { Context } from '../src/platform/context.ts';
import { systemClock } from '../src/platform/server/clock.ts';
import { deriveSecrets } from '../src/platform/server/secrets.ts';
import { createTokens } from '../src/platform/server/tokens.ts';
import type { Asking } from '../tests/support/attacking.ts';
import type { Share, Side } from './figure.ts';
import type { Ask } from './fixture.ts';
import { handPath, type ServedSides, secretKey } from './served.ts';

/** Both sides behind HTTP, each in its own process, so that no side shares its event loop with the client. */
export interface Remote extends AsyncDisposable {
  readonly ask: Ask;
  /** The address and credentials of the product for custom requests. */
  target(context: Context): Promise<Pick<Asking, 'port' | 'path' | 'headers'>>;
  /** The hand-written side of a figure as a separate server, which checks the token as well. */
  hand(figure: string, share: Share, context: Context): Side;
}

export async function startRemote(served: Omit<ServedSides, 'side'>): Promise<Remote> {
  const product = await startSide({ ...served, side: 'product' });
  const hand = await startSide({ ...served, side: 'hand' });
  const agent = new Agent({ keepAlive: true });
  const tokenOf = tokens();
  return {
    ask: async (context, query, variables) =>
      post(
        { agent, port: product.port, path: '/v1/graphql', token: await tokenOf(context) },
        { query, variables },
      ),
    target: async (context) => ({
      ...{ port: product.port, path: '/v1/graphql' },
      headers: {
        authorization: `Bearer ${await tokenOf(context)}`,
        'content-type': 'application/json',
        host: '127.0.0.1',
      },
    }),
    hand: (figure, share, context) => async (turn) => {
      const token = await tokenOf(context);
      const body = await post({ agent, port: hand.port, path: handPath, token }, { figure, share, turn });
      return body === '' ? null : body;
    },
    [Symbol.asyncDispose]: async () => {
      agent.destroy();
      await Promise.all([product.stop(), hand.stop()]);
    },
  };
}

async function startSide(served: ServedSides): Promise<{ port: number; stop: () => Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  child.send(served);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  if (typeof message !== 'object' || message === null)
    throw new Error(`the server of ${served.side} did not start`);
  return {
    port: (message as { port: number }).port,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** One token per person, renewed before it expires. */
function tokens(): (context: Context) => Promise<string> {
  const issuer = createTokens(deriveSecrets(secretKey), systemClock);
  const known = new Map<number, { readonly token: string; readonly until: number }>();
  return async (context) => {
    const kept = known.get(context.userId);
    if (kept && kept.until > Date.now()) return kept.token;
    const token = await issuer.issueAccess({
      ...context,
      tokenVersion: context.tokenVersion ?? 1,
      tenantName: 'bench',
      email: 'bench@kontor.test',
      permissions: '',
    });
    known.set(context.userId, { token, until: Date.now() + 10 * 60_000 });
    return token;
  };
}

interface Target {
  readonly agent: Agent;
  readonly port: number;
  readonly path: string;
  readonly token: string;
}

function post({ agent, port, path, token }: Target, body: unknown): Promise<string> {
  const payload = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 500)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}
