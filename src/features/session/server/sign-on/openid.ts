import * as openid from 'openid-client';
import { type Clock, minutes, seconds } from '../../../../platform/server/clock.ts';
import type { OutgoingHosts } from '../../../../platform/server/outgoing.ts';
import { callPinned, NotReached } from '../../../../platform/server/pinned-call.ts';
import { isServiceUrl, withoutSlash } from '../../../../platform/server/service-url.ts';

/** The product's registration at an issuer. */
export interface Issuer {
  readonly id: number;
  readonly tenantId: number;
  /** Its identifier, an address; compared with the `iss` of every token. */
  readonly issuer: string;
  readonly applicationId: string;
  /** Null for a public application, which PKCE alone protects. */
  readonly applicationSecret: string | null;
  /** A claim and its value that all people of the company have; needed if the issuer also serves others. */
  readonly organisation: { readonly claim: string; readonly value: string } | null;
  /** Addresses count as verified if the issuer sends no `email_verified`. */
  readonly trustsAddresses: boolean;
  /** The claim that lists the groups of the person; null: membership does not depend on the issuer. */
  readonly groupsClaim: string | null;
}

/** The values stored until the issuer answers. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The verified claims of the issuer about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Why a login at the issuer failed; the code in the security log (AUTH-35). */
export type SignOnProblem = 'sign_on_failed' | 'sign_on_unreachable';

/** Thrown when the issuer does not answer, or when its answer is not accepted. Contains no token. */
export class SignOnFailed extends Error {
  readonly problem: SignOnProblem;
  /** The host is in a private network that may not be reached. */
  readonly isPrivate: boolean;

  constructor(problem: SignOnProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
    this.isPrivate = notReachedIn(cause)?.reason === 'host_private';
  }
}

export interface IssuerParts {
  readonly hosts: OutgoingHosts;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** Clocks of issuers differ from ours by seconds. */
const tolerance = minutes(1);
const patience = seconds(20);
const maxAnswerBytes = 1024 * 1024;

/**
 * Where the issuer sends a person back. Each registration has its own address, so that the answer of one issuer is
 * never taken for that of another (RFC 9207, section 4).
 */
export function returnAddress({ publicUrl }: Pick<IssuerParts, 'publicUrl'>, id: number): string {
  return `${publicUrl}/login/sign-on/${id}`;
}

/** The address at the issuer where the person logs in, and what has to be kept until then. Throws `SignOnFailed`. */
export async function beginAtIssuer(
  issuer: Issuer,
  parts: IssuerParts,
): Promise<{ readonly url: string; readonly attempt: Attempt }> {
  const configuration = await registrationAt(issuer, parts);
  const attempt = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(parts, issuer.id),
    scope: 'openid email',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, attempt };
}

/**
 * The claims of the person who came back with `search`, the query of the return address. The code is exchanged with
 * the verifier of the attempt; state, nonce, issuer, audience, times and signature are checked. Throws `SignOnFailed`.
 */
