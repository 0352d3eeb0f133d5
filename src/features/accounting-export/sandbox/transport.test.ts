import { afterEach, describe, expect, test } from 'vitest';
import {
  callerOf,
  fileForm,
  monthOfNow,
  sendJob,
  signInAtDatev,
} from '../../../../tests/support/datev-caller.ts';
import { Faults } from '../../../platform/sandbox/faults.ts';
import { type DatevSandbox, startDatevSandbox } from './datev/server.ts';

let sandbox: DatevSandbox | undefined;
afterEach(() => sandbox?.close());

async function begin(): Promise<{ sandbox: DatevSandbox; jobs: string; call: ReturnType<typeof callerOf> }> {
  const own = await startDatevSandbox();
  sandbox = own;
  const call = callerOf(own, (await signInAtDatev(own)).token.access_token);
  return { sandbox: own, call, jobs: `${own.settings.dxsoJobsUrl}/clients/455148-1/dxso-jobs` };
}

describe('EXP-18 transport failures', () => {
  test('EXP-08 an answer is lost after the job was accepted, and a query shows the job', async () => {
    const { sandbox, call } = await begin();
    sandbox.faults.plan({ fault: { kind: 'answer_lost' }, method: 'PUT' });
    const invoice = { guid: 'guid-1', number: 'R1', amount: '1.00' };
    await expect(sendJob(sandbox, call, '455148-1', [invoice])).rejects.toThrow('fetch failed');
    expect(sandbox.state.bookings).toHaveLength(1);
    const [job] = sandbox.state.jobs.keys();
    const found = await call('GET', `${sandbox.settings.dxsoJobsUrl}/clients/455148-1/dxso-jobs/${job}`);
    expect(found.body).toMatchObject({ status: 1 });
    expect(sandbox.requests.find(({ method }) => method === 'PUT')).toMatchObject({ status: null });
  });

  test('an interrupted upload leaves no file', async () => {
    const { sandbox, call, jobs } = await begin();
    const created = await call('POST', jobs, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ import_type: 'accountsPayableLedgerImport', accounting_month: monthOfNow() }),
    });
    const files = `${jobs}/${(created.body as { id: string }).id}/files`;
    sandbox.faults.plan({ fault: { kind: 'upload_cut' }, path: /\/files$/ });
    const large = fileForm('large.pdf', `%PDF${'x'.repeat(1_000_000)}`);
    await expect(call('POST', files, large)).rejects.toThrow('fetch failed');
    expect([...sandbox.state.jobs.values()][0]?.files).toEqual([]);
    expect((await call('POST', files, large)).status).toBe(201);
  });

  test('connections are refused for a while on the same port', async () => {
    const { sandbox, call } = await begin();
    sandbox.faults.plan({ fault: { kind: 'unreachable', milliseconds: 100 } });
    const address = `${sandbox.settings.dxsoJobsUrl}/clients/455148-1`;
    await expect(call('GET', address)).rejects.toThrow('fetch failed');
    await expect
      .poll(() =>
        call('GET', address).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });

  test('an unreachable sandbox can be closed', async () => {
    const { sandbox, call } = await begin();
    sandbox.faults.plan({ fault: { kind: 'unreachable', milliseconds: 3_600_000 } });
    await expect(call('GET', sandbox.url)).rejects.toThrow('fetch failed');
    await sandbox.close();
    await expect(call('GET', sandbox.url)).rejects.toThrow('fetch failed');
  });

  test.each([429, 500, 503] as const)('%s is sent instead of an answer', async (status) => {
    const { sandbox, call } = await begin();
    sandbox.faults.plan({ fault: { kind: 'status', status, retryAfterSeconds: 7 }, after: 1, times: 2 });
    const address = `${sandbox.settings.dxsoJobsUrl}/clients/455148-1`;
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await call('GET', address));
    expect(answers.map((answer) => answer.status)).toEqual([200, status, status, 200]);
    expect(answers[1]?.headers.get('retry-after')).toBe('7');
  });

  test('a slow answer arrives', async () => {
    const { sandbox, call } = await begin();
    sandbox.faults.plan({ fault: { kind: 'slow', milliseconds: 20 } });
    expect((await call('GET', `${sandbox.settings.dxsoJobsUrl}/clients/455148-1`)).status).toBe(200);
  });
});

describe('random faults from a seed', () => {
  const met = (seed: number, share = 0.3) => {
    const faults = new Faults([], { seed, share, among: [{ kind: 'answer_lost' }, { kind: 'upload_cut' }] });
    return Array.from({ length: 200 }, () => faults.next('GET', '/')?.kind ?? null);
  };

  test('the same seed affects the same requests, another seed others', () => {
    expect(met(1)).toEqual(met(1));
    expect(met(1)).not.toEqual(met(2));
  });

  test('the share of affected requests is as configured, with every kind of fault', () => {
    const kinds = Map.groupBy(met(1), (kind) => kind);
    expect([...kinds.keys()].toSorted()).toEqual(['answer_lost', null, 'upload_cut']);
    expect(met(1, 0).filter(Boolean)).toEqual([]);
    expect(met(1, 1).filter(Boolean)).toHaveLength(200);
  });

  test('planned faults come first, and none after clearing', () => {
    const faults = new Faults([{ fault: { kind: 'upload_cut' }, path: /files/ }], {
      seed: 1,
      share: 1,
      among: [{ kind: 'answer_lost' }],
      path: /jobs/,
    });
    expect(faults.next('POST', '/jobs/files')).toEqual({ kind: 'upload_cut' });
    expect(faults.next('POST', '/jobs/files')).toEqual({ kind: 'answer_lost' });
    expect(faults.next('POST', '/token')).toBeNull();
    faults.clear();
    expect(faults.next('POST', '/jobs')).toBeNull();
  });
});
