import { GraphQLBoolean, type GraphQLSchema } from 'graphql';
import { actionsField } from '../../document/server/actions-field.ts';
import { approvalDifferencesField } from '../../document/server/approval-differences-field.ts';
import { approverStanding } from '../../document/server/approver-status.ts';
import { budgetFields, countedAmountsField } from '../../document/server/budget-fields.ts';
import { handOverCommand, handOverCounts } from '../../document/server/hand-over.ts';
import { handOverPlan } from '../../document/server/hand-over-plan.ts';
import { fileKeptUntil, keptUntilField } from '../../document/server/kept-until-field.ts';
import type { ServedKind } from '../../document/server/served-kind.ts';
import { documentsWaitingOn } from '../../document/server/waiting-documents.ts';
import { normalsOf, rowNeeds, rowNormals, rowValidations } from '../../entity/server/validation.ts';
import { auditCommands } from '../../features/audit/server/commands.ts';
import { tenantBank } from '../../features/configuration/server/bank.ts';
import { saveTenant } from '../../features/configuration/server/save-tenant.ts';
import { configurationValidations } from '../../features/configuration/server/validation.ts';
import { amendmentDifferencesField } from '../../features/contract/server/amendment-differences-field.ts';
import {
  commitmentField,
  committedField,
  yearlyField,
} from '../../features/contract/server/commitment-field.ts';
import {
  confirmControlChange,
  confirmControlChanges,
  rejectControlChange,
} from '../../features/control/server/commands.ts';
import { dashboardBudgets } from '../../features/dashboard/server/budgets.ts';
import { dashboardContracts } from '../../features/dashboard/server/contracts.ts';
import { dashboardFigures } from '../../features/dashboard/server/figures.ts';
import { dashboardProducts } from '../../features/dashboard/server/products.ts';
import { dashboardTurnAround } from '../../features/dashboard/server/turn-around.ts';
import { administrators } from '../../features/help/server/administrators.ts';
import { arrivalCommands } from '../../features/invoice/server/arrivals/arrival-commands.ts';
import { bookedFinal, possibleDuplicates } from '../../features/invoice/server/duplicates-field.ts';
import { invoicedQuantity } from '../../features/invoice/server/invoiced-quantity-field.ts';
import { recognitionRaw } from '../../features/invoice/server/recognition-raw-field.ts';
import { entities } from '../../features/master-data/entities.ts';
import { confirmBankChange, rejectBankChange } from '../../features/master-data/server/bank-changes.ts';
import { rejectedAccount, supplierTwins } from '../../features/master-data/server/supplier-twins.ts';
import { waitingAccounts } from '../../features/master-data/server/waiting-accounts.ts';
import { operatorNormals, operatorValidations } from '../../features/operator/server/validation.ts';
import { savedFilterFields } from '../../features/overview/saved-filter.ts';
import { orderBlocksField } from '../../features/procurement/server/order-blocks-field.ts';
import { orderMailFunction } from '../../features/procurement/server/sending.ts';
import { setupQuestion } from '../../features/procurement/server/setup-question.ts';
import { recordLockCommands } from '../../features/record-lock/server/commands.ts';
import { scheduledExportCommands } from '../../features/scheduled-export/server/commands.ts';
import { logRefusedOperation, notesOfRefusals } from '../../features/security-log/server/refusals.ts';
import type { SqlField } from '../../graphql/extension.ts';
import { scalars } from '../../graphql/scalars.ts';
import { readModels } from '../../graphql/server/catalog.ts';
import type { Command, QueryFunction } from '../../graphql/server/command.ts';
import type { ComputedBy } from '../../graphql/server/computed.ts';
import { createGraphql, type Graphql } from '../../graphql/server/graphql.ts';
import { digestOfSchema } from '../../graphql/server/print.ts';
import { columnRef } from '../../graphql/sql.ts';
import type { Module } from '../../platform/modules.ts';
import { firstFailure } from '../../platform/server/database/first-failure.ts';
import type { Database } from '../../platform/server/database.ts';
import type { Log } from '../../platform/server/log.ts';
import { permitModule, requireModule } from '../../platform/server/modules.ts';
import type { Secrets } from '../../platform/server/secrets.ts';
import { refusalText } from '../../platform/server/texts.ts';
import { access } from './access.ts';
import { kindsInApi } from './kinds.ts';
import { requireModules } from './module-tables.ts';
import { narrowedTo } from './narrowing.ts';
import { changeQuestions } from './questions.ts';
import { contentProblems } from './scheduled-contents.ts';

/** When a timeline was read, so that a client knows the age of its copy (DATA-43). */
const loadedAt: SqlField = {
  table: 'timeline',
  name: 'loaded_at',
  type: scalars.timestamptz,
  sql: () => 'now()',
};

