import type { FastifyRequest } from 'fastify';
import { type Leave, type Share, Shares } from '../fairness/shares.ts';
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

/** Whoever finds no room waits, in milliseconds, and is then asked to come again. */
const patienceMs = 20_000;
/** So many of one holder wait for each that is in. */
const waitingForEach = 4;

/**
 * A pot of this process for handlers that hold much, or for long: bodies of megabytes, connections to others. Nobody can
 * fill the room of another tenant (API-48); what does not fit waits, its body unread.
 */
export function room({ person, tenant, all }: PotSize): Room {
  const [people, tenants, everybody] = [person, tenant, all].map((atOnce) => new Shares(shareOf(atOnce))) as [
    Shares,
    Shares,
    Shares,
  ];
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
      return await run(request);
    } finally {
      leave();
    }
  };
}

function shareOf(atOnce: number): Share {
  return { atOnce, waiting: atOnce * waitingForEach, patienceMs };
}

/** Whatever arrives in megabytes, of which each may be held in memory. */
export const uploadPot = pot({ person: 4, tenant: 8, all: 64 });
