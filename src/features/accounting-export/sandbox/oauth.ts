import { createHash, randomBytes } from 'node:crypto';
import { json, type SandboxAnswer, type SandboxRequest } from '../../../platform/sandbox/http.ts';
import { after, type Clock, minutes } from '../../../platform/server/clock.ts';

export interface OAuthSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clock: Clock;
  /** In milliseconds. */
  readonly accessLifetime: number;
  /** In milliseconds; null where these scopes include no refresh token. */
  readonly refreshLifetime: (scopes: ReadonlySet<string>) => number | null;
  /** Whether a sign-in needs an S256 challenge; a given one is always checked. */
  readonly needsChallenge: boolean;
  /** Whether a refresh token can be used only once. */
  readonly rotates: boolean;
  /** Whether the application can sign in without a person. */
  readonly allowsApplication: boolean;
  /** The problem of these scopes; null for valid ones. */
  readonly scopeProblem: (scopes: ReadonlySet<string>) => string | null;
}

/** The rights of a token. */
export interface Grant {
  readonly scopes: ReadonlySet<string>;
  /** Whether the application signed in with only its own secret. */
  readonly isApplication: boolean;
}

/** A requested sign-in. */
export interface SignIn {
  readonly redirectUri: string;
  readonly scopes: ReadonlySet<string>;
  readonly challenge: string | null;
  /** The whole query, for tests of further parameters. */
  readonly query: Readonly<Record<string, string>>;
}

interface Timed<T> {
  readonly value: T;
  readonly until: Date;
}

const codeLifetime = minutes(10);

/** Issues and stores codes and tokens like an identity provider (RFC 6749, 7009, 7636). */
export class OAuthServer {
  readonly settings: OAuthSettings;
  readonly signIns: SignIn[] = [];
  private readonly codes = new Map<string, Timed<SignIn>>();
  private readonly accesses = new Map<string, Timed<Grant>>();
  private readonly refreshes = new Map<string, Timed<Grant>>();

  constructor(settings: OAuthSettings) {
    this.settings = settings;
  }

  /** Simulates a withdrawn consent: all issued tokens become invalid. */
  revokeEverything(): void {
    this.accesses.clear();
    this.refreshes.clear();
  }

  /** Null where the header has no valid token. */
  grantOf(authorization: string | undefined): Grant | null {
    const token = /^bearer (\S+)$/i.exec(authorization ?? '')?.[1];
    return token ? this.valid(this.accesses, token) : null;
  }

