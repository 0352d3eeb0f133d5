import { OAuthServer, type OAuthSettings } from '../../src/features/accounting-export/sandbox/oauth.ts';
import { Faults } from '../../src/platform/sandbox/faults.ts';
import { json, openSandboxServer, type SandboxRequest } from '../../src/platform/sandbox/http.ts';
import { hours, minutes } from '../../src/platform/server/clock.ts';
import type { MailTokenUrls } from '../../src/platform/server/mail-token-urls.ts';
import type { TestClock } from './web.ts';

/** A sandbox of the consent pages and token endpoints of Microsoft and Google for mailboxes. */
export interface MailTokens {
  /** Bases of the endpoints; the first needs the directory. */
  readonly urls: MailTokenUrls;
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
  /** The seconds that Google tells a refresh token to last; null: it says nothing. */
  googleTells: number | null;
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
  const microsoft = `/${directory}/oauth2/v2.0`;
  const tokenPaths = [`${microsoft}/token`, '/google/token'];
  const answer = (request: SandboxRequest) => {
    const { path, headers, body } = request;
    if (path === '/introspect')
      return server.grantOf(headers.authorization) === null
        ? json(401, { error: 'invalid_token' })
        : json(200, { active: true, username: tokens.account });
    if ([`${microsoft}/authorize`, '/google/consent'].includes(path)) return server.authorize(request);
    if (!tokenPaths.includes(path) || tokens.isDown) return json(tokens.isDown ? 503 : 404, {});
    tokens.grants.push(new URLSearchParams(body.toString('utf8')).get('grant_type') ?? '');
    const issued = server.token(request);
    if (issued.status !== 200 || path !== '/google/token' || tokens.googleTells === null) return issued;
    return json(200, { ...JSON.parse(issued.body ?? '{}'), refresh_token_expires_in: tokens.googleTells });
  };
  const sandbox = await openSandboxServer({ faults: new Faults(), answer });
  const { url } = sandbox;
  const tokens: MailTokens = {
    urls: { microsoft: url, google: `${url}/google/token`, googleConsent: `${url}/google/consent` },
    introspectionUrl: `${url}/introspect`,
    ...{ client, directory, server, grants: [], account: '', isDown: false, googleTells: null },
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
