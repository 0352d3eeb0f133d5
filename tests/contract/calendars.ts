import type { DemoWeb, RestAnswer, WebCaller } from '../support/demo-web.ts';
import { type ReadCalendar, readCalendar } from '../support/read-calendar.ts';

const path = '/api/contract/calendar';

/** A calendar, as returned when its address is created. */
export interface MadeCalendar {
  readonly url: string;
  readonly created_at: string;
  readonly read_at: string | null;
}

export const renewing = (person: WebCaller, replaced: string | null): Promise<RestAnswer> =>
  person.send({ method: 'POST', url: path, payload: { replaced } });

/** Switches on a calendar for a person who had none. */
export async function switchedOn(person: WebCaller): Promise<MadeCalendar> {
  await switchedOff(person);
  const answer = await renewing(person, null);
  if (answer.status !== 201) throw new Error(`no calendar: ${answer.status}`);
  return answer.json<MadeCalendar>();
}

export const switchedOff = (person: WebCaller): Promise<RestAnswer> =>
  person.send({ method: 'DELETE', url: path });

/** Requests an address like a calendar client. */
export function fetched(
  demo: DemoWeb,
  { url }: Pick<MadeCalendar, 'url'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestAnswer> {
  return demo.send({ method: 'GET', url: new URL(url).pathname, headers });
}

export async function read(demo: DemoWeb, calendar: Pick<MadeCalendar, 'url'>): Promise<ReadCalendar> {
  const answer = await fetched(demo, calendar);
  if (answer.status !== 200) throw new Error(`no calendar: ${answer.status}`);
  return readCalendar(answer.body.toString());
}

export interface MadeContract {
  readonly name: string;
  readonly creator_id: number;
  readonly [column: string]: string | number | null;
}

let made = 0;

/** Inserts a contract with just these columns and no tasks. */
export async function contractOf(
  demo: DemoWeb,
  tenantId: number,
  columns: MadeContract,
): Promise<{ readonly id: number; readonly number: string }> {
  made += 1;
  const number = `CT-9${String(made).padStart(5, '0')}`;
  const values = {
    status: 'active',
    contract_number: 900_000 + made,
    contract_number_formatted: number,
    ...columns,
  };
  const names = Object.keys(values);
  const [row] = await demo.web.sql<{ id: string }>(
    `with t as (insert into timeline (tenant_id) values ($1) returning id)
     insert into contract (tenant_id, timeline_id, ${names.join(', ')})
       select $1, t.id, ${names.map((_, place) => `$${place + 2}`).join(', ')} from t returning id`,
    [tenantId, ...Object.values(values)],
  );
  return { id: Number(row?.id), number };
}

/** Inserts contracts of a person on consecutive days from `from`, with triggers disabled. */
export async function manyContracts(
  demo: DemoWeb,
  tenantId: number,
  { creatorId, count, from }: { readonly creatorId: number; readonly count: number; readonly from: string },
): Promise<void> {
  await demo.web.sql(
    `do $$ begin
       set local session_replication_role = replica;
       insert into timeline (tenant_id, id) overriding system value
         select ${tenantId}, 7000000 + n from generate_series(1, ${count}) n;
       insert into contract (tenant_id, id, timeline_id, creator_id, name, status, contract_number, contract_number_formatted,
           termination_deadline, next_possible_contract_end, end_date, reminder_date) overriding system value
         select ${tenantId}, 7000000 + n, 7000000 + n, ${creatorId}, 'Dauervertrag ' || n || ' Wartung, Miete und Обслуживание',
             'active', 1000000 + n, 'CT-' || 1000000 + n, date '${from}' + n / 3, date '${from}' + n / 3 + 90,
             date '${from}' + n / 3 + 90, date '${from}' + n / 3 - 30
           from generate_series(1, ${count}) n;
     end $$`,
  );
  await demo.web.sql('analyze contract');
}
