import { reminderJobs } from '../../../src/features/contract/server/reminders.ts';
import { contractJobs } from '../../../src/features/contract/server/roll-over.ts';
import type { JobHandlers } from '../../../src/platform/server/jobs/jobs.ts';
import type { DemoApi } from '../../support/demo-api.ts';
import type { Answer } from '../../support/playing.ts';
import { set, switchRecords } from '../../support/playing-settings.ts';
import { today, todayInSql } from '../../support/today.ts';
import { daysOn } from './commitment.ts';
import type { ContractFixture } from './fixture.ts';
import type { Happening } from './moves.ts';

const masterData = ['supplier', 'cost_center', 'department'];

/** Applies an event outside the contracts; settings are changed through the API. */
export async function happen(fixture: ContractFixture, { event, pick }: Happening): Promise<Answer> {
  const { demo, administrators, contracts, settings } = fixture;
  const [verb, table = ''] = event.split(' ');
  if (verb === 'deactivate') {
    const named = await demo.db.sql<{ id: string }>(
      `select distinct ${table}_id as id from contract where id = any ($1) and ${table}_id is not null`,
      [contracts],
    );
    await switchRecords(
      demo,
      administrators,
      table,
      named.map(({ id }) => Number(id)),
    );
  } else if (verb === 'activate')
    for (const one of masterData) await switchRecords(demo, administrators, one, 'inactive');
  else if (verb === 'clock')
    await moveClock(fixture, table === 'today' ? 0 : ([1, 40, 400, 800][pick % 4] ?? 1));
  else if (verb === 'rates') await publishRates(demo, [1, 0.5, 2][pick % 3] ?? 1);
  else if (verb === 'reminders') await remind(fixture, [0, 30, 300][pick % 3] ?? 0);
  else if (await set(demo, administrators, { event, pick })) {
    if (verb === 'signature') settings.separateSignature = event.endsWith('separate');
    if (event.endsWith('limits')) settings.whenLimitExceeded = event === 'block limits' ? 'block' : 'confirm';
  }
  return event;
}

/** Sets today's reference rates to a multiple of the usual ones (PRICE-07). */
export async function publishRates({ db }: DemoApi, factor: number): Promise<void> {
  await db.sql(
    `insert into reference_rate (currency, day, per_euro)
     select r.currency, ${todayInSql}, r.per_euro * $1 from (values ('USD', 1.25), ('GBP', 0.8)) as r (currency, per_euro)
     on conflict (currency, day) do update set per_euro = excluded.per_euro`,
    [factor],
  );
}

/** Runs the daily job as of a future day. */
async function moveClock(fixture: ContractFixture, days: number): Promise<void> {
  const day = daysOn(today(), days);
  fixture.broughtTo = day;
  await run(
    fixture,
    contractJobs({
      database: fixture.demo.db.database,
      clock: noonOf(day),
      publicUrl: 'https://kontor.test',
    }),
    'roll_over_contracts',
  );
}

async function remind(fixture: ContractFixture, days: number): Promise<void> {
  const clock = noonOf(daysOn(today(), days));
  const { database } = fixture.demo.db;
  await run(
    fixture,
    reminderJobs({ database, clock, publicUrl: 'https://kontor.test' }),
    'remind_of_contracts',
  );
}

const noonOf = (day: string) => ({ now: () => new Date(`${day}T12:00:00+01:00`) });

async function run({ administrators }: ContractFixture, jobs: JobHandlers, kind: string): Promise<void> {
  const handler = jobs[kind];
  if (!handler) throw new Error(`there is no job ${kind}`);
  const { context } = administrators.first;
  await handler({ id: 1, kind, input: {}, context } as unknown as Parameters<typeof handler>[0]);
}
