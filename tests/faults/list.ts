import type { CodeFault } from './code-fault.ts';
import { controlFaults } from './control-faults.ts';
import { invoiceFaults } from './invoice-faults.ts';
import { loadFaults } from './load-faults.ts';
import { twiceFaults } from './twice-faults.ts';

const anybody = (file: string, what: string): CodeFault => ({
  name: `anybody ${what}`,
  file,
  find: "if (!hasRole(context, 'user-admin')) throw",
  replace: 'if (false) throw',
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
    name: 'whoever acts as another need not be an administrator',
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
    name: 'the history of records is read past the wall',
    file: 'src/features/audit/server/history.ts',
    find: 'const rows = await readRows(tx, question, span, context);',
    replace: "const rows = await readRows(tx.as('writer'), question, span, context);",
  },
  {
    name: 'the history tells amounts to everybody',
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
    name: 'a ticket opens files that the person does not see',
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
    name: 'what approvers have seen is taken off',
    file: 'src/document/attachments.ts',
    find: "if (isSealed || isCovered(situation, fileId)) return refuse('attachment_approved');",
    replace: '',
  },
  {
    name: 'what both sides have signed is taken off',
    file: 'src/features/contract/server/store.ts',
    find: 'sealedAt: ({ timeline }) => signatureOf(timeline)?.completedAt ?? null,',
    replace: '',
  },
  {
    name: 'whoever proposed a late notice confirms it',
    file: 'src/features/contract/late-ending.ts',
    find: 'if (isProposer || !entitled(situation).includes(actor.id))',
    replace: 'if (!entitled(situation).includes(actor.id))',
  },
  {
    name: 'anybody signs to whom a contract was passed',
    file: 'src/features/contract/signing.ts',
    find: "return refuse('may_not_sign');",
    replace: 'return true;',
  },
  {
    name: 'whoever changed a contract last signs it',
    file: 'src/features/contract/signing.ts',
    find: "return isExcluded ? refuse('separate_signature') : true;",
    replace: 'return true;',
  },
  {
    name: 'limits see one interval of a contract',
    file: 'src/document/facts.ts',
    find: 'document.kind.commitment?.(document, day, facts.company)',
    replace: 'undefined',
  },
  {
    name: 'an order stands for an invoice under a contract that does not fit',
    file: 'src/features/invoice/approval.ts',
    find: 'if (facts.contractExcess !== null || facts.contractMismatches.length > 0) return false;',
    replace: '',
  },
  {
    name: 'a contract with deactivated master data goes on',
    file: 'src/features/contract/leaving.ts',
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
    name: 'an amendment is in force before anybody has checked it',
    file: 'src/features/contract/steps.ts',
    find: "hasRole(actor, 'user-change-contract') && document.head.amends_id === null,",
    replace: "hasRole(actor, 'user-change-contract'),",
  },
  {
    name: 'what was changed after its approval leaves',
    file: 'src/document/approval/holds.ts',
    find: "return grown !== null && grown.length === 0 ? null : refuse('approval_outgrown');",
    replace: 'return null;',
  },
  {
    name: 'what was changed meanwhile is approved as if it had not been',
    file: 'src/document/approval/holds.ts',
    find: "return grown ? refuse('approval_outgrown') : null;",
    replace: 'return null;',
  },
  {
    name: 'whoever was never made an approver approves what he holds',
    file: 'src/document/approval/entitled.ts',
    find: "if (personId === ownerId && !isInCircle(situation, personId)) return refuse('not_an_approver');",
    replace: '',
  },
  {
    name: 'an approval is passed on to anybody',
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
    name: 'a step forward asks for nothing',
    file: 'src/features/procurement/requirements.ts',
    find: "return problems.length > 0 ? refuse('validation_failed', { problems }) : null;",
    replace: 'return problems.length > 99 ? refuse("validation_failed") : null;',
  },
  {
    name: 'an order is cancelled without a word of its goods',
    file: 'src/features/procurement/interruption.ts',
    find: 'if (received.length === 0 || document.head.completely_invoiced) return [];',
    replace: 'if (received.length >= 0) return [];',
  },
  {
    name: 'an order goes out though it is not ready any more',
    file: 'src/features/procurement/server/order-attempt.ts',
    find: "return problem === null ? undefined : { state: 'failed', failure: 'order_not_ready' };",
    replace: 'return problem === null ? undefined : undefined;',
  },
  {
    name: 'amounts of an approval are told to everybody',
    file: 'src/document/server/approval-differences-field.ts',
    find: 'isAmount && !seesPrices ?',
    replace: 'false ?',
  },
  {
    name: 'anybody takes documents off',
    file: 'src/document/server/attachments.ts',
    find: 'orRefuse(mayDetach(situation, added, isKeeper));',
    replace: '',
  },
  {
    name: 'anybody brings data sheets',
    file: 'src/features/master-data/server/uploads.ts',
    find: 'role !== undefined && !hasRole(context, role)',
    replace: 'false',
  },
  {
    name: 'who brings the same signature gets that of its person',
    file: 'src/features/master-data/server/uploads.ts',
    find: "purpose <> 'signature' and ",
    replace: '',
  },
  {
    name: 'a command locks a document that the person does not see',
    file: 'src/document/server/store.ts',
    find: "findTimeline(tx, { kind: served.kind.name, id });\n  const writer = tx.as('writer');",
    replace:
      "findTimeline(tx.as('writer'), { kind: served.kind.name, id });\n  const writer = tx.as('writer');",
  },
  {
    name: 'references of commands are not looked at',
    file: 'src/document/server/references.ts',
    find: 'return group.filter((reference) => !visible.has(reference.id));',
    replace: 'return visible.size < 0 ? group : [];',
  },
  {
    name: 'approvers of any tenant are taken',
    file: 'src/document/server/approvers-store.ts',
    find: 'if (known.length < new Set(ids).size)',
    replace: 'if (ids.length < 0)',
  },
  {
    name: 'a letter shows prices to everybody',
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
    name: 'the mail of an order is told of any request',
    file: 'src/features/procurement/server/sending.ts',
    find: `    const { number } = await tx.one<{ number: string | null }>(`,
    replace: `    const { number } = await tx.as('writer').one<{ number: string | null }>(`,
  },
  {
    name: 'who sees no prices sends the priced order anywhere',
    file: 'src/features/procurement/server/sending.ts',
    find: '!mayChooseAddress(context) && !isSameAddress',
    replace: 'false && !isSameAddress',
  },
  {
    name: 'a file of an export with amounts is for who sees none',
    file: 'src/features/overview/server/export-job.ts',
    find: 'showsAmounts: columns.some((key) => list.columns[key]?.isAmount)',
    replace: 'showsAmounts: false',
  },
  {
    name: 'a file of an import with amounts is for who sees none',
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
    name: 'everybody writes suppliers',
    file: 'src/app/server/access.ts',
    find: "supplier: { insert: { columns: [...supplierIdentity], role: 'user-can-insert-supplier' } }",
    replace: 'supplier: { insert: { columns: supplierColumns } }',
  },
  {
    name: 'everybody writes products',
    file: 'src/app/server/access.ts',
    find: "product: { insert: { role: 'user-can-insert-product' } }",
    replace: 'product: { insert: {} }',
  },
  {
    name: 'everybody writes the profile of everybody',
    file: 'src/app/server/access.ts',
    find: "      own: 'id',\n",
    replace: '',
  },
  {
    name: 'the filters of others are changed',
    file: 'src/app/server/access.ts',
    find: "    update: { own: 'lb_user_id' },\n    delete: { own: 'lb_user_id' },\n  },\n  // Own locks",
    replace: "    update: {},\n    delete: { own: 'lb_user_id' },\n  },\n  // Own locks",
  },
  {
    name: 'the locks of others are taken off',
    file: 'src/app/server/access.ts',
    find: "record_lock: { delete: { own: 'locked_by_id' } }",
    replace: 'record_lock: { delete: {} }',
  },
  {
    name: 'anybody locks a document that he sees',
    file: 'src/features/record-lock/server/commands.ts',
    find: "if (!is_assignee && !hasRole(context, 'user-admin')) throw",
    replace: 'if (false) throw',
  },
  {
    name: 'modules that are off answer commands',
    file: 'src/platform/server/modules.ts',
    find: "await tx.fixed('select app.require_modules($1)', [needed]);",
    replace: '',
  },
  {
    name: 'modules that are off answer calls',
    file: 'src/platform/server/modules.ts',
    find: "if (!(await isModuleOn(tx, module))) throw new Refused(refuse('permission_denied'));",
    replace: '',
  },
  {
    name: 'people without the right read accounts of suppliers',
    file: 'src/platform/context.ts',
    find: 'return bankRoles.some((role) => hasRole(context, role));',
    replace: 'return bankRoles.some((role) => hasRole(context, role)) || true;',
  },
  {
    name: 'everybody reads what administrators alone read of colleagues',
    file: 'src/graphql/model.ts',
    find: "if (audience === 'all' || kind !== 'user')",
    replace: "if (audience === 'all' || audience === 'admin' || kind !== 'user')",
  },
  {
    name: 'anybody sees the sessions of a person',
    file: 'src/features/session/server/person-sessions.ts',
    find: "if (!hasRole(context, 'user-admin')) throw new Refused(refuse('permission_denied'));",
    replace: '',
  },
  {
    name: 'readers see prices without the right',
    file: 'src/platform/server/database/entrance.ts',
    find: "bank ? 'reader_bank' : 'reader'",
    replace: "bank ? 'reader_bank' : 'reader_price'",
  },
  {
    name: 'jobs of others are told',
    file: 'src/platform/server/http/http-jobs.ts',
    find: "tx.one<Row>('select id, kind, state, progress, result, error from job where id = $1', [id]),",
    replace:
      "tx.as('writer').one<Row>('select id, kind, state, progress, result, error from job where id = $1', [id]),",
  },
  anybody('src/entity/server/import-route.ts', 'imports'),
  anybody('src/features/accounting-export/server/master-data/planning.ts', 'exports creditors'),
  {
    name: 'an auditor reads where people of other companies belong',
    file: 'src/platform/server/database/entrance.ts',
    find: "'audited, public'",
    replace: "'public'",
  },
  {
    name: 'an archive of one company holds master data of others',
    file: 'src/features/archive/server/csv-sql.ts',
    find: "? isSeen(table) : 'true'",
    replace: "? 'true' : 'true'",
  },
  ...controlFaults,
  ...invoiceFaults,
  ...loadFaults,
  ...twiceFaults,
];
