import type { CodeFault } from './code-fault.ts';

/** Faults by which work is done twice, or a wrong clock or key does harm unnoticed. */
export const twiceFaults: readonly CodeFault[] = [
  {
    name: 'imports of one table run concurrently',
    file: 'src/entity/server/import-job.ts',
    find: 'await takeBulkTurn(tx, run.table.name);',
    replace: '',
  },
  {
    name: 'a save of many rows runs concurrently with an import',
    file: 'src/graphql/server/mutation.ts',
    find: 'await takeBulkTurn(session.tx, table.name);',
    replace: '{}',
  },
  {
    name: 'the key of a mutation is ignored',
    file: 'src/graphql/server/mutation.ts',
    find: 'key === undefined\n        ? write(tx, true)',
    replace: 'key !== null\n        ? write(tx, true)',
  },
  {
    name: 'a worker frozen while sending a mail overwrites the result of the next worker',
    file: 'src/platform/server/mail/mail-task.ts',
    find: "mail.state === 'sending' && mail.attempts === attempts ? undefined : mail.state",
    replace: 'undefined',
  },
  {
    name: 'the key of an import is ignored',
    file: 'src/entity/server/import-route.ts',
    find: "sentKey(request.headers['idempotency-key'] ?? values.idempotency_key) ?? randomUUID()",
    replace: 'randomUUID()',
  },
  {
    name: 'the key of a route is ignored',
    file: 'src/platform/server/idempotency.ts',
    find: 'if (!keyed || onlyReads ||',
    replace: 'if (keyed !== null || !keyed || onlyReads ||',
  },
  {
    name: 'a test mail requested twice is sent twice',
    file: 'src/features/help/server/test-mail.ts',
    find: 'if (underWay) return { mailId: underWay.id, recipient: email };',
    replace: '',
  },
  {
    name: 'a job requested twice runs twice',
    file: 'src/platform/server/jobs/jobs.ts',
    find: "where kind = $1 and input = $2::jsonb and state = 'queued'",
    replace: "where kind = $1 and input = $2::jsonb and state = 'never'",
  },
  {
    name: 'a credit note sent twice is created twice',
    file: 'src/features/billing/server/credit.ts',
    find: "if (invoice.is_under_way) throw new Refused(refuse('billing_under_way'));",
    replace: '',
  },
  {
    name: 'a node with a wrong clock queues scheduled work',
    file: 'src/platform/server/jobs/schedule.ts',
    find: 'if (isClockOff(aheadSeconds)) return clock;',
    replace: '',
  },
  {
    name: 'a node with a wrong clock takes scheduled work',
    file: 'src/platform/server/jobs/schedule.ts',
    find: "if (isClockOff(aheadSeconds)) throw new Error('the clock of this node is wrong');",
    replace: '',
  },
  {
    name: 'any row near a wrong clock is accepted',
    file: 'src/features/audit/server/head-times.ts',
    find: 'return [main, ...beside.map((head) => around(head?.at ?? 0))];',
    replace: 'return beside.length > 0 ? [{ from: -Infinity, to: Infinity }] : [main];',
  },
  {
    name: 'a note about a clock is valid without our signature',
    file: 'src/features/audit/server/verify.ts',
    find: 'expectedHeads(records.filter((record) => notary.hasSigned(record)))',
    replace: 'expectedHeads(records)',
  },
  {
    name: 'a restore with another key loses secrets silently',
    file: 'src/platform/server/backup/sealed-columns.ts',
    find: 'if (lost.length > 0 && !without)',
    replace: 'if (lost.length < 0)',
  },
  {
    name: 'a migration fails after a deadlock with old nodes',
    file: 'src/platform/server/database/migrate.ts',
    find: 'if (attempt >= maxAttempts || !isAboutLocks(error)) throw error;',
    replace: 'if (attempt > 0) throw error;',
  },
  {
    name: 'a frozen worker sends a mail that another worker has taken over',
    file: 'src/platform/server/mail/mail-task.ts',
    find: "if (!own) throw new Error('another worker took over this mail');",
    replace: '',
  },
  {
    name: 'an older version replaces newer functions',
    file: 'src/platform/server/database/migrate.ts',
    find: 'if (newer !== null) return onNewer?.(newer);',
    replace: '',
  },
  {
    name: 'a note about one row of a wrong clock covers all rows',
    file: 'src/features/audit/server/clock-notes.ts',
    find: 'if (!isNamed) return [];',
    replace: '',
  },
];
