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
    name: 'whoever sees a contract has its documents read again and again',
    file: 'src/features/contract/steps.ts',
    find: "isWorkedOn(situation) && editRights(situation).head === 'all'",
    replace: 'isWorkedOn(situation)',
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
    find: "if (!(await database.atGate((tx) => beginReading(tx, 'mail', name)))) return 'not_safe';",
    replace: '',
  },
  {
    name: 'the documents of a tenant take all places',
    file: 'src/platform/server/reading-cell/turns.ts',
    find: 'const isFree = working.filter(({ isKept }) => !isKept).length < rules.places - 1;',
    replace: 'const isFree = working.length < rules.places;',
  },
  {
    name: 'a document that only looked short keeps the place of the short ones',
    file: 'src/platform/server/reading-cell/turns.ts',
    find: '!wasPutBack && now - begun > rules.patienceMs',
    replace: 'wasPutBack && now - begun > rules.patienceMs',
  },
  {
    name: 'a tenant that has read for minutes waits no longer than others',
    file: 'src/platform/server/reading-cell/had-lately.ts',
    find: 'had ? Math.max(0, had.ms - (now - had.at) * forgotten) : 0',
    replace: 'had ? 0 : 0',
  },
  {
    name: 'a reader that goes round in circles outlives its product',
    file: 'src/platform/server/reading-cell/launch.ts',
    find: '...(walls.endsWithProduct ? withProduct : []),',
    replace: '',
  },
  {
    name: 'a start leaves the readers of a killed product alone',
    file: 'src/platform/server/reading-cell/reader-folders.ts',
    find: "ifAllowed(() => process.kill(pid, 'SIGKILL'))",
    replace: 'ifAllowed(() => undefined)',
  },
  {
    name: 'a mail that was put aside is shown as what it says it is',
    file: 'src/features/mailbox/server/put-aside.ts',
    find: "mime: 'application/octet-stream'",
    replace: "mime: 'text/html'",
  },
  {
    name: 'mails that are put aside fill the database',
    file: 'src/features/mailbox/server/put-aside.ts',
    find: 'if (kept_bytes + raw.length > mostKeptBytes) return false;',
    replace: '',
  },
  {
    name: 'queries are read on the account of nobody',
    file: 'src/graphql/server/documents.ts',
    find: 'counted(() => this.#prepare(text, operationName))',
    replace: 'this.#prepare(text, operationName)',
  },
  {
    name: 'handlers work on the account of nobody',
    file: 'src/platform/server/http/http-shares.ts',
    find: 'counted(() => handler.call(this, request, reply), askerOf(request))',
    replace: 'handler.call(this, request, reply)',
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
