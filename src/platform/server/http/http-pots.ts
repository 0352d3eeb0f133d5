import type { FastifyRequest } from 'fastify';
import { minutes, seconds } from '../clock.ts';
import { type Leave, Shares } from '../fairness/shares.ts';
import { contextOf } from './request-context.ts';

/** Concurrent requests in a pot: of one person, of one tenant, and in total. */
export interface PotSize {
  readonly person: number;
  readonly tenant: number;
  readonly all: number;
}

/** A pot; throws `RefusedForNow` if there is no room for too long. */
export interface Room {
  enter(person: string, tenantId: number): Promise<Leave>;
}

/** Runs a route's handler once the pot has room for the caller. */
export type Pot = <Answer>(
  run: (request: FastifyRequest) => Promise<Answer>,
) => (request: FastifyRequest) => Promise<Answer>;

/** How requests without room wait. */
interface Waiting {
  /** Waiting requests of one holder per place. */
  readonly forEach: number;
  /** Afterwards refused with Retry-After. */
  readonly patienceMs: number;
}

const usualWaiting: Waiting = { forEach: 4, patienceMs: seconds(20) };

/**
 * A per-process limit for handlers that use much memory or time: bodies of megabytes, connections to other systems.
 * One tenant cannot use up the room of another (API-48); excess requests wait with their body unread.
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

/** A room for handlers of authenticated routes. */
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

/** Places to release when the request ends. */
const ends = new WeakMap<FastifyRequest, Leave[]>();

/** Bodies of megabytes, each of which may be held in memory. */
export const uploadPot = pot({ person: 4, tenant: 8, all: 32 });

/**
 * Fully received files: each takes three times its size in memory on the way to the database, as chunks, whole, and
 * as sent. Everything in the upload pot may wait here, and for long: earlier files of the same form may be stored
 * already.
 */
const wholeFiles = room({ person: 2, tenant: 3, all: 4 }, { forEach: 8, patienceMs: minutes(2) });

/** Waits for a place to assemble a file; the caller releases it once the file is stored. */
export function placeOfWholeFile(request: FastifyRequest): Promise<Leave> {
  const { tenantId, actorId } = contextOf(request);
  return wholeFiles.enter(`${actorId}`, tenantId);
}

/** The same for a request with a single file, released when the request ends; unlimited outside a pot. */
export async function wholeFileUntilEnd(request: FastifyRequest): Promise<void> {
  const own = ends.get(request);
  if (own?.length === 0) own.push(await placeOfWholeFile(request));
}

/** The limits of simultaneous connection tests of one kind. */
export function potOfTests(): Pot {
  return pot({ person: 2, tenant: 3, all: 24 });
}
