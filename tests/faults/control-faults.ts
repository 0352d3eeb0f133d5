import type { CodeFault } from './code-fault.ts';

/** Holes in what two people control: who acts by what means, what an approval covers, which account money goes to, what governs control. */
export const controlFaults: readonly CodeFault[] = [
  {
    name: 'a token of another is that of the person himself',
    file: 'src/platform/server/http/request-context.ts',
    find: "actorId: makerId, means: 'token'",
    replace: "actorId: id, means: 'token'",
  },
  {
    name: 'every means suffices for every act',
    file: 'src/platform/means.ts',
    find: 'return means.includes(context.means) && (forAnother || !isActing(context));',
    replace: 'return means.length > 0 || forAnother;',
  },
  {
    name: 'what needs four eyes is done for another',
    file: 'src/platform/means.ts',
    find: "four_eyes: { means: [...sessionMeans, 'token', 'job'], forAnother: false }",
    replace: "four_eyes: { means: [...sessionMeans, 'token', 'job'], forAnother: true }",
  },
  {
    name: 'a token changes how its person logs in',
    file: 'src/platform/means.ts',
    find: 'own_login: { means: sessionMeans,',
    replace: "own_login: { means: [...sessionMeans, 'token'],",
  },
  {
    name: 'no route asks how a person is there',
    file: 'src/platform/server/http/request-context.ts',
    find: "requireMeans(contextOf(request), 'own_login');",
    replace: 'contextOf(request);',
  },
  {
    name: 'commands do not ask by what means they come',
    file: 'src/graphql/server/mutation.ts',
    find: "requireMeans(session.context, command?.act ?? 'work');",
    replace: '',
  },
  {
    name: 'a mutation comes by the link of a mail',
    file: 'src/graphql/server/mutation.ts',
    find: "requireMeans(context, 'work');",
    replace: '',
  },
  {
    name: 'whoever acted as the requester approves',
    file: 'src/document/approval/approvers.ts',
    find: 'personId === creatorId || actorIds.includes(personId)',
    replace: 'personId === creatorId || actorIds.length < 0',
  },
  {
    name: 'hands that were had before are forgotten',
    file: 'src/document/server/load-facts.ts',
    find: 'actors: isActing(context) ? [...actors, context.actorId] : actors };',
    replace: 'actors: isActing(context) ? [context.actorId] : actors.slice(0, 0) };',
  },
  {
    name: 'whoever submits as another is not among the makers yet',
    file: 'src/document/server/load-facts.ts',
    find: 'actors: isActing(context) ? [...actors, context.actorId] : actors };',
    replace: 'actors };',
  },
  {
    name: 'whoever changed an invoice as another confirms its account',
    file: 'src/features/invoice/bank-steps.ts',
    find: 'facts.approval.actors.includes(actor.id)',
    replace: 'false',
  },
  {
    name: 'a comparison whose variable was not sent is dropped',
    file: 'src/graphql/selection.ts',
    find: 'requireSent(this.#document, node, meaningOf(field), this.variables);',
    replace: '',
  },
  {
    name: 'a comparison that says nothing changes all rows',
    file: 'src/graphql/server/mutation.ts',
    find: 'if (!command) requireConditions(root, args);',
    replace: '',
  },
  {
    name: 'an account that changed after the check is not looked at before the export',
    file: 'src/features/invoice/steps.ts',
    find: "const bank = bankRemarks(situation, 'to_export', input.confirmations);",
    replace: 'const bank: readonly SystemRemark[] = [];',
  },
  {
    name: 'an account that came past the check leaves with its invoice',
    file: 'src/features/accounting-export/server/leave.ts',
    find: ', accountProblem(situation, run)',
    replace: '',
  },
  {
    name: 'DATEV is told an account to which nothing is transferred',
    file: 'src/features/accounting-export/datev/told-ledger.ts',
    find: 'isTransferred(payment) ? iban : null',
    replace: 'iban',
  },
  {
    name: 'creditors leave with accounts to which nothing is transferred',
    file: 'src/features/accounting-export/master-data/creditor-row.ts',
    find: 'isByTransfer(textOf(values.payment_method) || null)',
    replace: 'true',
  },
  {
    name: 'an administrator confirms his own change of a control',
    file: 'src/features/control/server/commands.ts',
    find: 'if (!may_confirm) throw',
    replace: 'if (false) throw',
  },
  {
    name: 'what governs control waits for nobody',
    file: 'db/migrations/0154_register_of_controls.sql',
    find: 'is_held := app.is_watched',
    replace: 'is_held := false and app.is_watched',
  },
  {
    name: 'whoever acts as another changes what governs control',
    file: 'db/migrations/0154_register_of_controls.sql',
    find: 'if actor is distinct from app.user_id() then',
    replace: 'if false then',
  },
  {
    name: 'whom an administrator made lately confirms what is his',
    file: 'db/migrations/0154_register_of_controls.sql',
    find: "and u.made_at > now() - interval '7 days')",
    replace: 'and false)',
  },
  {
    name: 'the token of a login link stands in the kept mail',
    file: 'src/features/session/server/login-token.ts',
    find: 'tokenMark(messageId, no)',
    replace: 'secrets.mailToken(messageId, no)',
  },
  {
    name: 'login mails of the same entry of the queue share their token',
    file: 'src/features/session/server/login-mail.ts',
    find: 'randomUUID()',
    replace: "'again'",
  },
];
