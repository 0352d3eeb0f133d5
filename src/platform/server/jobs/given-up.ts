import { giveUpJob, type JobParts } from './jobs.ts';

export type Payload = Readonly<Record<string, unknown>>;

export interface GivenUpParts extends JobParts {
  /** Cleanup by task when the attempts of an entry are used up. May run more than once. */
  readonly givenUpTasks?: Readonly<Record<string, (payload: Payload) => Promise<void>>>;
}

interface Entry {
  readonly id: number;
  readonly task: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly payload: Payload;
}

/**
 * Settles queue entries whose attempts are used up: marks their job or mail as failed and logs them for the operator.
 * They stay in the queue for a month and count as given up.
 */
export async function handleGivenUp(parts: GivenUpParts): Promise<void> {
  const { database, log } = parts;
  const entries = await database.atGate((tx) =>
    tx.fixed<Entry>('select id, task, attempts, last_error, payload from app.given_up_entries()'),
  );
  for (const entry of entries) {
    const { id, task, attempts, last_error } = entry;
    try {
      await giveUp(parts, entry);
      await database.atGate((tx) => tx.fixed('select app.settle_entry($1)', [id]));
      log.error({ entry: id, task, attempts, last_error }, 'an entry of the queue failed finally');
    } catch (error) {
      log.error({ err: error, entry: id, task }, 'a finally failed entry could not be settled');
    }
  }
}

async function giveUp(parts: GivenUpParts, { task, payload }: Entry): Promise<void> {
  if (Object.hasOwn(parts.handlers, task))
    await giveUpJob(parts, Number(payload.tenant_id), Number(payload.job_id));
  else await parts.givenUpTasks?.[task]?.(payload);
}
