import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { HealthAnswer, HealthNode, HealthQueue } from '../health.ts';
import classes from './Health.module.css';
import { HealthSection, HealthTable, useKindText } from './HealthTable.tsx';
import { bytesText } from './health-data.ts';

interface FiguresProps {
  readonly health: HealthAnswer;
}

/** The processes, with silent ones marked. */
export function Nodes({ health }: FiguresProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const at = new Date(health.at);
  return (
    <HealthSection title={t('health.nodes')}>
      {health.nodes.length === 0 ? <p className={classes.empty}>{t('health.no_nodes')}</p> : null}
      <HealthTable
        label={t('health.nodes')}
        columns={['role', 'state', 'version', 'runtime', 'started', 'heartbeat']}
        numbers={['running']}
        rows={health.nodes.map((node) => ({
          key: node.id,
          cells: {
            role: node.roles.map((role) => t(`health.role.${role}`)).join(', '),
            state: <NodeState node={node} />,
            version: node.version ?? t('health.unknown'),
            runtime: node.runtime ?? t('health.unknown'),
            started: format.instant(node.started_at),
            heartbeat: t('health.ago', { age: format.age(node.heartbeat_at, at) }),
            running: format.quantity(node.running),
          },
        }))}
      />
    </HealthSection>
  );
}

/** Scan folders that match no tenant or two; nothing if there are none. */
export function Folders({ health }: FiguresProps): ReactNode {
  const { t } = useTranslation();
  if (health.folders.length === 0) return null;
  return (
    <HealthSection title={t('health.folders')}>
      <HealthTable
        label={t('health.folders')}
        columns={['folder', 'failure']}
        rows={health.folders.map(({ name, problem }) => ({
          key: name,
          cells: { folder: name, failure: t(`health.folder.${problem}`) },
        }))}
      />
    </HealthSection>
  );
}

function NodeState({ node }: { readonly node: HealthNode }): ReactNode {
  const { t } = useTranslation();
  const [meaning, text] = node.is_silent
    ? (['clearing', t('health.node.silent')] as const)
    : node.is_other_version
      ? (['waiting', t('health.node.other')] as const)
      : (['done', t('health.node.alive')] as const);
  return (
    <MeaningBadge meaning={meaning} plain>
      {text}
    </MeaningBadge>
  );
}

/** State of each kind of work. */
export function Queues({ health }: FiguresProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const kindText = useKindText();
  return (
    <HealthSection title={t('health.queues')}>
      {health.queues.length === 0 ? <p className={classes.empty}>{t('health.no_queues')}</p> : null}
      <HealthTable
        label={t('health.queues')}
        columns={['kind', 'state']}
        numbers={['due', 'oldest', 'running', 'waiting', 'repeated', 'resting', 'failed']}
        rows={health.queues.map((queue) => ({
          key: queue.kind,
          cells: {
            kind: kindText(queue.kind),
            state: <QueueState queue={queue} />,
            due: format.quantity(queue.due),
            oldest: queue.due === 0 ? null : ageOfSeconds(queue.oldest_due_seconds),
            running: format.quantity(queue.running),
            waiting: format.quantity(queue.waiting),
            repeated: format.quantity(queue.repeated),
            resting: format.quantity(queue.resting),
            failed: format.quantity(queue.failed),
          },
        }))}
      />
    </HealthSection>
  );

  function ageOfSeconds(seconds: number): string {
    const at = Date.parse(health.at);
    return format.age(new Date(at - seconds * 1000).toISOString(), new Date(at));
  }
}

function QueueState({ queue }: { readonly queue: HealthQueue }): ReactNode {
  const { t } = useTranslation();
  const [meaning, text] = queue.is_late
    ? (['clearing', t('health.queue.late')] as const)
    : queue.failed > 0
      ? (['declined', t('health.queue.failed')] as const)
      : queue.resting > 0
        ? (['draft', t('health.queue.resting')] as const)
        : (['done', t('health.queue.good')] as const);
  return (
    <MeaningBadge meaning={meaning} plain>
      {text}
    </MeaningBadge>
  );
}

/** Storage of each tenant at the last count. */
export function Storage({ health }: FiguresProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const number = (value: number | null) => (value === null ? null : format.quantity(value));
  return (
    <HealthSection title={t('health.storage')}>
      <HealthTable
        label={t('health.storage')}
        columns={['tenant', 'counted']}
        numbers={['files', 'bytes', 'documents', 'failed_mails']}
        rows={health.tenants.map((tenant) => ({
          key: String(tenant.id),
          cells: {
            tenant:
              tenant.status === 'archived' ? t('health.archived_tenant', { name: tenant.name }) : tenant.name,
            counted: tenant.counted_at === null ? t('health.not_counted') : format.instant(tenant.counted_at),
            files: number(tenant.files),
            bytes: tenant.bytes === null ? null : bytesText(tenant.bytes, language),
            documents: number(tenant.documents),
            failed_mails: number(tenant.failed_mails),
          },
        }))}
      />
    </HealthSection>
  );
}

/** Versions and database facts. */
export function Versions({ health }: FiguresProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const { database, versions } = health;
  const facts = [
    [t('health.fact.product'), versions.product],
    [t('health.fact.runtime'), versions.runtime],
    [t('health.fact.postgres'), database.version],
    [t('health.fact.migration'), versions.migration ?? t('health.unknown')],
    [t('health.fact.pending'), format.quantity(versions.pending)],
    [t('health.fact.unknown'), format.quantity(versions.unknown)],
    [t('health.fact.size'), bytesText(database.size_bytes, language)],
    [
      t('health.fact.free'),
      database.free_bytes === null ? t('health.unknown') : bytesText(database.free_bytes, language),
    ],
    [
      t('health.fact.connections'),
      t('health.of_most', {
        number: format.quantity(database.connections),
        most: format.quantity(database.most_connections),
      }),
    ],
    [
      t('health.fact.transaction'),
      t('health.seconds', { number: format.quantity(Math.round(database.longest_transaction_seconds)) }),
    ],
  ] as const;
  return (
    <HealthSection title={t('health.versions')}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </HealthSection>
  );
}
