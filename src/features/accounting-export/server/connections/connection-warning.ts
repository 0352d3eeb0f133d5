import { asWriter } from '../../../../platform/server/as-role.ts';
import { after, days } from '../../../../platform/server/clock.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { type JobHandlers, systemContext } from '../../../../platform/server/jobs/jobs.ts';
import { warnAdministrators } from '../../../../platform/server/mail/administrators.ts';
import type { MailingParts } from '../../../../platform/server/mail/mailing-parts.ts';
import { text } from '../../../../platform/server/texts.ts';
import { type ConnectedSystem, connectionOf, targets } from '../../../export-target/targets.ts';

/** Daily jobs with the hour of the tenant's day from which they are due. */
export const dailyConnectionJobs = { warn_of_connections: 6 } as const;

const warnedBefore = days(30);

interface Ending {
  readonly company: string | null;
  readonly system: ConnectedSystem;
  /** `YYYY-MM-DD` in the tenant's time zone. */
  readonly day: string;
}

/** Informs the administrators once that a connection ends within 30 days (EXP-07). */
export function connectionJobs(parts: MailingParts): JobHandlers {
  return {
    warn_of_connections: async ({ context }) => {
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
    `update accounting_connection c set warned_at = $1
     where state = 'active' and warned_at is null and connected_until < $2
     returning system, (select name from client where id = c.client_id) as company,
       to_char(connected_until at time zone app.time_zone(), 'YYYY-MM-DD') as day`,
    [now, after(now, warnedBefore)],
  );
  for (const { system, company, day } of ending) {
    const url = new URL(`/admin/configuration?tab=${connectionOf(system).tab}`, publicUrl).href;
    const names = { connection: [targets[system].system, company].filter(Boolean).join(', '), day };
    await warnAdministrators(tx, publicUrl, tenantId, (language) => ({
      subject: text(language, 'mail.connection_ends.subject', names),
      blocks: [
        text(language, 'mail.connection_ends.intro', names),
        { label: text(language, 'mail.connection_ends.open'), url },
      ],
    }));
  }
  return ending.length;
}
