import { describe, expect, it } from 'vitest';
import { Refused, refuse } from '../../base/refusal.ts';
import { DatabaseAway } from '../../platform/server/database/reach.ts';
import { NotYet } from '../../platform/server/jobs/jobs.ts';
import { kindOfError } from '../../platform/server/kind-of-error.ts';
import { DocumentsLeftOut, eachDocument, reportLeftOut } from './each-document.ts';

const kind = { name: 'contract' } as const;
const locked = new Refused(refuse('timeline_locked', { values: { name: 'Ute Ahlers' } }));
const refused = new Refused(refuse('contract_not_running'));

/** Works on the documents 1 to 4, of which some fail. */
async function workedOn(failures: Readonly<Record<number, Error>>) {
  const done: number[] = [];
  const leftOut = await eachDocument(kind, [1, 2, 3, 4], async (id) => {
    const failure = failures[id];
    if (failure !== undefined) throw failure;
    done.push(id);
  });
  return { done, leftOut };
}

describe('CON-33 JOB-04 a job that works on one document after the other', () => {
  it('works on all others where some refuse, fail or are locked', async () => {
    const { done, leftOut } = await workedOn({ 1: refused, 2: locked, 3: new Error('x') });
    expect(done).toEqual([4]);
    expect(leftOut.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('stops where the database is away', async () =>
    await expect(workedOn({ 2: new DatabaseAway() })).rejects.toThrow(DatabaseAway));

  it('is repeated while documents are being worked on', async () => {
    const { leftOut } = await workedOn({ 2: locked });
    expect(() => reportLeftOut(leftOut)).toThrow(NotYet);
  });

  it('fails with the failing documents for the log, and with the first code for the health page', async () => {
    const { leftOut } = await workedOn({ 1: locked, 2: refused, 4: new Error('x') });
    let thrown: unknown;
    try {
      reportLeftOut(leftOut);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(DocumentsLeftOut);
    expect(thrown).toMatchObject({ message: 'left out 2 documents: contract 2, contract 4', cause: refused });
    expect(kindOfError(thrown)).toBe('DocumentsLeftOut contract_not_running');
  });

  it('ends as usual where no document is left out', async () => {
    const { leftOut } = await workedOn({});
    expect(() => reportLeftOut(leftOut)).not.toThrow();
  });
});
