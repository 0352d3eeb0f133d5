import { asWriter } from '../../../../platform/server/as-role.ts';
import { after, days } from '../../../../platform/server/clock.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { type JobHandlers, systemContext } from '../../../../platform/server/jobs/jobs.ts';
import { warnAdministrators } from '../../../../platform/server/mail/administrators.ts';
import type { MailingParts } from '../../../../platform/server/mail/mailing-parts.ts';
import { text } from '../../../../platform/server/texts.ts';

/** Daily jobs with the hour of the tenant's day from which they are due. */
export const dailyTokenJobs = { warn_of_service_tokens: 6 } as const;

const warnedBefore = days(14);

interface Ending {
  readonly account_id: number;
  readonly account: string;
  readonly token: string;
  /** `DD.MM.YYYY` in the tenant's time zone. */
  readonly day: string;
}

/** Tells the administrators once that a token of a service account ends within 14 days (AUTH-34). */
export function serviceTokenJobs(parts: MailingParts): JobHandlers {
  return {
    warn_of_service_tokens: async ({ context }) => {
      const { tenantId } = context;
      const warned = await asWriter(parts.database, systemContext(tenantId, context.requestId), (tx) =>
        warn(tx, parts.publicUrl, tenantId, parts.clock.now()),
      );
      return { warned };
    },
  };
}

async function warn(tx: Tx, publicUrl: string, tenantId: number, now: Date): Promise<number> {
  const ending = await tx.fixed<Ending>(
    `update service_token s set warned_at = $1
     where secret_hash is not null and warned_at is null and expires_at > $1 and expires_at < $2
     returning lb_user_id as account_id, (select u.name from lb_user u where u.id = s.lb_user_id) as account, s.name as token,
       to_char(expires_at at time zone app.time_zone(), 'DD.MM.YYYY') as day`,
    [now, after(now, warnedBefore)],
  );
  for (const { account_id, ...names } of ending) {
    const url = new URL(`/admin/user/form?id=${account_id}`, publicUrl).href;
    await warnAdministrators(tx, publicUrl, tenantId, (language) => ({
      subject: text(language, 'mail.service_token_ends.subject', names),
      blocks: [
        text(language, 'mail.service_token_ends.intro', names),
        { label: text(language, 'mail.service_token_ends.open'), url },
      ],
    }));
  }
  return ending.length;
}