export async function finishAtIssuer(
  issuer: Issuer,
  parts: IssuerParts,
  { attempt, search }: { readonly attempt: Attempt; readonly search: string },
): Promise<Claims> {
  const configuration = await registrationAt(issuer, parts);
  const returned = new URL(returnAddress(parts, issuer.id));
  returned.search = search;
  return await orFailed(async () => {
    const answer = await openid.authorizationCodeGrant(configuration, returned, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const claims = answer.claims();
    if (!claims) throw new SignOnFailed('sign_on_failed');
    const isComplete = neededClaims(issuer).every((name) => claims[name] !== undefined);
    if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims;
    return {
      ...(await openid.fetchUserInfo(configuration, answer.access_token, claims.sub)),
      ...claims,
    };
  });
}

/** The claims that a login needs; some issuers return them only at their `userinfo` endpoint. */
function neededClaims({ organisation, groupsClaim }: Issuer): readonly string[] {
  return [
    'email',
    ...(organisation ? [organisation.claim] : []),
    ...(groupsClaim === null ? [] : [groupsClaim]),
  ];
}

/**
 * Whether the issuer knows the application and its secret: it must refuse an invented code because of the code, not
 * because of the application. Throws `SignOnFailed`.
 */
export async function knowsApplication(issuer: Issuer, parts: IssuerParts): Promise<boolean> {
  const configuration = await registrationAt(issuer, parts);
  const invented = {
    code: 'kontor-connection-test',
    redirect_uri: returnAddress(parts, issuer.id),
    code_verifier: openid.randomPKCECodeVerifier(),
  };
  return await orFailed(async () => {
    try {
      await openid.genericGrantRequest(configuration, 'authorization_code', invented);
      return true;
    } catch (error) {
      if (error instanceof openid.WWWAuthenticateChallengeError) return false;
      if (!(error instanceof openid.ResponseBodyError)) throw error;
      return !['invalid_client', 'unauthorized_client'].includes(error.error);
    }
  });
}

/** Loads the metadata of the issuer. Throws `SignOnFailed`, also if the metadata does not allow a login. */
async function registrationAt(issuer: Issuer, parts: IssuerParts): Promise<openid.Configuration> {
  return await orFailed(async () => {
    const isLocal = new URL(issuer.issuer).protocol === 'http:' && isServiceUrl(issuer.issuer);
    const configuration = await openid.discovery(
      new URL(issuer.issuer),
      issuer.applicationId,
      {
        [openid.clockSkew]: Math.round((parts.clock.now().getTime() - Date.now()) / 1000),
        [openid.clockTolerance]: tolerance / 1000,
      },
      authentication(issuer),
      {
        [openid.customFetch]: fetchPinned(parts.hosts),
        timeout: patience / 1000,
        execute: [
          openid.enableNonRepudiationChecks,
          // Only this machine is reached without encryption.
          ...(isLocal ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    const { issuer: reported, authorization_endpoint: page = '' } = configuration.serverMetadata();
    // Some issuers serve all organisations under one address, so that people of all of them could log in.
    if (withoutSlash(reported) !== withoutSlash(issuer.issuer)) throw new SignOnFailed('sign_on_failed');
    if (!isPage(page, isLocal)) throw new SignOnFailed('sign_on_failed');
    return configuration;
  });
}

/** The browser opens the address, so it must be a web page and not a script. */
function isPage(address: string, isLocal: boolean): boolean {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'https:' || (isLocal && protocol === 'http:');
}

/** Basic authentication is the default; some issuers offer only the secret in the form. */
function authentication({ applicationSecret }: Issuer): openid.ClientAuth {
  if (applicationSecret === null) return openid.None();
  return (server, ...more) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const made = offered.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    made(applicationSecret)(server, ...more);
  };
}

/** Calls the issuer with the limits for addresses that users enter (TECH-11). */
function fetchPinned(hosts: OutgoingHosts): openid.CustomFetch {
  return async (address, { method, headers, body }) => {
    const { status, ...answer } = await callPinned(new URL(address), {
      method,
      headers,
      // Only forms are sent to an issuer.
      ...(body instanceof URLSearchParams ? { body: Buffer.from(body.toString()) } : {}),
      hosts,
      longest: maxAnswerBytes,
      patience,
    });
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status, headers: answer.headers });
  };
}

/** The library throws for every answer that it does not accept; these are not bugs. */
async function orFailed<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SignOnFailed) throw error;
    throw new SignOnFailed(notReachedIn(error) ? 'sign_on_unreachable' : 'sign_on_failed', error);
  }
}

/** Why the issuer did not answer, if that is the cause of the error. */
function notReachedIn(error: unknown): NotReached | null {
  if (error instanceof NotReached) return error;
  return error instanceof Error ? notReachedIn(error.cause) : null;
}
