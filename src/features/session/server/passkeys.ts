import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { suffices } from '../../../platform/means.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { findPerson, type Person, shutOut } from '../../../platform/server/person.ts';
import { type PublicAddress, passkeyDomain, passkeyOrigins } from '../../../platform/tenant-origin.ts';
import { notifyOfAccount } from './account-mail.ts';
import { noteFailedPasskey, notingFailedPasskey } from './failed-logins.ts';
import { startOwnSession } from './own-session.ts';
import { type ChallengePurpose, keepChallenge, takeChallenge } from './passkey-challenges.ts';
import type { Device, StartedFamily } from './refresh-tokens.ts';

/** Passkeys belong to the domain of the address, answers must come from its origins. */
export interface PasskeyParts extends PublicAddress {
  readonly database: Database;
  readonly clock: Clock;
}

/** The origins that an answer may name; throws where it is no JSON. */
function originsFor(address: PublicAddress, { response }: Attestation | Assertion): string[] {
  const { origin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
    origin?: unknown;
  };
  return passkeyOrigins(address, String(origin));
}

/** COSE numbers of EdDSA, ES256 and RS256: every authenticator supports one of these. */
const algorithms = [-8, -7, -257];

/** The authenticator's answer as the browser sends it; validated here. */
export type Attestation = RegistrationResponseJSON;
export type Assertion = AuthenticationResponseJSON;

/** Browser options for a person's new passkey (AUTH-10). Refuses `passkey_login_first` like `registerPasskey`. */
export async function registrationOptions(
  parts: PasskeyParts,
  context: Context,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { database, clock } = parts;
  const { person, known } = await database.inTenant(
    context,
    async (tx) => {
      const [, person, known] = await firstFailure(
        requireChangeable(database, tx, context),
        myself(tx, context),
        knownCredentials(tx, context.userId),
      );
      return { person, known };
    },
    { role: 'writer', isForPasskey: true },
  );
  const options = await generateRegistrationOptions({
    rpName: 'Kontor',
    rpID: passkeyDomain(parts),
    userName: `${person.email} (${person.tenantName})`,
    userDisplayName: person.name,
    userID: new Uint8Array(Buffer.from(userHandle(person))),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(database, registering(context), options.challenge, clock.now());
  return options;
}

/**
 * Stores a new passkey and returns its id. Refuses `passkey_failed` when the answer does not verify, `passkey_known`
 * when the passkey is already stored (AUTH-11), and `passkey_login_first` when the person must first log in with an
 * existing passkey (AUTH-36).
 */
export async function registerPasskey(
  parts: PasskeyParts,
  context: Context,
  { name, credential }: { readonly name: string; readonly credential: Attestation },
): Promise<{ id: number }> {
  const { database, clock, publicUrl } = parts;
  const challenge = await takenChallenge(database, registering(context), credential, clock.now());
  const verified = await orPasskeyFailed(() =>
    verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: originsFor(parts, credential),
      expectedRPID: passkeyDomain(parts),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified.verified) throw passkeyFailed();
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return database.inTenant(
    context,
    async (tx) => {
      await requireChangeable(database, tx, context);
      const stored = await tx.maybeOne<{ id: number }>(
        `insert into passkey (tenant_id, lb_user_id, name, credential_id, public_key, counter, transports)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning id`,
        [
          context.tenantId,
          context.userId,
          name,
          Buffer.from(id, 'base64url'),
          Buffer.from(publicKey),
          counter,
          credential.response.transports ?? [],
        ],
      );
      if (!stored) throw new Refused(refuse('passkey_known'));
      const person = await myself(tx, context);
      await notifyOfAccount(tx, publicUrl, { person, news: 'passkey_made', values: { passkey: name } });
      return stored;
    },
    { role: 'writer', isOwnMatter: true, isForPasskey: true },
  );
}

/** Browser options for a login; the person chooses the passkey. */
export async function loginOptions(parts: PasskeyParts): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { database, clock } = parts;
  const options = await generateAuthenticationOptions({
    rpID: passkeyDomain(parts),
    userVerification: 'required',
  });
  await keepChallenge(database, 'login', options.challenge, clock.now());
  return options;
}

/**
 * Starts a session for the owner of the passkey. Refuses `passkey_failed` for every invalid answer without naming the
 * reason, and `account_blocked` when the owner may not log in (AUTH-09).
 */
export async function logInWithPasskey(
  parts: PasskeyParts,
  credential: Assertion,
  device: Device,
): Promise<{ person: Person; started: StartedFamily }> {
  const { database, clock } = parts;
  const now = clock.now();
  const challenge = await takenChallenge(database, 'login', credential, now);
  const passkey = await database.atGate((tx) => findPasskey(tx, credential.id));
  if (!passkey) {
    const owner = ownerOf(credential.response.userHandle);
    if (owner) await noteFailedPasskey(database, { owner, device, code: 'passkey_unknown' });
    throw passkeyFailed();
  }
  return await notingFailedPasskey(database, { owner: passkey, device }, () =>
    logInKnown(parts, { passkey, challenge, credential, device, now }),
  );
}

interface KnownPasskeyLogin {
  readonly passkey: StoredPasskey;
  readonly challenge: string;
  readonly credential: Assertion;
  readonly device: Device;
  readonly now: Date;
}

async function logInKnown(
  parts: PasskeyParts,
  { passkey, challenge, credential, device, now }: KnownPasskeyLogin,
): Promise<{ person: Person; started: StartedFamily }> {
  const { database, publicUrl } = parts;
  if (credential.response.userHandle !== encodedHandle(passkey)) throw passkeyFailed();
  const { verified, authenticationInfo } = await orPasskeyFailed(() =>
    verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: originsFor(parts, credential),
      expectedRPID: passkeyDomain(parts),
      credential: passkey.credential,
      requireUserVerification: true,
    }),
  );
  if (!verified) throw passkeyFailed();
  return database.atGate(async (tx) => {
    await countUse(tx, passkey.credential.id, authenticationInfo.newCounter, now);
    const person = await findPerson(tx, passkey.tenantId, passkey.id);
    if (!person?.mayLogIn) throw new Refused(person ? shutOut(person) : refuse('account_blocked'));
    const details = { person, means: 'passkey', device, now } as const;
    return { person, started: await startOwnSession(tx, publicUrl, details) };
  });
}

