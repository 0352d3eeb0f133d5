import type { CodeFault } from './code-fault.ts';

/** Holes through which one person or one document makes others wait. */
export const loadFaults: readonly CodeFault[] = [
  {
    name: 'an invoice that ends its reader is read a third time',
    file: 'src/features/invoice/server/recognition-job.ts',
    find: "if (!(await beginReading(tx, 'invoice', job.id))) return 'not_safe';",
    replace: '',
  },
  {
    name: 'a contract that ends its reader is read a third time',
    file: 'src/features/contract/server/recognition/recognition-job.ts',
    find: "if (!(await beginReading(tx, 'contract', job.id))) return 'not_safe';",
    replace: '',
  },
  {
    name: 'a correction that ends its reader is learnt from a third time',
    file: 'src/features/invoice/server/learning-job.ts',
    find: "return found && (await beginReading(tx, 'lesson', job.id)) ? found : null;",
    replace: 'return found;',
  },
  {
    name: 'a mail that ends its reader is read a third time',
    file: 'src/features/mailbox/server/take-mail.ts',
    find: "if (!(await inSystem(database, tenantId, (tx) => beginReading(tx, 'mail', name)))) {",
    replace: 'if (name === null) {',
  },
  {
    name: 'a mail of nobody that ends its reader is read a third time',
    file: 'src/features/mailbox/server/address-mails.ts',
    find: "if (!(await database.atGate((tx) => beginReading(tx, 'mail', name)))) return null;",
    replace: '',
  },
  {
    name: 'the documents of a tenant take all places',
    file: 'src/platform/server/reading-cell/turns.ts',
    find: 'waiting.filter(({ whose }) => inWork(whose) < mostOfOne)',
    replace: 'waiting',
  },
  {
    name: 'bodies arrive before it is their turn',
    file: 'src/platform/server/http/http-shares.ts',
    find: "app.addHook('preParsing', async (request, reply) => {",
    replace: "app.addHook('preHandler', async (request, reply) => {",
  },
  {
    name: 'strangers send as much as people do',
    file: 'src/platform/server/http/http-body.ts',
    find: 'if (knownContext(request) || request.routeOptions.config.readsItsBody) return payload;',
    replace: 'return payload;',
  },
  {
    name: 'messages of shops are read whole before their secret is looked at',
    file: 'src/platform/server/http/http-body.ts',
    find: 'let isLooked = look === undefined;',
    replace: 'let isLooked = true;',
  },
  {
    name: 'a batch asks for the schema as often as it has operations',
    file: 'src/app/server/graphql-route.ts',
    find: 'requestOf(request), batch)',
    replace: 'requestOf(request))',
  },
  {
    name: 'lists of variables have any length',
    file: 'src/graphql/server/variables.ts',
    find: 'if (container.length > limits.listMembers)',
    replace: 'if (false)',
  },
  {
    name: 'operations get any number of variables that they do not know',
    file: 'src/graphql/server/execute.ts',
    find: 'if (unused) throw new Refused(unused);',
    replace: '',
  },
  {
    name: 'others use up the login mails of a person',
    file: 'src/features/session/server/login-request.ts',
    find: ' && !(await isKnown(tx, request, now))',
    replace: '',
  },
  {
    name: 'colleagues use up the login mails of a device',
    file: 'src/features/session/server/login-request.ts',
    find: 'return device === null ? network',
    replace: 'return true ? network',
  },
  {
    name: 'the mark of a device is believed for every address',
    file: 'src/features/session/server/device-mark.ts',
    find: ' && mark === secrets.deviceMark(id, address) ? id',
    replace: ' ? id',
  },
];
