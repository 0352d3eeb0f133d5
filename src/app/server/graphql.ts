import { auditCommands } from '../../features/audit/server/commands.ts';
import { budgetFields } from '../../features/budget/server/fields.ts';
import { procurementActionsField } from '../../features/procurement/server/actions-field.ts';
import { procurementCommands } from '../../features/procurement/server/commands.ts';
import { orderMailFunction } from '../../features/procurement/server/sending.ts';
import { recordLockCommands } from '../../features/record-lock/server/commands.ts';
import { readModels } from '../../graphql/server/catalog.ts';
import { createGraphql, type Graphql } from '../../graphql/server/graphql.ts';
import { printedSchema } from '../../graphql/server/print.ts';
import type { Database } from '../../platform/server/database.ts';
import type { Log } from '../../platform/server/log.ts';
import { refusalText } from '../../platform/server/texts.ts';
import { access } from './access.ts';

/** The API of the product: what the catalogue declares, and what the features add to it. */
export async function openGraphql(database: Database, log: Pick<Log, 'error'>): Promise<Graphql> {
  return createGraphql({
    models: await readModels(database.pool),
    access,
    database,
    commands: [...procurementCommands, ...recordLockCommands, ...auditCommands],
    functions: [orderMailFunction],
    computed: [procurementActionsField, ...budgetFields],
    messageOf: (refusal, language) => refusalText(language, refusal),
    logger: log,
  });
}

/** What an ordinary person with prices finds in the API, as text; committed so that its changes show in review. */
export async function printApi(database: Database): Promise<string> {
  const graphql = await openGraphql(database, { error: () => {} });
  return printedSchema(graphql.schema({ kind: 'user', price: true }));
}
