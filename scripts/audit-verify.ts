/**
 * `npm run audit:verify [-- FILE ...]`: checks whether the audit matches its seals (AUD-09). `--close-clock "REASON"`
 * adds a signed note to the record about heads of wrong clocks, and about the rows named with `--rows` and
 * `--security-rows` (AUD-10); `--restored "REASON"` adds one that the database was restored to an earlier minute by
 * the tools of PostgreSQL (TECH-17); see docs/operations.md.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { withData } from '../src/app/server/one-off.ts';
import {
  clockNotes,
  type NamedRows,
  parseRows,
  rowNotes,
  wrongClocks,
} from '../src/features/audit/server/clock-notes.ts';
import type { Finding } from '../src/features/audit/server/finding.ts';
import { appendRecords, readRecords } from '../src/features/audit/server/head-file.ts';
import { type HeadRecord, openNotary, type SignedRecord } from '../src/features/audit/server/head-record.ts';
import { noteRestore } from '../src/features/audit/server/note-restore.ts';
import { databaseTime, type Verification, verifyAudit } from '../src/features/audit/server/verify.ts';
import { verifyingClient } from '../src/features/audit/server/verifying-client.ts';
import { type Configuration, readConfiguration } from '../src/platform/server/configuration.ts';
import { recordProof } from '../src/platform/server/operation-proof.ts';
import { StartError } from '../src/platform/server/start-error.ts';
import { runCommand } from './command.ts';

const sentences: Readonly<Record<Finding['kind'], (found: Finding) => string>> = {
  changed: ({ from, row }) => `row ${row} (place ${from}) differs from its seal`,
  row_missing: ({ from, row }) => `row ${row} (place ${from}) is missing`,
  link_missing: ({ from, to }) => `${places(from, to)} were removed from the chain`,
  cut_off: ({ from, to }) => `the end of the chain is cut off: ${places(from, to)} are missing`,
  rewritten: ({ from, to }) => `the chain was rewritten within ${places(from, to)}`,
  beside: ({ row }) => `row ${row} has an old time but is not in the chain`,
  misdated: ({ from, row }) =>
    `row ${row} (place ${from}) has a time outside of the signed heads around it. If a clock was wrong, close the finding with --close-clock "REASON" --rows TENANT:${from}`,
  unsigned: ({ to }) => `no signed head covers the ${to} rows; pass the files of all workers`,
  forged: ({ from }) => `the record of the head at place ${from} has no valid signature`,
  clock: ({ from }) =>
    `a clock was wrong when the head at place ${from} was signed; this is no manipulation. Close the finding with --close-clock "REASON"`,
  security_changed: ({ row }) => `row ${row} of the security log differs from its seal`,
  security_missing: ({ row }) => `row ${row} of the security log is missing before the end of its year`,
  security_misdated: ({ row }) =>
    `row ${row} of the security log has a time outside of its seal. If a clock was wrong, close the finding with --close-clock "REASON" --security-rows TENANT:${row}`,
  security_beside: ({ row }) => `row ${row} of the security log has an old time but no seal`,
};

function places(from: number, to: number): string {
  return from === to ? `place ${from}` : `places ${from} to ${to}`;
}

/** Prints the findings; returns whether there are none. */
function report(verification: Verification, seconds: number): boolean {
  const { findings, rows, unsealed, expectations, securityLog } = verification;
  for (const found of findings) console.log(`tenant ${found.tenant}: ${sentences[found.kind](found)}`);
  for (const [tenant, { lost, closedAt, clocks, rowTimes, securityTimes }] of expectations) {
    const wrong = [
      ...[...clocks].map(([place, note]) => ({ where: `at place ${place}`, ...note })),
      ...[...rowTimes].map(([place, note]) => ({ where: `for the row at place ${place}`, ...note })),
      ...[...securityTimes].map(([row, note]) => ({ where: `for row ${row} of the security log`, ...note })),
    ];
    for (const { where, at, note } of wrong)
      console.log(`note: tenant ${tenant}: a clock was wrong ${where}, closed at ${at} by ${note}`);
    for (const { from, to, at } of lost) {
      console.log(`note: tenant ${tenant}: ${places(from, to)} were lost by the restore at ${at}`);
    }
    if (closedAt !== null) console.log(`note: tenant ${tenant} was permanently deleted by ${closedAt}`);
  }
  console.log(
    `${rows} sealed rows in ${seconds.toFixed(1)} s, ${unsealed} not sealed yet, ` +
      `security log: ${securityLog.rows} sealed, ${securityLog.unsealed} not sealed yet: ` +
      (findings.length === 0 ? 'no manipulation found' : `${findings.length} findings`),
  );
  return findings.length === 0;
}

