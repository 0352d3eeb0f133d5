import type { Replication } from '../../platform/replication.ts';
import { type Finding, findingsAbout } from './finding.ts';

/** The replica named by `DATABASE_REPLICA_URL`, or why it does not answer. */
export type ReplicaFacts =
  | { readonly problem: string }
  | {
      /** False: it accepts writes, so that it follows nobody. */
      readonly isStandby: boolean;
      /** 0 where it has replayed everything that it received. */
      readonly behindSeconds: number;
    };

export interface ReplicationFacts extends Replication {
  /** Null if none is named. */
  readonly replica: ReplicaFacts | null;
}

const { ok, warning, wrong } = findingsAbout('database');

/** Beyond this, reads wait in vain for the replica, and a fail-over without synchronous replication loses as much. */
const longestDelaySeconds = 60;
/** A slot that nobody reads keeps the log until the disk is full. */
const mostKept = { unread: 1e9, read: 20e9 };

/** Standbys that are late, slots that keep the log, and the replica for reads (TECH-15). */
export function judgeReplication({ standbys, slots, replica }: ReplicationFacts): Finding[] {
  const found = [
    ...standbys
      .filter(({ behindSeconds }) => behindSeconds > longestDelaySeconds)
      .map(({ name, behindSeconds }) =>
        warning(
          `The standby ${name} is ${Math.round(behindSeconds)} s behind.`,
          'Look at its log, its disk and the network: select * from pg_stat_replication.',
        ),
      ),
    ...slots.flatMap(aboutSlot),
    ...(replica === null ? [] : aboutReplica(replica)),
  ];
  if (found.length > 0 || (standbys.length === 0 && replica === null)) return found;
  return [ok(`Standbys: ${standbys.length}, none more than ${longestDelaySeconds} s behind.`)];
}

function aboutSlot({ name, isActive, keptBytes, isLost }: Replication['slots'][number]): Finding[] {
  const drop = `select pg_drop_replication_slot('${name}')`;
  if (isLost)
    return [
      wrong(
        `The log that the replication slot ${name} needs is gone, so its standby cannot follow any more.`,
        `Copy the standby again (pg_basebackup), or remove the slot: ${drop}`,
      ),
    ];
  if (keptBytes <= (isActive ? mostKept.read : mostKept.unread)) return [];
  const reader = isActive ? 'its reader is far behind' : 'nobody reads it';
  return [
    warning(
      `The server keeps ${Math.round(keptBytes / 1e6)} MB of its log for the replication slot ${name}: ${reader}.`,
      `Start its standby, or remove the slot: ${drop}. max_slot_wal_keep_size limits what slots keep.`,
    ),
  ];
}

function aboutReplica(replica: ReplicaFacts): Finding[] {
  if ('problem' in replica)
    return [
      warning(
        `The replica in DATABASE_REPLICA_URL does not answer, so the primary answers all reads: ${replica.problem}.`,
        'Start it, correct the address, or remove the variable.',
      ),
    ];
  if (!replica.isStandby)
    return [
      wrong(
        'The server in DATABASE_REPLICA_URL accepts writes, so it is no replica.',
        'Name a standby of the database in DATABASE_URL, or remove the variable.',
      ),
    ];
  if (replica.behindSeconds <= longestDelaySeconds) return [];
  return [
    warning(
      `The replica in DATABASE_REPLICA_URL is ${Math.round(replica.behindSeconds)} s behind, so the primary answers its reads.`,
      'Look at its log: a long query there may hold the replay back (max_standby_streaming_delay).',
    ),
  ];
}
