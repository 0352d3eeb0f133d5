import { loadSituation } from '../../../src/document/server/load-facts.ts';
import { lockDocument } from '../../../src/document/server/store.ts';
import { settleTask } from '../../../src/document/standing-in.ts';
import { servedProcurement } from '../../../src/features/procurement/server/served.ts';

import { readConfiguration } from '../../../src/platform/server/configuration.ts';
import { webRole } from '../../../src/platform/server/database/migrate.ts';
import { openDatabase } from '../../../src/platform/server/database.ts';
import { systemContext } from '../../../src/platform/server/jobs/jobs.ts';
import type { Check, World } from '../world.ts';

export const standingIn: readonly Check[] = [
  { name: 'APPR-15 every open task is with whoever stands in for its owner', violations: misplaced },
];

/** Once the worker has worked off everything, no task has to change hands any more. */
async function misplaced({ cast, created, dataDirectory, ownerUrl, sql }: World): Promise<string[]> {
  const rows = await sql<{ id: number }>(
    "select id from procurement where id = any ($1) and status not in ('draft', 'declined', 'completed') order by id",
    [created],
  );
  const { webPassword: password } = readConfiguration({ DATA_DIR: dataDirectory });
  const url = Object.assign(new URL(ownerUrl('kontor')), { username: webRole, password }).href;
  const database = openDatabase(url, { size: 1 });
  const context = systemContext(cast.tenantId, 'torture');
  try {
    const found: string[] = [];
    for (const { id } of rows) {
      const isMisplaced = await database.inTenant(
        context,
        async (tx) => {
          const document = await lockDocument(tx, context, servedProcurement, id, null);
          return settleTask(await loadSituation(tx, context, servedProcurement, document)) !== null;
        },
        { role: 'writer' },
      );
      if (isMisplaced) found.push(`request ${id}: its task is with the wrong person`);
    }
    return found;
  } finally {
    await database.close();
  }
}