/**
 * Deletes one's own passkey or, for administrators, one of the tenant. Refuses `passkey_login_first` when the person
 * must first log in with a passkey (AUTH-36).
 */
export async function removePasskey(database: Database, context: Context, id: number): Promise<void> {
  await database.inTenant(
    context,
    async (tx) => {
      await tx.one('select id from passkey where id = $1', [id]);
      const isKept =
        !suffices(context, 'kept_passkeys') && (await areRequired(database, tx.as('writer'), context));
      if (isKept) throw new Refused(refuse('passkey_login_first'));
      await tx.as('writer').fixed('delete from passkey where id = $1', [id]);
    },
    { isOwnMatter: true },
  );
}

/**
 * Where passkeys are required, a mailed link allows only the first passkey: a person who has one must log in with it
 * before adding another (AUTH-36).
 */
async function requireChangeable(database: Database, tx: Tx, context: Context): Promise<void> {
  if (suffices(context, 'kept_passkeys')) return;
  const { has_passkey: hasPasskey } = await tx.one<{ has_passkey: boolean }>(
    `select exists (select from passkey where lb_user_id = $1 and ${isGood}) as has_passkey`,
    [context.userId],
  );
  if (hasPasskey && (await areRequired(database, tx, context)))
    throw new Refused(refuse('passkey_login_first'));
}

/**
 * Whether the tenant requires passkeys of any role, or the installation requires one of this person (AUTH-36). `tx`
 * acts as `writer`.
 */
async function areRequired(
  { requiresOperatorPasskeys }: Database,
  tx: Tx,
  { roles }: Context,
): Promise<boolean> {
  if (requiresOperatorPasskeys && roles.includes('user-operator')) return true;
  const setting = await tx.maybeOne(
    `select from configuration where client_id is null
       and (key = 'passkey_administrators' and value = 'true' or key = 'passkey_approval_amount' and value is not null)`,
  );
  return setting !== undefined;
}

interface Owner {
  readonly tenantId: number;
  readonly id: number;
}

interface StoredPasskey extends Owner {
  readonly credential: WebAuthnCredential;
}

/** The account name inside an authenticator; never shown to people. */
function userHandle({ tenantId, id }: Owner): string {
  return `${tenantId}.${id}`;
}

/** The owner that a passkey claims; unverified. */
function ownerOf(handle: string | undefined): Owner | null {
  const [, tenantId, id] =
    /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(handle ?? '', 'base64url').toString()) ?? [];
  return tenantId === undefined ? null : { tenantId: Number(tenantId), id: Number(id) };
}

function encodedHandle(owner: Owner): string {
  return Buffer.from(userHandle(owner)).toString('base64url');
}

function registering(context: Context): ChallengePurpose {
  return { action: 'register', tenantId: context.tenantId, userId: context.userId };
}

async function myself(tx: Tx, context: Context): Promise<Person> {
  const person = await findPerson(tx, context.tenantId, context.userId);
  if (!person) throw new Refused(refuse('not_found'));
  return person;
}

async function knownCredentials(tx: Tx, userId: number): Promise<{ id: string; transports: string[] }[]> {
  const rows = await tx.fixed<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from passkey where lb_user_id = $1',
    [userId],
  );
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    transports,
  }));
}

/** A passkey of an auditor is invalid once the access has ended (ARC-04). */
const isGood = '(ends_on is null or not app.is_over(tenant_id, ends_on))';

async function findPasskey(tx: Tx, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await tx.maybeOne<{
    tenant_id: number;
    lb_user_id: number;
    public_key: Buffer;
    counter: number;
  }>(
    `select tenant_id, lb_user_id, public_key, counter from passkey
     where credential_id = $1 and ${isGood}`,
    [Buffer.from(credentialId, 'base64url')],
  );
  return (
    row && {
      tenantId: row.tenant_id,
      id: row.lb_user_id,
      credential: { id: credentialId, publicKey: new Uint8Array(row.public_key), counter: row.counter },
    }
  );
}

/** Stores the counter. A counter that does not increase means a copied passkey; some authenticators always send 0. */
async function countUse(tx: Tx, credentialId: string, counter: number, now: Date): Promise<void> {
  const counted = await tx.maybeOne(
    `update passkey set counter = $2, last_login = $3
     where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [Buffer.from(credentialId, 'base64url'), counter, now],
  );
  if (!counted) throw passkeyFailed();
}

/** The challenge named in the answer, if it was issued by us and is unused. */
async function takenChallenge(
  database: Database,
  purpose: ChallengePurpose,
  { response }: Attestation | Assertion,
  now: Date,
): Promise<string> {
  const challenge = challengeIn(response.clientDataJSON);
  if (challenge === null || !(await takeChallenge(database, purpose, challenge, now))) throw passkeyFailed();
  return challenge;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data && data.challenge;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** The library throws for every invalid answer; these are not bugs. */
async function orPasskeyFailed<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw passkeyFailed();
  }
}

function passkeyFailed(): Refused {
  return new Refused(refuse('passkey_failed'));
}
