import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Listens on a free port of this machine. */
async function listening(answer: Answer): Promise<{ server: Server; issuer: string }> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function stopped(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

type ClaimsOfAccount = Readonly<Record<string, unknown>>;

export interface RegisteredApplication {
  readonly id: string;
  readonly secret: string;
  readonly returnAddress: string;
}

/** A real issuer, run by `oidc-provider`. */
export interface RealIssuer {
  readonly issuer: string;
  /** Claims by `sub`. */
  readonly accounts: Map<string, ClaimsOfAccount>;
  register(application: RegisteredApplication): void;
  /** Logs in every browser as this account from now on. */
  expect(account: string): void;
  /** Logs in as an account like a browser; returns the query with which the issuer sends it back. */
  logIn(address: string, account: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts an issuer that logs in whoever asks, without a password. */
export async function startRealIssuer(): Promise<RealIssuer> {
  const accounts = new Map<string, ClaimsOfAccount>();
  const applications: RegisteredApplication[] = [];
  let answer: Answer = (_, response) => response.writeHead(503).end();
  let account = '';
  const { server, issuer } = await listening((request, response) => answer(request, response));
  const key = {
    ...(await exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)),
    kid: '1',
  };
  return {
    issuer,
    accounts,
    register: (application) => {
      applications.push(application);
      answer = providerOf(issuer, { applications, accounts, key, who: () => account }).callback();
    },
    expect: (who) => {
      account = who;
    },
    logIn: async (address, who) => {
      account = who;
      return await browse(address);
    },
    stop: () => stopped(server),
  };
}

interface ProviderParts {
  readonly applications: readonly RegisteredApplication[];
  readonly accounts: ReadonlyMap<string, ClaimsOfAccount>;
  readonly key: object;
  readonly who: () => string;
}

function providerOf(issuer: string, { applications, accounts, key, who }: ProviderParts): Provider {
  const provider = new Provider(issuer, {
    clients: applications.map(({ id, secret, returnAddress }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [returnAddress],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    })),
    jwks: { keys: [key] },
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub', 'hd', 'groups', '_claim_names'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...accounts.get(sub) }),
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    // Nobody is asked for a consent.
    loadExistingGrant: async ({ oidc }: ProviderContext) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return await next();
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, { login: { accountId: who() } });
  });
  return provider;
}

interface ProviderContext {
  readonly oidc: {
    readonly provider: Provider;
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

/** Follows redirects with cookies until the issuer sends the browser elsewhere. */
async function browse(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  for (let address = new URL(start), steps = 0; steps < 10; steps += 1) {
    if (address.origin !== origin) return address.search;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the issuer answers ${response.status}: ${await response.text()}`);
    address = new URL(location, address);
  }
  throw new Error('the issuer redirects without an end');
}

/** What a forging issuer puts into its next token, and how it answers. */
export interface Forgery {
  claims: JWTPayload;
  /** The whole token, instead of one made of the claims. */
  token: (() => Promise<string>) | null;
  metadata: Readonly<Record<string, unknown>>;
  /** Answers instead of the issuer, by path. */
  answers: Readonly<Record<string, Answer>>;
}

/** An issuer that says what a test wants; its browser part is the test itself. */
export interface ForgingIssuer {
  readonly issuer: string;
  readonly forgery: Forgery;
  /** Paths that were called, in order. */
  readonly calls: string[];
  sign(claims: JWTPayload): Promise<string>;
  /** The public key as PEM-like text, for tokens signed with it as if it were a secret. */
  publicKey(): Promise<string>;
  /** Exchanges the key, as issuers do from time to time. */
  rotate(): Promise<void>;
  reset(): void;
  stop(): Promise<void>;
}

export async function startForgingIssuer(): Promise<ForgingIssuer> {
  const calls: string[] = [];
  const forgery: Forgery = { claims: {}, token: null, metadata: {}, answers: {} };
  let serial = 0;
  let keys = await generateKeyPair('RS256', { extractable: true });
  const { server, issuer } = await listening((request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    calls.push(path);
    const other = forgery.answers[path];
    if (other) other(request, response);
    else void body(path).then((json) => sendJson(response, json));
  });
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: String(serial) }).sign(keys.privateKey);
  const body = async (path: string): Promise<object> => {
    if (path === '/.well-known/openid-configuration') return { ...metadataOf(issuer), ...forgery.metadata };
    if (path === '/jwks') return { keys: [{ ...(await exportJWK(keys.publicKey)), kid: String(serial) }] };
    const idToken = await (forgery.token ?? (() => sign(forgery.claims)))();
    return { access_token: 'x', token_type: 'Bearer', id_token: idToken };
  };
  return {
    issuer,
    forgery,
    calls,
    sign,
    publicKey: async () => JSON.stringify(await exportJWK(keys.publicKey)),
    rotate: async () => {
      serial += 1;
      keys = await generateKeyPair('RS256', { extractable: true });
    },
    reset: () => {
      Object.assign(forgery, { claims: {}, token: null, metadata: {}, answers: {} });
      calls.length = 0;
    },
    stop: () => stopped(server),
  };
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function sendJson(response: ServerResponse, json: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
