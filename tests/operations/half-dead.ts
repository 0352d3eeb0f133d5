import { setTimeout as delay } from 'node:timers/promises';
import { databaseName } from '../../src/app/server/product.ts';
import { openBlackHole } from '../support/black-hole.ts';
import { ask, type Cluster, draft, type Node } from './cluster.ts';

/** The results of a partial failure: figures in seconds, and answers of the product. */
export interface HalfDead {
  readonly seconds: Readonly<Record<string, number>>;
  readonly codes: readonly (string | undefined)[];
}

const since = (from: number): number => (performance.now() - from) / 1000;

/** The refusal in an answer, if it is one. */
function codeOf({ errors }: { errors?: unknown }): string | undefined {
  return (errors as { extensions: { code: string } }[] | undefined)?.[0]?.extensions.code;
}

/** The next request pauses in the middle of its transaction, while holding the numbers of the tenant. */
const rest = `
  create table hold_once as select true as is_open;
  create function hold_number() returns trigger language plpgsql security definer set search_path = 'public' as $$
  begin
    delete from hold_once;
    if found then
      update number_counter set last = last where tenant_id = new.tenant_id;
      perform pg_sleep(1);
    end if;
    return null;
  end $$;
  create trigger hold_number after insert on procurement for each row execute function hold_number()`;

/**
 * One node is stopped (SIGSTOP) while it holds the number of the tenant; the other one needs the next one. Afterwards
 * it resumes, and its clients ask again.
 */
export async function freeze(cluster: Cluster, frozen: Node, other: Node, token: string): Promise<HalfDead> {
  await cluster.owner.query(rest);
  const held = draft('Eingefroren');
  let answered: unknown;
  const lost = ask(frozen.process.url, token, held);
  lost.then(
    (answer) => {
      answered = answer;
    },
    () => {},
  );
  for (let isHeld = false; !isHeld; await delay(20)) {
    if (answered !== undefined) throw new Error(`nothing was held: ${JSON.stringify(answered)}`);
    const { rowCount } = await cluster.owner.query(
      "select from pg_stat_activity where application_name = 'kontor' and wait_event = 'PgSleep'",
    );
    isHeld = rowCount === 1;
  }
  frozen.process.signal('SIGSTOP');
  try {
    const from = performance.now();
    const answer = await ask(other.process.url, token, draft('Beim anderen Knoten'));
    const waited = since(from);
    frozen.process.signal('SIGCONT');
    const refused = codeOf(await lost);
    await cluster.owner.query('drop function hold_number cascade; drop table hold_once');
    const again = await ask(frozen.process.url, token, held);
    return { seconds: { 'other node waited': waited }, codes: [codeOf(answer), refused, codeOf(again)] };
  } finally {
    frozen.process.signal('SIGCONT');
  }
}

/**
 * The database stops answering one node for that many seconds: packets and their repetitions are swallowed. Requests
 * continue all the time.
 */
export async function vanish(cluster: Cluster, token: string, seconds: number): Promise<HalfDead> {
  const ownerUrl = cluster.postgres.ownerUrl(databaseName);
  const hole = await openBlackHole(Number(new URL(ownerUrl).port));
  const node = await cluster.node({ DATABASE_URL: hole.through(ownerUrl), LOG_LEVEL: 'fatal' });
  const { url } = node.process;
  const codes = new Set<string | undefined>();
  let longest = 0;
  const askOnce = async () => {
    const from = performance.now();
    const code = codeOf(await ask(url, token, draft('Ins Leere')));
    longest = Math.max(longest, since(from));
    codes.add(code);
    return code;
  };
  const several = () => Promise.all(Array.from({ length: 6 }, askOnce));
  await several();
  codes.clear();
  longest = 0;
  hole.swallow();
  const vanished = performance.now();
  const asking = (async () => {
    while (since(vanished) < seconds) await several();
  })();
  await delay(500);
  const ready = performance.now();
  const { status } = await fetch(`${url}/api/health/ready`);
  const reported = since(ready);
  const live = await fetch(`${url}/api/health/live`);
  await delay(Math.max(0, 1000 * (seconds - since(vanished))));
  hole.open();
  const back = performance.now();
  while ((await askOnce()) !== undefined) await delay(100);
  const recovered = since(back);
  await asking;
  while (!(await fetch(`${url}/api/health/ready`)).ok) await delay(200);
  const wasReady = since(back);
  node.process.signal('SIGTERM');
  await node.process.ended();
  await hole.close();
  return {
    seconds: {
      'longest request meanwhile': longest,
      'until unready was told': reported,
      'used again after': recovered,
      'ready again after': wasReady,
    },
    codes: [`ready ${status}`, `live ${live.status}`, ...[...codes].filter((code) => code !== undefined)],
  };
}
