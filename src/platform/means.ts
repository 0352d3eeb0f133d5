import { Refused, refuse } from '../base/refusal.ts';
import { type Context, isActing, type Means, sessionMeans } from './context.ts';

interface Demand {
  /** Means that suffice. */
  readonly means: readonly Means[];
  /**
   * Whether it may be done for another person: while acting as that person, or with an API token that somebody else
   * created.
   */
  readonly forAnother: boolean;
}

/** Means that prove more than access to the person's mailbox (AUTH-36). */
const strongMeans = ['passkey', 'sign_on'] as const satisfies readonly Means[];

/**
 * Which means suffice for which sort of act (AUTH-23, AUTH-29, AUTH-30, AUTH-36). This is the only place that defines
 * it.
 *
 * @see docs/topics/acting-and-tokens.md
 */
export const demands = {
  /** Read, and work on documents and master data. */
  work: { means: [...sessionMeans, 'token', 'job'], forAnother: true },
  /** Acts under the four-eyes rule: approve, sign, export, send, terminate, and change bank data. */
  four_eyes: { means: [...sessionMeans, 'token', 'job'], forAnother: false },
  /** Create, change and block people by SCIM; the token of the directory does nothing else (AUTH-33). */
  provisioning: { means: ['directory'], forAnother: false },
  /** Decide the one task that the link of a mail names (MAIL-06). */
  linked_task: { means: ['mail_link'], forAnother: false },
  /** Manage one's own passkeys, tokens, sessions and addresses. */
  own_login: { means: sessionMeans, forAnother: false },
  /** Enter as a person who must have a passkey; the database decides who that is (`app.require_passkey`). */
  bound_entry: { means: [...strongMeans, 'token', 'directory', 'mail_link', 'job'], forAnother: true },
  /** Enter a tenant that allows only single sign-on; the database decides who is exempt (`app.require_sign_on`). */
  sign_on_entry: { means: ['sign_on', 'token', 'directory', 'mail_link', 'job'], forAnother: true },
  /** Approve more than the tenant allows without a passkey. */
  large_approval: { means: strongMeans, forAnother: false },
  /** Change passkeys where the tenant requires them, except for a person's first one. */
  kept_passkeys: { means: strongMeans, forAnother: false },
} as const satisfies Readonly<Record<string, Demand>>;

/** A sort of act, classified by what it demands of the caller. */
export type Act = keyof typeof demands;

/** Whether the means of the person suffice for such an act. */
export function suffices(context: Pick<Context, 'userId' | 'actorId' | 'means'>, act: Act): boolean {
  const { means, forAnother }: Demand = demands[act];
  return means.includes(context.means) && (forAnother || !isActing(context));
}

/**
 * Refuses `call_not_granted` if the token of a service account names none of the writing calls: a mutation by its name,
 * a route as `POST /api/...` (AUTH-34).
 */
export function requireCall(
  { calls }: Pick<Context, 'calls'>,
  ...oneOf: readonly [string, ...string[]]
): void {
  if (calls && !oneOf.some((call) => calls.includes(call)))
    throw new Refused(refuse('call_not_granted', { values: { call: oneOf[0] } }));
}

/** Refuses `permission_denied` if the means of the person do not suffice for the act. */
export function requireMeans(context: Pick<Context, 'userId' | 'actorId' | 'means'>, act: Act): void {
  if (!suffices(context, act)) throw new Refused(refuse('permission_denied'));
}
