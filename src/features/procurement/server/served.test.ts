import { expect, it } from 'vitest';
import { draft, facts, situation } from '../../../../tests/support/procurement-situation.ts';
import { idOf } from '../../../../tests/support/timeline-notation.ts';
import { orRefuse } from '../../../base/refusal.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { systemContext } from '../../../platform/server/jobs/jobs.ts';
import { occasionOf } from '../../../timeline/flow.ts';
import { change, reassign } from '../../../timeline/operations.ts';
import { outcome } from '../outcome.ts';
import { servedProcurement } from './served.ts';

const written = 'it came to the database';
const tx = new Proxy({} as Parameters<typeof saveOutcome>[0], {
  get: () => {
    throw new Error(written);
  },
});

/** Assigns a draft to G, with these people loaded. */
async function saved(people: ReturnType<typeof facts>['people']): Promise<void> {
  const { timeline, ...document } = draft();
  const head = { ...document.head, id: 12 };
  const stored = {
    id: 12,
    storedTimeline: { id: 1, contentVersion: 1, timeline },
    timeline,
    ...document,
    head,
  };
  const loaded = { ...situation(stored, 'U', { facts: facts({ people }) }), document: stored };
  const given = orRefuse(outcome(change(timeline, occasionOf(loaded), reassign(idOf('G')))));
  await saveOutcome(tx, systemContext(1, 'test'), servedProcurement, loaded, given);
}

it('TL-09 refuses to store a step for a group or person that was not loaded', async () => {
  const { people } = facts();
  await expect(saved(people)).rejects.toThrow(written);
  const withoutGroup = new Map([...people].filter(([id]) => id !== idOf('G')));
  await expect(saved(withoutGroup)).rejects.toThrow(`entry 0 start of ${idOf('G')}`);
});