  /** The consent page; both of its links redirect to the caller. */
  authorize({ query }: SandboxRequest): SandboxAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.settings.clientId || !URL.canParse(redirectUri))
      return page(400, '<p>Diese Anwendung ist nicht bekannt.</p>');
    const state = query.get('state') ?? '';
    const back = (values: Record<string, string>) => {
      const url = new URL(redirectUri);
      for (const [name, value] of Object.entries({ ...values, state })) url.searchParams.set(name, value);
      return url.href;
    };
    const problem = this.signInProblem(query);
    if (problem) return { status: 302, headers: { location: back({ error: problem }) } };
    const signIn: SignIn = {
      redirectUri,
      scopes: scopesOf(query.get('scope')),
      challenge: query.get('code_challenge'),
      query: Object.fromEntries(query),
    };
    this.signIns.push(signIn);
    const code = this.keep(this.codes, signIn, codeLifetime);
    return page(
      200,
      `<p>Sandbox: Zugriff auf ${escaped([...signIn.scopes].join(' '))}?</p>
<p><a id="agree" href="${escaped(back({ code }))}">Zustimmen</a></p>
<p><a id="refuse" href="${escaped(back({ error: 'access_denied' }))}">Ablehnen</a></p>`,
    );
  }

  token(request: SandboxRequest): SandboxAnswer {
    const form = new URLSearchParams(request.body.toString('utf8'));
    if (!this.isClient(request, form)) return refused('invalid_client', 'unknown client or secret', 401);
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.redeemCode(form);
      case 'refresh_token':
        return this.refresh(form.get('refresh_token') ?? '');
      case 'client_credentials':
        return this.forApplication(form);
      default:
        return refused('unsupported_grant_type', 'unknown grant type');
    }
  }

  /** Also answers 200 for an unknown token (RFC 7009). */
  revoke(request: SandboxRequest): SandboxAnswer {
    const form = new URLSearchParams(request.body.toString('utf8'));
    if (!this.isClient(request, form)) return refused('invalid_client', 'unknown client or secret', 401);
    const token = form.get('token') ?? '';
    this.accesses.delete(token);
    this.refreshes.delete(token);
    return { status: 200 };
  }

  private signInProblem(query: URLSearchParams): string | null {
    if (query.get('response_type') !== 'code') return 'unsupported_response_type';
    const hasChallenge = query.has('code_challenge') && query.get('code_challenge_method') === 'S256';
    if (!hasChallenge && (this.settings.needsChallenge || query.has('code_challenge')))
      return 'invalid_request';
    return this.settings.scopeProblem(scopesOf(query.get('scope'))) ? 'invalid_scope' : null;
  }

  /** By the header `Authorization: Basic` or in the form. */
  private isClient({ headers }: SandboxRequest, form: URLSearchParams): boolean {
    const basic = /^basic (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64').toString('utf8').split(':').map(decodeURIComponent)
      : [form.get('client_id'), form.get('client_secret')];
    return id === this.settings.clientId && secret === this.settings.clientSecret;
  }

  private redeemCode(form: URLSearchParams): SandboxAnswer {
    const code = form.get('code') ?? '';
    const signIn = this.valid(this.codes, code);
    this.codes.delete(code);
    if (!signIn) return refused('invalid_grant', 'the code is unknown, used or too old');
    if (form.get('redirect_uri') !== signIn.redirectUri)
      return refused('invalid_grant', 'another redirect_uri than at the sign-in');
    if (signIn.challenge !== null && challengeOf(form.get('code_verifier') ?? '') !== signIn.challenge)
      return refused('invalid_grant', 'the code_verifier does not fit');
    return this.issue({ scopes: signIn.scopes, isApplication: false });
  }

  private refresh(token: string): SandboxAnswer {
    const grant = this.valid(this.refreshes, token);
    if (!grant) return refused('invalid_grant', 'the refresh token is unknown, used or too old');
    if (this.settings.rotates) this.refreshes.delete(token);
    return this.issue(grant);
  }

  private forApplication(form: URLSearchParams): SandboxAnswer {
    if (!this.settings.allowsApplication) return refused('unauthorized_client', 'a person has to sign in');
    const resource = form.get('resource');
    const scopes = scopesOf(resource ? `${resource}/.default` : form.get('scope'));
    const problem = this.settings.scopeProblem(scopes);
    return problem ? refused('invalid_scope', problem) : this.issue({ scopes, isApplication: true });
  }

  private issue(grant: Grant): SandboxAnswer {
    const { accessLifetime, refreshLifetime } = this.settings;
    const refreshFor = grant.isApplication ? null : refreshLifetime(grant.scopes);
    return json(
      200,
      {
        token_type: 'Bearer',
        scope: [...grant.scopes].join(' '),
        expires_in: accessLifetime / 1000,
        access_token: this.keep(this.accesses, grant, accessLifetime),
        ...(refreshFor !== null && { refresh_token: this.keep(this.refreshes, grant, refreshFor) }),
      },
      { 'cache-control': 'no-store' },
    );
  }

  private keep<T>(tokens: Map<string, Timed<T>>, value: T, lifetime: number): string {
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, { value, until: after(this.settings.clock.now(), lifetime) });
    return token;
  }

  private valid<T>(tokens: ReadonlyMap<string, Timed<T>>, token: string): T | null {
    const found = tokens.get(token);
    return found && found.until > this.settings.clock.now() ? found.value : null;
  }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function scopesOf(text: string | null): ReadonlySet<string> {
  return new Set((text ?? '').split(' ').filter(Boolean));
}

function refused(error: string, description: string, status = 400): SandboxAnswer {
  return json(status, { error, error_description: description });
}

function page(status: number, content: string): SandboxAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="de"><title>Sandbox</title><h1>Anmeldung</h1>${content}</html>`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
