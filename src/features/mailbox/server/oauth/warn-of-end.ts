import { asWriter } from '../../../../platform/server/as-role.ts';
import { after, days } from '../../../../platform/server/clock.ts';
import { type JobHandlers, systemContext } from '../../../../platform/server/jobs/jobs.ts';
import type { MailingParts } from '../../../../platform/server/mail/mailing-parts.ts';
import { warnOfSignIn } from '../mailbox-warning.ts';

/** Daily jobs with the hour of the tenant's day from which they are due. */
export const dailyMailboxJobs = { warn_of_mailboxes: 6 } as const;

const warnedBefore = days(30);

/** Informs the administrators once that the sign-in of a mailbox ends within 30 days or has ended (MBX-08). */
export function mailboxWarningJobs({ database, clock, publicUrl }: MailingParts): JobHandlers {
  return {
    warn_of_mailboxes: async ({ context: { tenantId, requestId } }) =>
      await asWriter(database, systemContext(tenantId, requestId), async (tx) => {
        const ending = await tx.fixed<{ id: number; name: string; day: string }>(
          `update mailbox set oauth_warned_at = $1
           where active and sign_in <> 'password' and oauth_refresh_token is not null and oauth_warned_at is null
             and oauth_until < $2
           returning id, name, to_char(oauth_until at time zone app.time_zone(), 'YYYY-MM-DD') as day`,
          [clock.now(), after(clock.now(), warnedBefore)],
        );
        for (const mailbox of ending) await warnOfSignIn(tx, publicUrl, tenantId, mailbox);
        return { warned: ending.length };
      }),
  };
}
