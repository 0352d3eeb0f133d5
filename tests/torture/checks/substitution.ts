import type { DocumentFacts } from '../../../src/document/facts.ts';
import type { Outcome } from '../../../src/document/outcome.ts';
import { loadSituation } from '../../../src/document/server/load-facts.ts';
import type { ServedKind, StoredDocument } from '../../../src/document/server/served-kind.ts';
import { lockDocument } from '../../../src/document/server/store.ts';
import { moveDueTask } from '../../../src/document/substitution.ts';
import { servedInvoice } from '../../../src/features/invoice/server/store.ts';
import { servedProcurement } from '../../../src/features/procurement/server/served.ts';
import type { Context } from '../../../src/platform/context.ts';
import { readConfiguration } from '../../../src/platform/server/configuration.ts';
import { webRole } from '../../../src/platform/server/database/migrate.ts';
import { type Database, openDatabase } from '../../../src/platform/server/database.ts';
import { systemContext } from '../../../src/platform/server/jobs/jobs.ts';
import type { Check, Fixture } from '../fixture.ts';

export const standingIn: readonly Check[] = [
  { name: 'APPR-15 every open task is with the substitute of its owner', violations: misplaced },
];

/** Once the worker is finished, no task has to move any more. */
async function misplaced(fixture: Fixture): Promise<string[]> {
  const { cast, dataDirectory, ownerUrl } = fixture;
  const { webPassword: password } = readConfiguration({ DATA_DIR: dataDirectory });
  const url = Object.assign(new URL(ownerUrl('kontor')), { username: webRole, password }).href;
  const database = openDatabase(url, { size: 1 });
  const context = systemContext(cast.tenantId, 'torture');
  try {
    return [
      ...(await misplacedOf(fixture, { database, context }, servedProcurement, fixture.created)),
      ...(await misplacedOf(fixture, { database, context }, servedInvoice, fixture.invoices)),
    ];
  } finally {
    await database.close();
  }
}

async function misplacedOf<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  { sql }: Fixture,
  { database, context }: { readonly database: Database; readonly context: Context },
  served: ServedKind<D, F, O>,
  ids: readonly number[],
): Promise<string[]> {
  const { name } = served.kind;
  const rows = await sql<{ id: number }>(
    `select id from ${name} where id = any ($1) and status not in ('draft', 'declined', 'completed') order by id`,
    [ids],
  );
  const found: string[] = [];
  for (const { id } of rows) {
    const isMisplaced = await database.inTenant(
      context,
      async (tx) => {
        const document = await lockDocument(tx, context, served, id, null);
        return moveDueTask(await loadSituation(tx, context, served, document)) !== null;
      },
      { role: 'writer' },
    );
    if (isMisplaced) found.push(`${name} ${id}: its task is with the wrong person`);
  }
  return found;
}
