import { orRefuse, type Refusal, refuse } from '../../../base/refusal.ts';
import { refreshTokenRotationMs } from '../../../platform/constants.ts';
import type { SessionMeans } from '../../../platform/context.ts';
import { after, type Clock, seconds } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { findPerson, type Person, shutOut } from '../../../platform/server/person.ts';
import { type Secrets, tokenDigest } from '../../../platform/server/secrets.ts';
import type { TokenSubject, Tokens } from '../../../platform/server/tokens.ts';
import { countUnknown } from '../../../platform/server/unknown-access.ts';
import { permissionNumbers } from '../roles.ts';
import { takeLogin } from './login-token.ts';
import { startOwnSession } from './own-session.ts';
import { type Device, endSessions, insertRefreshToken, type StartedFamily } from './refresh-tokens.ts';

/** The tokens of a new session. */
export interface SessionTokens {
  readonly jwt: string;
  readonly refreshToken: string;
}

export interface StartedSession extends SessionTokens {
  /** Address of the session's person. */
  readonly email: string;
  readonly returnTo: string | null;
}

/** Sessions: refresh tokens in families, and access tokens made from them (AUTH-12 to AUTH-15). */
export interface Sessions {
  /** Exchanges a one-time token from a mail or from the demo login. */
  logIn(loginToken: string, device: Device, means?: 'link' | 'demo'): Promise<StartedSession>;
  /**
   * A new access token with current rights (AUTH-20). `idleMs` is the time since the page was last used; a session
   * idle for longer than the tenant allows ends with `session_idle` (AUTH-36).
   */
  access(refreshToken: string, idleMs?: number): Promise<string>;
  /** The refresh token to use from now on: the same one for a day, then its successor. */
  rotate(refreshToken: string, device: Device, idleMs?: number): Promise<string>;
  /** Ends the session of a refresh token at once; ignores unknown tokens. */
  logOut(refreshToken: string): Promise<void>;
}

export interface SessionParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** Parallel tabs may still use the former token for this long after a rotation. */
const grace = seconds(30);

export function createSessions(parts: SessionParts): Sessions {
  const { database, secrets, clock } = parts;
  return {
    logIn: async (loginToken, device, means = 'link') => {
      const now = clock.now();
      const { login, started } = await database.atGate(async (tx) => {
        const login = await takeLogin(tx, loginToken, now);
        const { person } = login;
        const details = { person, means, device, now };
        return { login, started: await startOwnSession(tx, parts.publicUrl, details) };
      });
      const tokens = await startedTokens(parts.tokens, login.person, started);
      return { ...tokens, email: login.person.email, returnTo: login.returnTo };
    },
    access: async (refreshToken, idleMs = 0) => {
      const { person, ...session } = await useSession(
        parts,
        refreshToken,
        async (tx, session) => {
          await touch(tx, session, session.usedAt);
          return session;
        },
        idleMs,
      );
      return accessTokenOf(parts.tokens, person, session);
    },
    rotate: (refreshToken, device, idleMs = 0) => {
      const run = async (tx: Tx, session: Session): Promise<string> => {
        const now = clock.now();
        if (!session.isReplaced && !isDueForRotation(session, now)) {
          await touch(tx, session, session.usedAt);
          return refreshToken;
        }
        const successor = secrets.successor(refreshToken);
        if (!session.isReplaced) await replace(tx, session, successor, device, now);
        return successor;
      };
      return useSession(parts, refreshToken, run, idleMs);
    },
    logOut: (refreshToken) =>
      database.atGate(async (tx) => {
        const row = await lockRow(tx, refreshToken);
        if (row) await endSessions(tx, 'session', { by: 'logout', now: clock.now() }, row.family);
      }),
  };
}

/** The tokens for the browser when a session starts. */
export async function startedTokens(
  tokens: Tokens,
  person: Person,
  started: StartedFamily,
): Promise<SessionTokens> {
  return { jwt: await accessTokenOf(tokens, person, started), refreshToken: started.refreshToken };
}

/** An access token with the person's current rights (AUTH-18, AUTH-20). */
export function accessTokenOf(
  tokens: Tokens,
  person: Person,
  { actorId, means, family }: Pick<TokenSubject, 'actorId' | 'means'> & { readonly family?: string },
): Promise<string> {
  return tokens.issueAccess({
    tenantId: person.tenantId,
    tenantName: person.tenantName,
    userId: person.id,
    actorId,
    means,
    tokenVersion: person.tokenVersion,
    email: person.email,
    language: person.language,
    roles: person.roles,
    permissions: permissionNumbers(person.roles),
    ...(family === undefined ? {} : { sessionId: family }),
  });
}

interface Row {
  readonly id: string;
  readonly tenant_id: number;
  readonly lb_user_id: number;
  readonly actor_id: number;
  readonly means: SessionMeans;
  readonly family: string;
  readonly created_at: string;
  readonly family_started_at: string;
  readonly expires_at: string;
  readonly last_used_at: string;
  readonly replaced_at: string | null;
  readonly revoked_at: string | null;
}

