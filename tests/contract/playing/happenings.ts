import { reminderJobs } from '../../../src/features/contract/server/reminders.ts';
import { contractJobs } from '../../../src/features/contract/server/roll-over.ts';
import type { JobHandlers } from '../../../src/platform/server/jobs/jobs.ts';
import type { Answer } from '../../support/playing.ts';
import { changeRecords } from '../../support/playing-settings.ts';
import { today } from '../../support/today.ts';
import { daysOn } from './commitment.ts';
import type { Happening } from './moves.ts';
import type { ContractWorld } from './world.ts';

const masterData = ['supplier', 'cost_center', 'department'];

/** What happens beside the contracts; what people set goes through the API. */
export async function happen(world: ContractWorld, { event, pick }: Happening): Promise<Answer> {
  const [verb, table = ''] = event.split(' ');
  if (verb === 'deactivate') await deactivate(world, table);
  else if (verb === 'activate') await activate(world);
  else if (verb === 'clock')
    await moveClock(world, table === 'today' ? 0 : ([1, 40, 400, 800][pick % 4] ?? 1));
  else if (verb === 'reminders') await remind(world, [0, 30, 300][pick % 3] ?? 0);
  else await setting(world, event);
  return event;
}

async function setting({ administrators, settings, ids, callers }: ContractWorld, event: string) {
  const companies = ids.client ?? [];
  const company = (columns: object) => changeRecords(administrators, 'client', companies, { ...columns });
  const person = (login: string, columns: object) =>
    changeRecords(administrators, 'lb_user', [idOf(login)], { ...columns });
  const idOf = (login: string) => callers.get(login)?.context.userId ?? 0;
  const away = (login: string, substitute: string) => {
    const absence_from = daysOn(today(), -1);
    return person(login, { substitute_id: idOf(substitute), absence_from, absence_to: null });
  };
  if (event.startsWith('signature')) {
    settings.separateSignature = event.endsWith('separate');
    await company({ separate_signature: settings.separateSignature });
  } else if (event.endsWith('limits')) {
    settings.whenLimitExceeded = event === 'block limits' ? 'block' : 'confirm';
    await company({ when_limit_exceeded: settings.whenLimitExceeded });
  } else if (event === 'approver away') await away('approver1', 'approver3');
  else if (event === 'buyer away') await away('buyer', 'requester');
  else if (event === 'back')
    for (const login of ['approver1', 'buyer'])
      await person(login, { substitute_id: null, absence_from: null, absence_to: null });
  else await person('approver3', { approval_limit: event === 'no longer approver' ? '1' : null });
}

/** The contracts of the game name it, or their partner, no more as something that is there. */
async function deactivate({ demo, administrators, contracts }: ContractWorld, table: string): Promise<void> {
  const used = await demo.db.sql<{ id: string }>(
    `select distinct r.id from ${table} r join contract k on k.${table}_id = r.id where k.id = any ($1) and r.active`,
    [contracts],
  );
  await changeRecords(
    administrators,
    table,
    used.map(({ id }) => Number(id)),
    { active: false },
  );
}

async function activate({ demo, administrators, tenantId }: ContractWorld): Promise<void> {
  for (const table of masterData) {
    const found = await demo.db.sql<{ id: string }>(
      `select id from ${table} where tenant_id = $1 and not active`,
      [tenantId],
    );
    await changeRecords(
      administrators,
      table,
      found.map(({ id }) => Number(id)),
      { active: true },
    );
  }
}

/** The daily job of a day that is so many days ahead. */
async function moveClock(world: ContractWorld, days: number): Promise<void> {
  const day = daysOn(today(), days);
  world.broughtTo = day;
  await run(
    world,
    contractJobs({ database: world.demo.db.database, clock: noonOf(day) }),
    'roll_over_contracts',
  );
}

async function remind(world: ContractWorld, days: number): Promise<void> {
  const clock = noonOf(daysOn(today(), days));
  const { database } = world.demo.db;
  await run(
    world,
    reminderJobs({ database, clock, publicUrl: 'https://kontor.test' }),
    'remind_of_contracts',
  );
}

const noonOf = (day: string) => ({ now: () => new Date(`${day}T12:00:00+01:00`) });

async function run({ administrators }: ContractWorld, jobs: JobHandlers, kind: string): Promise<void> {
  const handler = jobs[kind];
  if (!handler) throw new Error(`there is no job ${kind}`);
  const { context } = administrators.first;
  await handler({ id: 1, kind, input: {}, context } as unknown as Parameters<typeof handler>[0]);
}
