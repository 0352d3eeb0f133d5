import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoApi, demoApi } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';
import { deepExtent, type Game, inLanes, play, replay } from '../support/playing.ts';
import { invariants } from './playing/invariants.ts';
import { type Move, move, take } from './playing/moves.ts';
import { beginRequest, type RequestWorld } from './playing/world.ts';

let rooms: readonly DemoApi[];
beforeAll(async () => {
  rooms = await inLanes(demoApi);
});
afterAll(() => Promise.all(rooms.map((demo) => demo.close())));

/** Requests of a company that wants so many different approvers. */
const requests = (demo: DemoApi, minApproval: number): Game<RequestWorld, Move> => ({
  begin: () => beginRequest(demo, minApproval),
  move,
  take,
  invariants,
});

const least = [1, 2];
const extent = deepExtent(least.length);

it.each(least)(
  'APPR-18 APPR-19 PROC-43 BUD-08 no sequence of commands, edits and events breaks a request where %i have to approve',
  async (minApproval) => {
    const { steps, tally } = await play(
      rooms.map((room) => requests(room, minApproval)),
      // The same few games each time, so that they are known to get somewhere.
      inDepth({ games: 4, moves: 30, seed: 1 }, extent),
    );
    expect(steps).toBeGreaterThan(inDepth(30, 10 * extent.games));
    // A walk that never orders anything proves nothing.
    const reached = [...tally.keys()].map((key) => key.split(' ')[1]);
    expect(reached).toEqual(
      expect.arrayContaining(
        inDepth(['submit', 'approve'], ['submit', 'approve', 'confirm_order', 'receive', 'cancel']),
      ),
    );
  },
);

/** Sequences that broke something once, as they were found, after shrinking. */
const found: Readonly<Record<string, readonly Move[]>> = {
  'TL-21 a price that is changed in clearing by whoever has the task stands in the timeline': [
    { kind: 'act', who: 'holder', by: 'self', action: 'onward', person: 'requester', confirms: true },
    {
      kind: 'act',
      who: 'holder',
      by: 'self',
      action: 'send_to_clearing',
      person: 'requester',
      confirms: true,
    },
    { kind: 'edit', who: 'holder', by: 'self', field: 'price_netto', value: '1', place: 0 },
  ],
};

it.each(Object.keys(found))('%s', async (name) => {
  const [room] = rooms;
  if (room) await replay(requests(room, 2), found[name] ?? []);
});
