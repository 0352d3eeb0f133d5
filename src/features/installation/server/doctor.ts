import { existsSync } from 'node:fs';
import { type Clock, systemClock } from '../../../platform/server/clock.ts';
import type { Configuration } from '../../../platform/server/configuration.ts';
import { StartError } from '../../../platform/server/start-error.ts';
import { type AddressFacts, judgeAddress } from '../address.ts';
import { judgeBackups } from '../backups.ts';
import { isOnThisMachine, judgeConfiguration } from '../configuration.ts';
import { judgeDatabase, judgeUnreachable, notMadeYet } from '../database.ts';
import { judgeFiles } from '../files.ts';
import { type Finding, findingsAbout } from '../finding.ts';
import { judgeMachine } from '../machine.ts';
import { judgeMail } from '../mail.ts';
import { judgeReplication } from '../replication.ts';
import { type HeadsFacts, judgeHeads, judgeWork } from '../work.ts';
import { readAddress } from './address-facts.ts';
import { readBackups } from './backup-facts.ts';
import { type DatabaseAddresses, readDatabase } from './database-facts.ts';
import { readFiles } from './files-facts.ts';
import { readMachine, type SourceFacts } from './machine-facts.ts';
import { readMail } from './mail-facts.ts';
import { readReplica } from './replication-facts.ts';

export interface Examination {
  readonly configuration: Configuration;
  readonly version: string;
  readonly source: SourceFacts;
  /** Address of a demo person, to detect the demo. */
  readonly demoPerson: string;
  /** Runs with the addresses of the database; null if there is no data yet. */
  readonly withDatabase: (
    ask: (addresses: DatabaseAddresses | null) => Promise<readonly Finding[]>,
  ) => Promise<readonly Finding[]>;
  /** Recipient of a test mail; null for none. */
  readonly mailTo: string | null;
  /** Read the newest backup, whatever its size. */
  readonly isThorough: boolean;
  readonly clock?: Clock;
}

/**
 * Examines an installation and returns the findings. Changes nothing, except that it sends the requested test mail.
 */
export async function examine(examination: Examination): Promise<Finding[]> {
  const { configuration, version, source, mailTo, isThorough, clock = systemClock } = examination;
  const isForTrial = isOnThisMachine(configuration.publicUrl);
  const address = await readAddress(configuration, version, clock);
  return [
    ...judgeConfiguration(configured(configuration)),
    ...judgeMachine(await readMachine(configuration, source, openFilesOf(address))),
    ...(await databaseFindings(examination, clock)),
    ...judgeAddress(address),
    ...judgeMail(await readMail(configuration, mailTo)),
    ...judgeBackups(await readBackups(configuration.backupDirectory, clock, { isForTrial, isThorough })),
  ];
}

/** Findings for a configuration refused by `readConfiguration`, which prevents all other checks. */
export function refusedConfiguration(problems: readonly string[]): Finding[] {
  const { wrong } = findingsAbout('configuration');
  const remedy = 'docs/operations.md lists the variables. They are set in /etc/kontor/kontor.env.';
  return problems.map((problem) => wrong(problem, remedy));
}

function configured(configuration: Configuration) {
  const { secretKey, metrics, ...rest } = configuration;
  return { ...rest, charactersOfKey: new Set(secretKey).size, metricsHost: metrics?.host ?? null };
}

/** Every worker keeps the heads of the audit. */
function headsOf({ roles, auditHeadsFile: file }: Configuration): HeadsFacts | null {
  return roles.has('worker') ? { file, isThere: existsSync(file) } : null;
}

/** Only the process itself knows its limits. */
function openFilesOf({ direct }: AddressFacts): number | null {
  return direct?.outcome === 'answered' ? direct.answer.openFiles : null;
}

async function databaseFindings(
  { configuration, withDatabase, version, demoPerson }: Examination,
  clock: Clock,
): Promise<readonly Finding[]> {
  try {
    return await withDatabase(async (addresses) => {
      if (addresses === null) return [notMadeYet()];
      const read = await readDatabase(addresses, { version, clock, demoPerson });
      if ('place' in read) return [judgeUnreachable(read)];
      const hasDemo = read.database.hasDemo && !isOnThisMachine(configuration.publicUrl);
      return [
        ...judgeDatabase({ ...read.database, hasDemo }),
        ...(read.replication === null
          ? []
          : judgeReplication({
              ...read.replication,
              replica: await readReplica(configuration.replicaUrl),
            })),
        ...(read.work === null ? [] : judgeWork(read.work)),
        ...(read.work === null ? [] : judgeHeads(read.work, headsOf(configuration))),
        ...(read.work === null ? [] : judgeFiles(await readFiles(configuration.filesUrl, addresses.webUrl))),
      ];
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const { wrong } = findingsAbout('database');
    return [wrong(error.message, 'The log of the embedded PostgreSQL is DATA_DIR/postgres/postgres.log.')];
  }
}