/** The person's interval of task mails: only the own setting (AUTH-31, PROF-02). */
const ownMailInterval: SqlField = {
  table: 'lb_user',
  name: 'own_mail_interval',
  type: scalars.Int,
  sql: (alias) => `app.own_mail_interval(${columnRef(alias, 'id')})`,
};

/** Whether a person approves anything, so that an empty limit means unlimited (ROLE-15); null for others than administrators. */
const approves: SqlField = {
  table: 'lb_user',
  name: 'approves',
  type: GraphQLBoolean,
  sql: (alias) => `app.approves_anything(${columnRef(alias, 'id')})`,
};

/** The API of the product: declarations from the catalogue, extended by features and kinds of documents. */
export async function openGraphql(
  database: Database,
  log: Pick<Log, 'error'> & Partial<Pick<Log, 'warn'>>,
  secrets?: Pick<Secrets, 'seal'>,
  documents = kindsInApi,
): Promise<Graphql> {
  const servedKinds = documents.map(({ served }) => served);
  return createGraphql({
    models: await readModels(database.pool),
    access,
    database,
    commands: commandsOf(documents),
    functions: queryFunctionsOf(servedKinds),
    guard: requireModules,
    narrow: narrowedTo,
    questions: changeQuestions,
    settling: 'listed_at_end',
    computed: computedFields(servedKinds),
    validate: new Map([
      ...rowValidations(entities.values()),
      ...configurationValidations,
      ...operatorValidations,
    ]),
    normals: new Map([
      ...rowNormals(entities.values()),
      ...operatorNormals,
      ['saved_filter', normalsOf(savedFilterFields)],
    ]),
    needs: rowNeeds(entities.values()),
    messageOf: (refusal, language) => refusalText(language, refusal),
    ...(secrets && { seal: secrets.seal }),
    logger: log,
    onRefused: logRefusedOperation(notesOfRefusals(database, log)),
  });
}

function commandsOf(documents: typeof kindsInApi): readonly Command[] {
  return [
    ...documents.flatMap(({ served, commands }) => ofModule(served.kind.module, commands)),
    ...ofModule('invoice', arrivalCommands),
    handOverCommand(documents.map(({ served }) => served)),
    saveTenant,
    confirmBankChange,
    rejectBankChange,
    confirmControlChange,
    confirmControlChanges,
    rejectControlChange,
    ...recordLockCommands,
    ...auditCommands,
    ...scheduledExportCommands(contentProblems),
  ];
}

function queryFunctionsOf(kinds: readonly ServedKind[]): readonly QueryFunction[] {
  return [
    handOverCounts(kinds),
    handOverPlan(kinds),
    documentsWaitingOn,
    administrators,
    approverStanding,
    forModule('procurement', orderMailFunction),
    forModule('procurement', setupQuestion),
    tenantBank,
    supplierTwins,
    rejectedAccount,
    waitingAccounts,
    dashboardFigures,
    dashboardBudgets,
    forModule('procurement', dashboardProducts),
    forModule('contract', dashboardContracts),
    dashboardTurnAround,
  ];
}

function computedFields(kinds: readonly ServedKind[]): readonly (SqlField | ComputedBy)[] {
  return [
    loadedAt,
    ownMailInterval,
    approves,
    ...kinds.map(actionsField),
    ...kinds.map(approvalDifferencesField),
    amendmentDifferencesField,
    commitmentField,
    committedField,
    yearlyField,
    orderBlocksField,
    ...budgetFields,
    invoicedQuantity,
    bookedFinal,
    possibleDuplicates,
    recognitionRaw,
    fileKeptUntil,
    ...kinds.map(({ kind }) => keptUntilField(kind)),
    ...kinds.map(({ kind }) => countedAmountsField(kind)),
  ];
}

/** Commands of a module refuse with `module_off` while it is switched off (GEN-10, ERR-16). */
function ofModule(module: Module, commands: readonly Command[]): readonly Command[] {
  return commands.map((each) => ({
    ...each,
    run: async (tx, context, input) => {
      const permitted = requireModule(tx, module);
      const taken = (async () => each.run(tx, context, input))();
      const [, key] = await firstFailure(permitted, taken);
      return key;
    },
  }));
}

/**
 * Query functions of a module refuse with `permission_denied` while it is switched off, like everything that is no
 * command (GEN-10).
 */
function forModule(module: Module, question: QueryFunction): QueryFunction {
  return {
    ...question,
    run: async (tx, context, input) => {
      await permitModule(tx, module);
      return question.run(tx, context, input);
    },
  };
}

/** What an ordinary person with prices finds in the API. */
export async function apiOfPerson(database: Database): Promise<GraphQLSchema> {
  const graphql = await openGraphql(database, { error: () => {} });
  return graphql.schema({ kind: 'user', price: true });
}

/** The digest of that API as text; committed so that changes appear in reviews. */
export async function printApi(database: Database): Promise<string> {
  return digestOfSchema(await apiOfPerson(database));
}
