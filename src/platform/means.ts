import { Refused, refuse } from '../base/refusal.ts';
import { type Context, isActing, type Means, sessionMeans } from './context.ts';

interface Demand {
  /** By what whoever does it may be there. */
  readonly means: readonly Means[];
  /** Whether it may be done for another person: while acting as him, or with an API token that somebody else made. */
  readonly forAnother: boolean;
}

/** What proves more than that somebody reads the mails of the person (AUTH-36); single sign-on will be another (AUTH-32). */
const strongMeans = ['passkey'] as const satisfies readonly Means[];

/**
 * Which means suffice for which sort of act (AUTH-23, AUTH-29, AUTH-30, AUTH-36). Nothing else in the product says so.
 *
 * @see docs/topics/acting-and-tokens.md
 */
export const demands = {
  /** To look, and to work on documents and master data. */
  work: { means: [...sessionMeans, 'token', 'job'], forAnother: true },
  /** What two people answer for: to approve, sign, export, send, terminate, and to change bank data. */
  four_eyes: { means: [...sessionMeans, 'token', 'job'], forAnother: false },
  /** To decide the one task that the link of a mail is about (MAIL-06). */
  linked_task: { means: ['mail_link'], forAnother: false },
  /** How a person logs in: passkeys, tokens, sessions, addresses. */
  own_login: { means: sessionMeans, forAnother: false },
  /** To be there as somebody of whom a passkey is required; who asks for it, the database knows (`app.require_passkey`). */
  bound_entry: { means: [...strongMeans, 'token', 'mail_link', 'job'], forAnother: true },
  /** To approve more than the tenant lets anybody approve without a passkey. */
  large_approval: { means: strongMeans, forAnother: false },
  /** To change passkeys where they are required of anybody, but for the first one of a person. */
  kept_passkeys: { means: strongMeans, forAnother: false },
} as const satisfies Readonly<Record<string, Demand>>;

/** A sort of act, by what it demands of whoever does it. */
export type Act = keyof typeof demands;

/** Whether the means of the person suffice for such an act. */
export function suffices(context: Pick<Context, 'userId' | 'actorId' | 'means'>, act: Act): boolean {
  const { means, forAnother }: Demand = demands[act];
  return means.includes(context.means) && (forAnother || !isActing(context));
}

/** Refuses `permission_denied` where the means of the person do not suffice for such an act. */
export function requireMeans(context: Pick<Context, 'userId' | 'actorId' | 'means'>, act: Act): void {
  if (!suffices(context, act)) throw new Refused(refuse('permission_denied'));
}
