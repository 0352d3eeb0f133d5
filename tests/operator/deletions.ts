import { workOnce } from '../../src/features/deletion/server/work.ts';
import type { RestAnswer } from '../support/demo-web.ts';
import { type OperatorFixture, operatorFixture } from './operators.ts';

/** The demo with an operator who can delete. */
export interface DeletionFixture extends OperatorFixture {
  remove(path: string, body: object): Promise<RestAnswer>;
  /** Runs some short transactions of the job; returns whether more is left. */
  work(transactions: number): Promise<boolean>;
  workToTheEnd(): Promise<void>;
  /** Makes and downloads an archive of the whole tenant; returns its hash. */
  handOver(tenantId: number): Promise<string>;
}

export async function deletionFixture(): Promise<DeletionFixture> {
  const fixture = await operatorFixture();
  const failures: unknown[] = [];
  const log = { error: (details: unknown) => failures.push(details) } as never;
  const work = async (transactions: number): Promise<boolean> => {
    for (let count = 0; count < transactions; count += 1) {
      if (!(await workOnce({ database: fixture.web.database, log }))) return false;
      if (failures.length > 0) throw new Error('a deletion failed', { cause: failures[0] });
    }
    return true;
  };
  return {
    ...fixture,
    remove: (path, body) =>
      fixture.operator.send({
        method: 'DELETE',
        url: `/api/operator/tenant/${path}`,
        headers: { 'x-hasura-role': 'user-operator' },
        payload: body,
      }),
    work,
    workToTheEnd: async () => {
      if (await work(2_000)) throw new Error('the deletion does not end');
    },
    handOver: async (tenantId) => {
      const sha256 = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
      await fixture.web.sql(
        `insert into archive (tenant_id, requested_by, state, progress, made_at, finished_at, sha256, size, members,
           downloads, downloaded_at, downloaded_by)
         values ($1, 'operator', 'done', 100, clock_timestamp(), now(), $2, 1, 1, 1, now(), 'operator')`,
        [tenantId, sha256],
      );
      return sha256;
    },
  };
}
