import type { FastifyRequest } from 'fastify';
import { minutes, seconds } from '../clock.ts';
import { type Leave, Shares } from '../fairness/shares.ts';
import { contextOf } from './request-context.ts';

/** How many may be in a pot at once: of one person, of one tenant, and of all together. */
export interface PotSize {
  readonly person: number;
  readonly tenant: number;
  readonly all: number;
}

/** A pot, and the share of it that somebody takes; throws `RefusedForNow` when there is no room for too long. */
export interface Room {
  enter(person: string, tenantId: number): Promise<Leave>;
}

/** Runs the handler of a route when there is room in the pot for whoever asks. */
export type Pot = <Answer>(
  run: (request: FastifyRequest) => Promise<Answer>,
) => (request: FastifyRequest) => Promise<Answer>;

/** How whoever finds no room waits. */
interface Waiting {
  /** So many of one holder wait for each that is in. */
  readonly forEach: number;
  /** Then he is asked to come again. */
  readonly patienceMs: number;
}

const usualWaiting: Waiting = { forEach: 4, patienceMs: seconds(20) };

/**
 * A pot of this process for handlers that hold much, or for long: bodies of megabytes, connections to others. Nobody can
 * fill the room of another tenant (API-48); what does not fit waits, its body unread.
 */
export function room(
  { person, tenant, all }: PotSize,
  { forEach, patienceMs }: Waiting = usualWaiting,
): Room {
  const [people, tenants, everybody] = [person, tenant, all].map(
    (atOnce) => new Shares({ atOnce, waiting: atOnce * forEach, patienceMs }),
  ) as [Shares, Shares, Shares];
  return {
    enter: async (one, tenantId) => {
      const left: Leave[] = [];
      const leave = () => {
        for (const each of left.toReversed()) each();
      };
      try {
        left.push(await people.enter(`${tenantId} ${one}`));
        left.push(await tenants.enter(`${tenantId}`));
        left.push(await everybody.enter('all'));
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** A room for the handlers of routes that know who asks. */
export function pot(size: PotSize): Pot {
  const own = room(size);
  return (run) => async (request) => {
    const { tenantId, actorId } = contextOf(request);
    const leave = await own.enter(`${actorId}`, tenantId);
    try {
      ends.set(request, []);
      return await run(request);
    } finally {
      for (const end of ends.get(request) ?? []) end();
      leave();
    }
  };
}

/** What requests that are in a pot give back at their end. */
const ends = new WeakMap<FastifyRequest, Leave[]>();

/** Whatever arrives in megabytes, of which each may be held in memory. */
export const uploadPot = pot({ person: 4, tenant: 8, all: 32 });

/**
 * Files that have arrived: on their way to the database there are three of each in memory, as pieces, whole, and as sent. All that the
 * pot of uploads lets in may wait, and for long: files of the same form may be stored already.
 */
const wholeFiles = room({ person: 2, tenant: 3, all: 4 }, { forEach: 8, patienceMs: minutes(2) });

/** Waits for a place to make a file whole; whoever takes it gives it back when the file is stored. */
export function placeOfWholeFile(request: FastifyRequest): Promise<Leave> {
  const { tenantId, actorId } = contextOf(request);
  return wholeFiles.enter(`${actorId}`, tenantId);
}

/** The same for a request of a single file, which gives its place back at its end; outside of a pot there is no bound. */
export async function wholeFileUntilEnd(request: FastifyRequest): Promise<void> {
  const own = ends.get(request);
  if (own?.length === 0) own.push(await placeOfWholeFile(request));
}
