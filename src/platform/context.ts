import type { Language } from '../base/language.ts';

/** The API schema of a caller (ROLE-07): three kinds of person, each with and without `user-price`. */
export interface ApiRole {
  readonly kind: 'user' | 'admin' | 'operator';
  readonly price: boolean;
  /** May read supplier accounts; administrators may anyway. */
  readonly bank?: boolean;
}

/** How an interactive session of the pages starts: login link of a mail, passkey, single sign-on, or demo login. */
export const sessionMeans = ['link', 'passkey', 'sign_on', 'demo'] as const;

export type SessionMeans = (typeof sessionMeans)[number];

/** Means of an act without a session at a page, as shown to everyone who sees the act. */
export const ways = ['token', 'mail_link', 'job'] as const;

export type Way = (typeof ways)[number];

/**
 * How a caller is authenticated (AUTH-30): by a session, an API token, the link of a mail or another single-purpose
 * secret address, as a job without a person, or by the token of the company's directory (AUTH-33).
 */
export const means = [...sessionMeans, ...ways, 'directory'] as const;

export type Means = (typeof means)[number];

/**
 * The caller of one request or job. The database verifies it on entry (`app.enter`) and refuses an outdated token
 * version, so its roles can be trusted for the length of the transaction.
 */
export interface Context {
  readonly tenantId: number;
  /** The effective person (AUTH-17). */
  readonly userId: number;
  /**
   * The human behind the effective person: the one logged in, or the creator of the API token. Differs from `userId`
   * while acting as another user, and for a token that somebody else created (AUTH-23).
   */
  readonly actorId: number;
  readonly means: Means;
  /** The version of the effective person's rights that the token was issued for; null for jobs. */
  readonly tokenVersion: number | null;
  /** The session of the request, as its family of refresh tokens; missing without one. */
  readonly sessionId?: string;
  /** Effective role names: own ones and those of the task groups (ROLE-03). */
  readonly roles: readonly string[];
  /** The writing calls that the token of a service account may make; without it, all (AUTH-34). */
  readonly calls?: readonly string[];
  /** The request came from the operator area with `x-hasura-role: user-operator` (TECH-04). */
  readonly asOperator: boolean;
  readonly language: Language;
  readonly requestId: string;
  /**
   * The job attempt that runs this context; its writes are refused once another worker has taken the job over
   * (JOB-06).
   */
  readonly attempt?: JobAttempt;
  /** The idempotency key of the request; repeated requests with it have one effect (SHEET-21). */
  readonly keyed?: KeyedRequest;
}

/** A request with its idempotency key. */
export interface KeyedRequest {
  readonly key: string;
  /** The content received so far, which distinguishes requests with the same key. */
  readonly content: () => unknown;
  /** The position of the starting transaction among those of the request, from 0. */
  readonly nextPlace: () => number;
}

/** One attempt at a job of the tenant; attempt numbers are never reused. */
export interface JobAttempt {
  readonly jobId: number;
  readonly number: number;
}

/**
 * Roles that an administrator does not hold implicitly: the operator's (ROLE-02), and the auditor's, which only
 * restricts.
 */
const notImpliedRoles: readonly string[] = ['user-operator', 'user-auditor'];

/** Whether the person holds a role; an administrator implicitly holds all but `notImpliedRoles` (ROLE-02). */
export function hasRole(context: Pick<Context, 'roles'>, role: string): boolean {
  return (
    context.roles.includes(role) || (!notImpliedRoles.includes(role) && context.roles.includes('user-admin'))
  );
}

/**
 * Roles that handle suppliers or invoices and may therefore read supplier accounts; same list as `app.handles_bank`
 * in the database.
 */
const bankRoles = [
  'user-can-insert-supplier',
  'user-can-change-invoices',
  'user-export-invoice',
  'user-see-all-invoices',
  'user-see-all-invoices-belonging-to-own-company',
  'user-auditor',
] as const;

/** Whether the person may read supplier accounts (AUTH-31). */
export function handlesBank(context: Pick<Context, 'roles'>): boolean {
  return bankRoles.some((role) => hasRole(context, role));
}

/**
 * Whether somebody else acts for the person: an administrator logged in as that person, or the creator of the
 * person's API token (AUTH-29).
 */
export function isActing({ actorId, userId }: Pick<Context, 'actorId' | 'userId'>): boolean {
  return actorId !== userId;
}

/**
 * How the effective person logged in; null without a session, or while somebody else acts for the person (AUTH-30).
 */
export function ownSession(context: Pick<Context, 'actorId' | 'userId' | 'means'>): SessionMeans | null {
  return isActing(context) ? null : (sessionMeans.find((one) => one === context.means) ?? null);
}

/** Whether the person is an auditor: one company and period, read only, every request logged (ARC-04). */
export function isAuditor({ roles }: Pick<Context, 'roles'>): boolean {
  return roles.includes('user-auditor');
}

export function apiRole(context: Pick<Context, 'roles' | 'asOperator'>): ApiRole {
  const kind = context.asOperator ? 'operator' : context.roles.includes('user-admin') ? 'admin' : 'user';
  return { kind, price: hasRole(context, 'user-price'), bank: handlesBank(context) };
}