async function verify(
  configuration: Configuration,
  files: readonly string[],
  closing: Closing | null,
): Promise<boolean> {
  const notary = openNotary(configuration.secretKey, configuration.auditKeyFile);
  return await withData(configuration, async ({ ownerUrl }) => {
    const client = await verifyingClient(ownerUrl);
    try {
      const startedAt = performance.now();
      const read = [configuration.auditHeadsFile, ...files].map(readRecords);
      for (const { file, line } of read.flatMap(({ unreadable }) => unreadable)) {
        console.log(`note: ${file} has no readable record in line ${line}`);
      }
      const records = read.flatMap((file) => file.records);
      if (closing !== null) {
        const known = records.filter(notary.hasSigned);
        const findings = closing.rows.length > 0 ? (await verifyAudit(client, notary, records)).findings : [];
        const notes = await notesOf(client, closing, known, findings);
        const signed = notes.map((note) => notary.sign(note));
        appendRecords(configuration.auditHeadsFile, signed);
        records.push(...signed);
      }
      const verification = await verifyAudit(client, notary, records);
      const isWell = report(verification, (performance.now() - startedAt) / 1000);
      const figures = { rows: verification.rows, findings: verification.findings.length };
      await recordProof(ownerUrl, { kind: 'audit_check', isPassed: isWell, figures });
      return isWell;
    } finally {
      await client.end();
    }
  });
}

interface Closing {
  readonly reason: string;
  readonly rows: readonly NamedRows[];
}

/** The operator's statements about each head of a wrong clock, and about the named rows. */
async function notesOf(
  client: pg.Client,
  { reason, rows }: Closing,
  records: readonly SignedRecord[],
  findings: readonly Finding[],
): Promise<readonly HeadRecord[]> {
  const now = await databaseTime(client);
  const statement = { at: new Date(now).toISOString(), who: userInfo().username, reason };
  const useless = rows.find((named) => rowNotes(findings, [named], statement).length === 0);
  if (useless)
    throw new StartError(
      `No row of ${useless.tenant}:${useless.from}-${useless.to} in the ${useless.of} has a wrong time. Nothing was closed.`,
    );
  return [...clockNotes(wrongClocks(records, now), statement), ...rowNotes(findings, rows, statement)];
}

/** The operator's statement that later rows were lost by a restore. */
async function noteRestored(configuration: Configuration, reason: string): Promise<void> {
  const notary = openNotary(configuration.secretKey, configuration.auditKeyFile);
  const note = {
    notary,
    headsFile: configuration.auditHeadsFile,
    file: `${reason} (${userInfo().username})`,
  };
  await withData(configuration, ({ ownerUrl }) => noteRestore(ownerUrl, note));
}

function rowsOf(of: NamedRows['of'], texts: readonly string[] = []): NamedRows[] {
  return texts.map((text) => {
    const rows = parseRows(of, text);
    if (rows === null)
      throw new StartError(`"${text}" is not a range of rows; use 7:31 or 7:31-40 (tenant, rows)`);
    return rows;
  });
}

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'close-clock': { type: 'string' },
      rows: { type: 'string', multiple: true },
      'security-rows': { type: 'string', multiple: true },
      restored: { type: 'string' },
    },
  });
  const configuration = readConfiguration(process.env);
  if (values.restored?.trim() === '') throw new StartError('--restored requires a reason');
  if (values.restored !== undefined) await noteRestored(configuration, values.restored);
  const reason = values['close-clock'];
  if (reason?.trim() === '') throw new StartError('--close-clock requires a reason');
  const rows = [...rowsOf('audit', values.rows), ...rowsOf('security log', values['security-rows'])];
  if (reason === undefined && rows.length > 0)
    throw new StartError('--rows and --security-rows require --close-clock "REASON"');
  const closing = reason === undefined ? null : { reason, rows };
  const isWell = await verify(configuration, positionals, closing);
  process.exitCode = isWell ? 0 : 1;
});
