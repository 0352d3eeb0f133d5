import type { CodeFault } from './code-fault.ts';
import { contractFaults } from './contract-faults.ts';
import { controlFaults } from './control-faults.ts';
import { invoiceFaults } from './invoice-faults.ts';
import { loadFaults } from './load-faults.ts';
import { personFaults } from './person-faults.ts';
import { twiceFaults } from './twice-faults.ts';

const anybody = (file: string, what: string): CodeFault => ({
  name: `anyone ${what}`,
  file,
  find: "requireRole(context, 'user-admin');",
  nth: 0,
  replace: '',
});

/**
 * Faults that a harmless-looking change could introduce. Not listed are faults that a second check still stops: file
 * contents are read again as reader, the database checks operators, and a save ignores prices from people who see
 * none.
 */
export const codeFaults: readonly CodeFault[] = [
  anybody('src/features/session/server/api-tokens.ts', 'makes API tokens'),
  anybody('src/features/session/server/invitation.ts', 'invites'),
  {
    name: 'the token of a service account makes calls that it does not name',
    file: 'src/platform/means.ts',
    find: 'calls && !oneOf.some((call) => calls.includes(call))',
    replace: 'false',
  },
  {
    name: 'people other than administrators act as another person',
    file: 'src/features/session/server/impersonation.ts',
    find: '!is_admin || ',
    replace: '',
  },
  {
    name: 'an administrator acts as an operator',
    file: 'src/features/session/server/impersonation.ts',
    find: " || person.roles.includes('user-operator')",
    replace: '',
  },
  {
    name: 'a session of another person is ended',
    file: 'src/features/session/server/session-list.ts',
    find: "endSessions(tx, 'own', { by: 'person', now: clock.now() }, family, context.userId)",
    replace: "endSessions(tx, 'session', { by: 'person', now: clock.now() }, family)",
  },
  {
    name: 'the history of records is read without row-level security',
    file: 'src/features/audit/server/history.ts',
    find: 'firstFailure(readRows(tx, question, span, context), readCatalog())',
    replace: "firstFailure(readRows(tx.as('writer'), question, span, context), readCatalog())",
  },
  {
    name: 'the history shows amounts to everyone',
    file: 'src/features/audit/server/history.ts',
    find: 'readRows(tx, question, span, context)',
    replace: "readRows(tx.as('reader_price'), question, span, { ...context, roles: ['user-price'] })",
  },
  {
    name: 'remarks are written into the audit of any record',
    file: 'src/features/audit/server/commands.ts',
    find: 'if (!is_visible) throw',
    replace: 'if (false) throw',
  },
  {
    name: 'only single sign-on is allowed without an issuer',
    file: 'db/functions/people/keep_sign_on.sql',
    find: 'and not exists (select from public.sign_on_issuer',
    replace: 'and false and not exists (select from public.sign_on_issuer',
  },
  {
    name: 'a ticket opens files that the person cannot see',
    file: 'src/platform/server/http/http-tickets.ts',
    find: "tx.one('select id from file where id = $1', [fileId])",
    replace: "tx.as('writer').one('select id from file where id = $1', [fileId])",
  },
  {
    name: 'a ticket opens every file of its person',
    file: 'src/platform/server/http/request-context.ts',
    find: 'if (fileId !== id) throw',
    replace: 'if (false) throw',
  },
  {
    name: 'files seen by approvers are detached',
    file: 'src/document/attachments.ts',
    find: "if (isSealed || isCovered(situation, fileId)) return refuse('attachment_approved');",
    replace: '',
  },
  {
    name: 'files of a fully signed contract are detached',
    file: 'src/features/contract/server/store.ts',
    find: 'sealedAt: ({ timeline }) => signatureOf(timeline)?.completedAt ?? null,',
    replace: '',
  },
  {
    name: 'the proposer of a late notice confirms it',
    file: 'src/features/contract/late-ending.ts',
    find: 'if (isProposer || !entitled(situation).includes(actor.id))',
    replace: 'if (!entitled(situation).includes(actor.id))',
  },
  {
    name: 'anyone to whom a contract was passed signs it',
    file: 'src/features/contract/signing.ts',
    find: "return refuse('may_not_sign');",
    replace: 'return true;',
  },
  {
    name: 'the last editor of a contract signs it',
    file: 'src/features/contract/signing.ts',
    find: "return isExcluded ? refuse('separate_signature') : true;",
    replace: 'return true;',
  },
  {
    name: 'limits are compared with one interval of a contract',
    file: 'src/document/facts.ts',
    find: 'document.kind.commitment?.(document, day, facts.company)',
    replace: 'undefined',
  },
  {
    name: 'an order replaces the approval of an invoice under a contract that does not fit',
    file: 'src/features/invoice/approval.ts',
    find: 'if (facts.contractExcess !== null || facts.contractMismatches.length > 0) return false;',
    replace: '',
  },
  {
    name: 'a contract with deactivated master data moves on',
    file: 'src/features/contract/forwarding.ts',
    find: 'const inactive = facts.inactive.filter((field) => !sealed.includes(field));',
    replace: 'const inactive = facts.inactive.filter((field) => sealed.includes(field));',
  },
  {
    name: 'a signed contract is changed without an amendment',
    file: 'src/features/contract/server/commands.ts',
    find: 'if (sealed) throw new Refused(sealed);',
    replace: '',
  },
  {
    name: 'an amendment is in force before it is checked',
    file: 'src/features/contract/steps.ts',
    find: "hasRole(actor, 'user-change-contract') && document.head.amends_id === null,",
    replace: "hasRole(actor, 'user-change-contract'),",
  },
  {
    name: 'a document changed after its approval is sent or exported',
    file: 'src/document/approval/holds.ts',
    find: "return grown !== null && grown.length === 0 ? null : refuse('approval_outgrown');",
    replace: 'return null;',
  },
  {
    name: 'a document changed during its approval is approved',
    file: 'src/document/approval/holds.ts',
    find: "return grown ? refuse('approval_outgrown') : null;",
    replace: 'return null;',
  },
  {
    name: 'an assignee who is no approver approves',
    file: 'src/document/approval/entitled.ts',
    find: "if (personId === ownerId && !isInCircle(situation, personId)) return refuse('not_an_approver');",
    replace: '',
  },
  {
    name: 'an approval is passed on to anyone',
    file: 'src/document/approval/entitled.ts',
    find: "if (!isApprover(situation, personId)) return refuse('not_an_approver');",
    replace: '',
  },
  {
    name: 'an empty group is chosen as approver',
    file: 'src/document/server/save.ts',
    find: 'if (problem !== null) throw new Refused(problem);',
    replace: '',
  },
  {
    name: 'a step forward has no requirements',
    file: 'src/features/procurement/requirements.ts',
    find: "return problems.length > 0 ? refuse('validation_failed', { problems }) : null;",
    replace: 'return problems.length > 99 ? refuse("validation_failed") : null;',
  },
  {
    name: 'an order with received goods is cancelled without a confirmation',
    file: 'src/features/procurement/interruption.ts',
    find: 'if (received.length === 0 || document.head.completely_invoiced) return [];',
    replace: 'if (received.length >= 0) return [];',
  },
  {
    name: 'an order that is no longer ready is sent',
    file: 'src/features/procurement/server/order-attempt.ts',
    find: "return problem === null ? undefined : { state: 'failed', failure: 'order_not_ready' };",
    replace: 'return problem === null ? undefined : undefined;',
  },
  {
    name: 'amounts of an approval are shown to everyone',
    file: 'src/document/server/approval-differences-field.ts',
    find: '(isAmount && !seesPrices) ?',
    replace: 'false ?',
  },
  {
    name: 'anyone detaches files',
    file: 'src/document/server/attachments.ts',
    find: 'orRefuse(mayDetach(situation, added, keepsFiles));',
    replace: '',
  },
  {
    name: 'anyone uploads data sheets',
    file: 'src/features/master-data/server/uploads.ts',
    find: 'role !== undefined && !hasRole(context, role)',
    replace: 'false',
  },
  {
    name: 'uploading the same signature returns that of its owner',
    file: 'src/features/master-data/server/uploads.ts',
    find: "purpose <> 'signature' and ",
    replace: '',
  },
  {
    name: 'a command locks a document that the person cannot see',
    file: 'src/document/server/store.ts',
    find: "findTimeline(tx, { kind: served.kind.name, id });\n  const writer = tx.as('writer');",
    replace:
      "findTimeline(tx.as('writer'), { kind: served.kind.name, id });\n  const writer = tx.as('writer');",
  },
  {
    name: 'references of commands are not checked',
    file: 'src/document/server/references.ts',
    find: 'return group.filter((reference) => !visible.has(reference.id));',
    replace: 'return visible.size < 0 ? group : [];',
  },
  {
    name: 'approvers of any tenant are accepted',
    file: 'src/document/server/approvers-store.ts',
    find: 'if (known.length < new Set(ids).size)',
    replace: 'if (ids.length < 0)',
  },
  {
    name: 'a letter shows prices to everyone',
    file: 'src/features/procurement/server/pdf-route.ts',
    find: "showsPrices: hasRole(context, 'user-price')",
    replace: 'showsPrices: true',
  },
  {
    name: 'new suppliers and products need no right',
    file: 'src/features/procurement/server/new-records.ts',
    find: 'if (problems.length > 0) throw',
    replace: 'if (problems.length < 0) throw',
  },
  {
    name: 'the order mail of any request is shown',
    file: 'src/features/procurement/server/sending.ts',
    find: `    const { number } = await tx.one<{ number: string | null }>(`,
    replace: `    const { number } = await tx.as('writer').one<{ number: string | null }>(`,
  },
  {
    name: 'a person who sees no prices sends the priced order to any address',
    file: 'src/features/procurement/server/sending.ts',
    find: '!mayChooseAddress(context) && !isSameAddress',
    replace: 'false && !isSameAddress',
  },
  {
    name: 'people who see no prices get an export with amounts',
    file: 'src/features/overview/server/export-job.ts',
    find: 'showsAmounts: showsAmounts(shown)',
    replace: 'showsAmounts: false',
  },
  {
    name: 'people who see no prices get an import file with amounts',
    file: 'src/entity/server/import-route.ts',
    find: 'showsAmounts: entity.sheet.some((name) => entity.fields[name]?.price)',
    replace: 'showsAmounts: false',
  },
  {
    name: 'role 17 writes accounts of suppliers',
    file: 'src/app/server/access.ts',
    find: "supplier: { insert: { columns: [...supplierIdentity], role: 'user-can-insert-supplier' } }",
    replace: "supplier: { insert: { role: 'user-can-insert-supplier' } }",
  },
  {
    name: 'everyone writes suppliers',
    file: 'src/app/server/access.ts',
    find: "supplier: { insert: { columns: [...supplierIdentity], role: 'user-can-insert-supplier' } }",
    replace: 'supplier: { insert: { columns: supplierColumns } }',
  },
  {
    name: 'everyone writes products',
    file: 'src/app/server/access.ts',
    find: "product: { insert: { role: 'user-can-insert-product' } }",
    replace: 'product: { insert: {} }',
  },
  {
    name: 'everyone writes every profile',
    file: 'src/app/server/access.ts',
    find: "      own: 'id',\n",
    replace: '',
  },
  {
    name: 'other people’s filters are changed',
    file: 'src/app/server/access.ts',
    find: 'saved_filter: { insert: ownRows, update: ownRows, delete: ownRows }',
    replace: 'saved_filter: { insert: ownRows, update: {}, delete: ownRows }',
  },
  {
    name: 'other people’s locks are removed',
    file: 'src/app/server/access.ts',
    find: "record_lock: { delete: { own: 'locked_by_id' } }",
    replace: 'record_lock: { delete: {} }',
  },
  {
    name: 'anyone locks a visible document',
    file: 'src/features/record-lock/server/commands.ts',
    find: "if (!is_assignee && !hasRole(context, 'user-admin')) throw",
    replace: 'if (false) throw',
  },
  {
    name: 'commands of a disabled module work',
    file: 'src/platform/server/modules.ts',
    find: "await tx.fixed('select app.require_modules($1)', [needed]);",
    replace: '',
  },
  {
    name: 'calls of a disabled module work',
    file: 'src/platform/server/modules.ts',
    find: "if (!(await isModuleOn(tx, module))) throw new Refused(refuse('permission_denied'));",
    replace: '',
  },
  {
    name: 'people without the right read bank accounts of suppliers',
    file: 'src/platform/context.ts',
    find: 'return bankRoles.some((role) => hasRole(context, role));',
    replace: 'return bankRoles.some((role) => hasRole(context, role)) || true;',
  },
  {
    name: 'everyone reads fields of colleagues that only administrators may read',
    file: 'src/graphql/model.ts',
    find: "if (audience === 'all' || kind !== 'user')",
    replace: "if (audience === 'all' || audience === 'admin' || kind !== 'user')",
  },
  anybody('src/features/session/server/person-sessions.ts', 'sees the sessions of a person'),
  {
    name: 'people without the right see prices',
    file: 'src/platform/server/database/entrance.ts',
    find: "bank ? 'reader_bank' : 'reader'",
    replace: "bank ? 'reader_bank' : 'reader_price'",
  },
  {
    name: 'other people’s jobs are shown',
    file: 'src/platform/server/http/http-jobs.ts',
    find: "tx.one<Row>('select id, kind, state, progress, result, error from job where id = $1', [id]),",
    replace:
      "tx.as('writer').one<Row>('select id, kind, state, progress, result, error from job where id = $1', [id]),",
  },
  anybody('src/entity/server/import-route.ts', 'imports'),
  anybody('src/features/accounting-export/server/master-data/planning.ts', 'exports creditors'),
  {
    name: 'an auditor reads the departments of people of other companies',
    file: 'src/platform/server/database/entrance.ts',
    find: "'audited, public'",
    replace: "'public'",
  },
  {
    name: 'an archive of one company contains master data of others',
    file: 'src/features/archive/server/csv-sql.ts',
    find: "? isSeen(table) : 'true'",
    replace: "? 'true' : 'true'",
  },
  {
    name: 'the last company of a cost center is deleted',
    file: 'db/functions/master-data/keep_narrowed.sql',
    find: 'if is_last then',
    replace: 'if false then',
  },
  {
    name: 'many posting keys are changed without a confirmation',
    file: 'db/functions/master-data/count_documents_waiting.sql',
    find: 'perform app.note_steered(tg_table_name, change.steered);',
    replace: '',
  },
  {
    name: 'a link suffices where only single sign-on is allowed',
    file: 'src/platform/means.ts',
    find: "sign_on_entry: { means: ['sign_on',",
    replace: "sign_on_entry: { means: ['sign_on', 'link',",
  },
  {
    name: 'an unverified address binds an account of an issuer',
    file: 'src/features/session/server/sign-on/person-of-claims.ts',
    find: '!isVerified(issuer, claims)',
    replace: 'false',
  },
  ...contractFaults,
  ...controlFaults,
  ...invoiceFaults,
  ...loadFaults,
  ...personFaults,
  ...twiceFaults,
];
