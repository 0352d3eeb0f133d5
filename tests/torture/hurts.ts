import { setTimeout as delay } from 'node:timers/promises';
import { databaseLimits } from '../../src/platform/server/database/limits.ts';
import { longestSilence } from '../../src/platform/server/jobs/jobs-worker.ts';
import type { Check } from './fixture.ts';
import type { Node, Nodes } from './nodes.ts';

/** The allowed recovery times, in seconds (TECH-21, JOB-06). */
const longest = {
  'another node answers, from the moment on at which one is hurt': 10,
  'the longest wait of anybody at another node': 15,
  'a database that had vanished is used again': 15,
  'its node says that it is there again': 15,
  'a node that was frozen answers again': 15,
  'work of a dead node is done by another one': 30,
  'queued work goes on when a full disk has room': 8,
  'a wrong clock is told': 5,
} as const;
type Figure = keyof typeof longest;

/** The worst value of each figure, in seconds. */
export type Recoveries = ReadonlyMap<Figure, number>;

export const recovery: readonly Check[] = [
  {
    name: 'TECH-21 JOB-06 nodes and database recover in time after a disturbance',
    violations: async ({ recoveries }) =>
      [...recoveries].flatMap(([figure, seconds]) =>
        seconds <= longest[figure] ? [] : [`${figure}: ${seconds.toFixed(1)} s, at most ${longest[figure]}`],
      ),
  },
];

export function linesOf(recoveries: Recoveries): readonly string[] {
  return [...recoveries].map(
    ([figure, seconds]) => `${seconds.toFixed(1).padStart(6)} s of ${longest[figure]}  ${figure}`,
  );
}

/** Durations of disturbances, in milliseconds. */
interface Durations {
  readonly swallowed: number;
  readonly frozen: number;
  readonly full: number;
  /** The part of a dead worker's silence that is skipped, in seconds. */
  readonly skipped: number;
}

const short: Durations = {
  swallowed: 2_000,
  frozen: databaseLimits.idle + 1_000,
  full: 1_500,
  skipped: Number.parseInt(longestSilence, 10),
};
/** Longer than the allowed silence of a worker. */
const long: Durations = { swallowed: 30_000, frozen: 30_000, full: 10_000, skipped: 0 };

const since = (from: number): number => (performance.now() - from) / 1000;

/** Disturbs nodes under load, and measures how soon others continue and the nodes recover. */
export class Hurts {
  readonly #nodes: Nodes;
  readonly #durations: Durations;
  readonly #askWork: (node: Node) => Promise<void>;
  readonly #recoveries = new Map<Figure, number>();

  /** @param askWork makes a node do work, and repeats the request until it is done */
  constructor(nodes: Nodes, isLong: boolean, askWork: (node: Node) => Promise<void>) {
    this.#nodes = nodes;
    this.#durations = isLong ? long : short;
    this.#askWork = askWork;
  }

  get recoveries(): Recoveries {
    return this.#recoveries;
  }

  /** The database vanishes for one node while another one freezes and is killed; then the disk is full for all. */
  async round(place: number, isLast: boolean): Promise<void> {
    const { all } = this.#nodes;
    const [cutOff, frozen, other] = [0, 1, 2].map((turn) => all[(place + turn) % all.length]);
    if (!cutOff || !frozen || !other) throw new Error('three nodes are required');
    const from = performance.now();
    await Promise.all([this.#neighbour(other), this.#vanish(cutOff), this.#freezeAndKill(frozen, other)]);
    const waits = (other.apis[0]?.waits ?? [])
      .filter(({ to }) => to > from)
      .map((wait) => (wait.to - wait.from) / 1000);
    this.#note('the longest wait of anybody at another node', Math.max(0, ...waits));
    await this.#fill();
    if (isLast) return;
    const hasWrongClock = place % 2 === 0;
    const next = await this.#nodes.replace(frozen, hasWrongClock);
    if (hasWrongClock) await this.#clockIsReported(next);
  }

  async #neighbour(node: Node): Promise<void> {
    const from = performance.now();
    await this.#askWork(node);
    this.#note('another node answers, from the moment on at which one is hurt', since(from));
  }

  async #vanish(node: Node): Promise<void> {
    node.hole.swallow();
    await delay(this.#durations.swallowed);
    node.hole.open();
    const from = performance.now();
    await this.#askWork(node);
    this.#note('a database that had vanished is used again', since(from));
    await until(async () => !(await reasonsAgainst(node)).includes('database'));
    this.#note('its node says that it is there again', since(from));
  }

  async #freezeAndKill(node: Node, other: Node): Promise<void> {
    node.process.signal('SIGSTOP');
    await delay(this.#durations.frozen);
    const awake = performance.now();
    node.process.signal('SIGCONT');
    await this.#askWork(node);
    this.#note('a node that was frozen answers again', since(awake));
    const entry = await this.#queue('1 day');
    this.#nodes.kill(node, other);
    const from = performance.now();
    await this.#nodes.sql(
      `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - make_interval(secs => $3), run_at = now() where id = $1`,
      [entry, node.workers[0], this.#durations.skipped],
    );
    await this.#nodes.sql(
      'update worker set heartbeat_at = heartbeat_at - make_interval(secs => $2) where id = any ($1)',
      [node.workers, this.#durations.skipped],
    );
    await this.#isDone(entry);
    this.#note('work of a dead node is done by another one', since(from) + this.#durations.skipped);
  }

  /** The database refuses every write for lack of space, like PostgreSQL on a full disk. */
  async #fill(): Promise<void> {
    const entry = await this.#queue('1 second');
    await this.#nodes.sql(fillDisk);
    await delay(this.#durations.full);
    await this.#nodes.sql('drop function no_room cascade');
    const from = performance.now();
    await this.#isDone(entry);
    this.#note('queued work goes on when a full disk has room', since(from));
  }

  async #clockIsReported(node: Node): Promise<void> {
    const from = performance.now();
    await until(async () => (await reasonsAgainst(node)).includes('clock'));
    this.#note('a wrong clock is told', since(from));
  }

  /** A job without effect, due after a while: a mail that does not exist. */
  async #queue(after: string): Promise<string> {
    const [entry] = await this.#nodes.sql<{ id: string }>(
      `select id from graphile_worker.add_job('mail',
         json_build_object('tenant_id', (select min(id) from tenant), 'mail_id', 0), run_at => now() + $1::interval)`,
      [after],
    );
    if (!entry) throw new Error('nothing was queued');
    return entry.id;
  }

  async #isDone(entry: string): Promise<void> {
    await until(async () => {
      const left = await this.#nodes.sql('select from graphile_worker._private_jobs where id = $1', [entry]);
      return left.length === 0;
    });
  }

  #note(figure: Figure, seconds: number): void {
    this.#recoveries.set(figure, Math.max(seconds, this.#recoveries.get(figure) ?? 0));
  }
}

const fillDisk = `do $$ begin
  create function public.no_room() returns trigger language plpgsql as
    'begin raise exception ''No space left on device'' using errcode = ''53100''; end';
  create trigger no_room before insert or update on command_log execute function no_room();
  create trigger no_room before insert or update on audit_log execute function no_room();
  create trigger no_room before insert or update on graphile_worker._private_jobs execute function no_room();
end $$`;

async function reasonsAgainst({ process }: Node): Promise<readonly string[]> {
  const answer = await fetch(`${process.url}/api/health/ready`);
  return ((await answer.json()) as { readonly reasons?: readonly string[] }).reasons ?? [];
}

/** Repeats the check; after a minute the figure counts as too large. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const from = performance.now(); since(from) < 60 && !(await holds()); ) await delay(100);
}