/** A valid refresh token and its person. */
interface Session {
  readonly id: string;
  readonly person: Person;
  readonly actorId: number;
  readonly means: SessionMeans;
  readonly family: string;
  readonly createdAt: Date;
  readonly familyStartedAt: Date;
  /** A parallel tab has replaced it within the grace period. */
  readonly isReplaced: boolean;
  /** When the person last used a page of the session. */
  readonly usedAt: Date;
}

/**
 * Runs with the session of a refresh token, its row locked. Refuses `unauthenticated` when the token is unknown,
 * expired or revoked. A token replaced longer ago than the grace period, or whose person may no longer log in, ends
 * the whole family (AUTH-15); this is committed before the refusal.
 */
async function useSession<T>(
  { database, clock }: SessionParts,
  refreshToken: string,
  use: (tx: Tx, session: Session) => Promise<T>,
  idleMs = 0,
): Promise<T> {
  const now = clock.now();
  const used = await database.atGate(async (tx) => {
    const row = await lockRow(tx, refreshToken);
    if (!row) return 'unknown';
    if (new Date(row.expires_at) <= now) return null;
    const person = row.revoked_at === null ? await personOf(tx, row) : undefined;
    if (person === undefined || isReuse(row, now)) {
      const by = person === undefined ? 'shut_out' : 'reuse';
      if (row.revoked_at === null) await endSessions(tx, 'session', { by, now }, row.family);
      // A person whose access was blocked mid-session reads why, also on repeated requests. A reused token gets no
      // reason, since it may be stolen (AUTH-09).
      return isReuse(row, now) ? null : await refusalOfShutOut(tx, row);
    }
    const usedAt = new Date(Math.max(new Date(row.last_used_at).getTime(), now.getTime() - idleMs));
    if (await isIdle(tx, row.tenant_id, now.getTime() - usedAt.getTime())) {
      await endSessions(tx, 'session', { by: 'idle', now }, row.family);
      return refuse('session_idle');
    }
    return { answer: await use(tx, sessionOf(row, person, usedAt)) };
  });
  if (used === 'unknown') await countUnknown(database, 'unknown_session');
  return orRefuse(used === 'unknown' || used === null ? refuse('unauthenticated') : used).answer;
}

function lockRow(tx: Tx, refreshToken: string): Promise<Row | undefined> {
  return tx.maybeOne<Row>(
    `select id, tenant_id, lb_user_id, actor_id, means, family, created_at, family_started_at, expires_at,
       last_used_at, replaced_at, revoked_at
     from refresh_token where token_hash = $1 for update`,
    [tokenDigest(refreshToken)],
  );
}

/**
 * The person, if allowed in; impersonation also needs an administrator as actor and never an operator as target
 * (AUTH-21).
 */
async function personOf(tx: Tx, row: Row): Promise<Person | undefined> {
  const person = await findPerson(tx, row.tenant_id, row.lb_user_id);
  if (!person?.mayLogIn) return undefined;
  if (row.actor_id === row.lb_user_id) return person;
  const actor = await findPerson(tx, row.tenant_id, row.actor_id);
  const mayAct =
    actor?.mayLogIn && actor.roles.includes('user-admin') && !person.roles.includes('user-operator');
  return mayAct ? person : undefined;
}

/** Why an existing person may no longer log in; null for impersonations. */
async function refusalOfShutOut(tx: Tx, row: Row): Promise<Refusal | null> {
  if (row.actor_id !== row.lb_user_id) return null;
  const person = await findPerson(tx, row.tenant_id, row.lb_user_id);
  return person && !person.mayLogIn ? shutOut(person) : null;
}

function isReuse(row: Row, now: Date): boolean {
  return row.replaced_at !== null && now > after(new Date(row.replaced_at), grace);
}

/** Whether a session was idle for longer than its tenant allows (AUTH-36). */
async function isIdle(tx: Tx, tenantId: number, unusedMs: number): Promise<boolean> {
  const { idle } = await tx.one<{ idle: number | null }>(
    'select (extract(epoch from app.session_idle($1)) * 1000)::float8 as idle',
    [tenantId],
  );
  return idle !== null && unusedMs > idle;
}

function sessionOf(row: Row, person: Person, usedAt: Date): Session {
  return {
    id: row.id,
    person,
    actorId: row.actor_id,
    means: row.means,
    family: row.family,
    createdAt: new Date(row.created_at),
    familyStartedAt: new Date(row.family_started_at),
    isReplaced: row.replaced_at !== null,
    usedAt,
  };
}

function isDueForRotation(session: Session, now: Date): boolean {
  const isOwn = session.actorId === session.person.id;
  return isOwn && now >= after(session.createdAt, refreshTokenRotationMs);
}

async function replace(
  tx: Tx,
  session: Session,
  successor: string,
  device: Device,
  now: Date,
): Promise<void> {
  const { id, person, means, family, familyStartedAt } = session;
  await tx.query('update refresh_token set replaced_at = $2, last_used_at = $2 where id = $1', [id, now]);
  await insertRefreshToken(tx, successor, {
    person,
    actorId: person.id,
    means,
    family,
    familyStartedAt,
    device,
    now,
  });
}

async function touch(tx: Tx, session: Session, now: Date): Promise<void> {
  await tx.query('update refresh_token set last_used_at = $2 where id = $1', [session.id, now]);
}
