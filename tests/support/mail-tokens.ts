import { OAuthServer, type OAuthSettings } from '../../src/features/accounting-export/sandbox/oauth.ts';
import { Faults } from '../../src/platform/sandbox/faults.ts';
import { json, openSandboxServer, type SandboxRequest } from '../../src/platform/sandbox/http.ts';
import { hours, minutes } from '../../src/platform/server/clock.ts';
import type { TestClock } from './web.ts';

/** A sandbox of the token endpoints of Microsoft and Google for mailboxes. */
export interface MailTokens {
  /** Bases of the endpoints; the first needs the directory. */
  readonly urls: { readonly microsoft: string; readonly google: string };
  readonly introspectionUrl: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly directory: string;
  readonly server: OAuthServer;
  /** The grant types of the issued tokens, in order. */
  readonly grants: string[];
  /** The account for which tokens are good. */
  account: string;
  /** Answers 503 instead of tokens. */
  isDown: boolean;
  /** A refresh token of a person. */
  consent(): Promise<string>;
  close(): Promise<void>;
}

const directory = 'kontor.onmicrosoft.test';
const client = { id: 'kontor-mail', secret: 'ein Geheimnis' };

/** Tokens last an hour, and refresh tokens a day and one use. */
export async function startMailTokens(clock: Pick<TestClock, 'now'>): Promise<MailTokens> {
  const settings: OAuthSettings = {
    clientId: client.id,
    clientSecret: client.secret,
    clock,
    accessLifetime: minutes(60),
    refreshLifetime: () => hours(24),
    needsChallenge: false,
    rotates: true,
    allowsApplication: true,
    scopeProblem: () => null,
  };
  const server = new OAuthServer(settings);
  const tokenPaths = [`/${directory}/oauth2/v2.0/token`, '/google/token'];
  const answer = (request: SandboxRequest) => {
    const { path, headers, body } = request;
    if (path === '/introspect')
      return server.grantOf(headers.authorization) === null
        ? json(401, { error: 'invalid_token' })
        : json(200, { active: true, username: tokens.account });
    if (!tokenPaths.includes(path) || tokens.isDown) return json(tokens.isDown ? 503 : 404, {});
    tokens.grants.push(new URLSearchParams(body.toString('utf8')).get('grant_type') ?? '');
    return server.token(request);
  };
  const sandbox = await openSandboxServer({ faults: new Faults(), answer });
  const { url } = sandbox;
  const tokens: MailTokens = {
    urls: { microsoft: url, google: `${url}/google/token` },
    introspectionUrl: `${url}/introspect`,
    ...{ client, directory, server, grants: [], account: '', isDown: false },
    consent: async () => refreshTokenOf(server),
    close: () => sandbox.close(),
  };
  return tokens;
}

function refreshTokenOf(server: OAuthServer): string {
  const redirect = 'http://localhost/callback';
  const asked = { response_type: 'code', client_id: client.id, redirect_uri: redirect, state: 's' };
  const request = { method: 'GET', path: '/', headers: {}, body: Buffer.alloc(0) };
  const page = server.authorize({ ...request, query: new URLSearchParams(asked) });
  const code = /code=([\w-]+)/.exec(page.body ?? '')?.[1] ?? '';
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirect },
    ...{ client_id: client.id, client_secret: client.secret },
  });
  const answer = server.token({
    ...request,
    query: new URLSearchParams(),
    body: Buffer.from(body.toString()),
  });
  return (JSON.parse(answer.body ?? '{}') as { refresh_token: string }).refresh_token;
}
