import type { Language } from '../base/language.ts';

/** Whose API schema it is (ROLE-07): three kinds of person, each with and without `user-price`. */
export interface ApiRole {
  readonly kind: 'user' | 'admin' | 'operator';
  readonly price: boolean;
  /** Reads the accounts of suppliers; administrators do anyway. */
  readonly bank?: boolean;
}

/** With what a session of the pages begins, at which a person sits: the login link of a mail, a passkey, the login of the demo. */
export const sessionMeans = ['link', 'passkey', 'demo'] as const;

export type SessionMeans = (typeof sessionMeans)[number];

/** The means of an act at which nobody sat at a page, as everybody may know it who sees the act. */
export const ways = ['token', 'mail_link', 'job'] as const;

export type Way = (typeof ways)[number];

/**
 * By what somebody is there (AUTH-30): by a session, with an API token, with the link of a mail or another secret address that
 * is good for one thing, or by a job, behind which nobody sits.
 */
export const means = [...sessionMeans, ...ways] as const;

export type Means = (typeof means)[number];

/**
 * Who asks, for one request or job. The database verifies it on entry (`app.enter`) and refuses an
 * outdated token version, so that the roles in it can be trusted for the length of the transaction.
 */
export interface Context {
  readonly tenantId: number;
  /** The effective person (AUTH-17). */
  readonly userId: number;
  /**
   * The human behind it: who is really logged in, or who made the API token. Differs from `userId` while acting as another
   * user, and with a token that somebody else made (AUTH-23).
   */
  readonly actorId: number;
  readonly means: Means;
  /** The version of the effective person's rights that the token was issued for; null for jobs. */
  readonly tokenVersion: number | null;
  /** Effective role names: own ones and those of the task groups (ROLE-03). */
  readonly roles: readonly string[];
  /** The request came from the operator area with `x-hasura-role: user-operator` (TECH-04). */
  readonly asOperator: boolean;
  readonly language: Language;
  readonly requestId: string;
  /** The attempt at a job in which this is done: once another worker has taken the job over, nothing more is (JOB-06). */
  readonly attempt?: JobAttempt;
  /** The request has a key, so that it happens once however often it comes (SHEET-21). */
  readonly keyed?: KeyedRequest;
}

/** A request with the key that its sender gave it. */
export interface KeyedRequest {
  readonly key: string;
  /** What tells it from another one with the same key, as far as it has arrived. */
  readonly content: () => unknown;
  /** The place of the transaction that begins now among those of the request, from 0. */
  readonly nextPlace: () => number;
}

/** One beginning of a job of the tenant; its number never comes again. */
export interface JobAttempt {
  readonly jobId: number;
  readonly number: number;
}

/** The roles that an administrator is not asked for implicitly: an operator's (ROLE-02), and an auditor's, which only narrows. */
const notImpliedRoles: readonly string[] = ['user-operator', 'user-auditor'];

/** Whether the person holds a role; an administrator implicitly holds all but `notImpliedRoles` (ROLE-02). */
export function hasRole(context: Pick<Context, 'roles'>, role: string): boolean {
  return (
    context.roles.includes(role) || (!notImpliedRoles.includes(role) && context.roles.includes('user-admin'))
  );
}

/** Who handles suppliers or invoices and therefore reads accounts of suppliers, as the database has it (`app.handles_bank`). */
const bankRoles = [
  'user-can-insert-supplier',
  'user-can-change-invoices',
  'user-export-invoice',
  'user-see-all-invoices',
  'user-see-all-invoices-belonging-to-own-company',
  'user-auditor',
] as const;

/** Whether the person reads the accounts of suppliers (AUTH-31). */
export function handlesBank(context: Pick<Context, 'roles'>): boolean {
  return bankRoles.some((role) => hasRole(context, role));
}

/** Whether somebody else acts for the person: an administrator who logged in as him, or made his API token (AUTH-29). */
export function isActing({ actorId, userId }: Pick<Context, 'actorId' | 'userId'>): boolean {
  return actorId !== userId;
}

/** With what the person himself has logged in; null where he has not, or where somebody else acts for him (AUTH-30). */
export function ownSession(context: Pick<Context, 'actorId' | 'userId' | 'means'>): SessionMeans | null {
  return isActing(context) ? null : (sessionMeans.find((one) => one === context.means) ?? null);
}

/** Whether the person reads as an auditor: one company and period, every request logged, nothing changed (ARC-04). */
export function isAuditor({ roles }: Pick<Context, 'roles'>): boolean {
  return roles.includes('user-auditor');
}

export function apiRole(context: Pick<Context, 'roles' | 'asOperator'>): ApiRole {
  const kind = context.asOperator ? 'operator' : context.roles.includes('user-admin') ? 'admin' : 'user';
  return { kind, price: hasRole(context, 'user-price'), bank: handlesBank(context) };
}
