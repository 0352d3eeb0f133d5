import type { ReactNode, RefObject } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { workKinds } from '../health.ts';
import classes from './Health.module.css';
import table from './Operator.module.css';

export interface HealthSectionProps {
  readonly title: string;
  /** Shown next to the title. */
  readonly tools?: ReactNode;
  /** Receives the focus when the focused row disappears. */
  readonly focus?: RefObject<HTMLHeadingElement | null>;
  readonly children: ReactNode;
}

export function HealthSection({ title, tools, focus, children }: HealthSectionProps): ReactNode {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} ref={focus} tabIndex={-1}>
          {title}
        </h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

export interface HealthTableProps<Column extends string> {
  readonly label: string;
  readonly columns: readonly Column[];
  /** Number columns, after the others. */
  readonly numbers?: readonly Column[];
  readonly rows: readonly {
    readonly key: string;
    readonly cells: Readonly<Record<Column, ReactNode>>;
    readonly actions?: ReactNode;
  }[];
}

/** Renders nothing without rows. */
export function HealthTable<Column extends HealthColumn>(props: HealthTableProps<Column>): ReactNode {
  const { label, columns, numbers = [], rows } = props;
  const { t } = useTranslation();
  const hasActions = rows.some(({ actions }) => actions !== undefined);
  if (rows.length === 0) return null;
  return (
    <table className={table.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {t(`health.column.${name}`)}
            </th>
          ))}
          {numbers.map((name) => (
            <th key={name} scope="col" className={table.number}>
              {t(`health.column.${name}`)}
            </th>
          ))}
          {hasActions ? (
            <th scope="col">
              <span className={classes.unseen}>{t('health.column.actions')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, actions }) => (
          <tr key={key}>
            {[...columns, ...numbers].map((name) => (
              <td
                key={name}
                data-label={t(`health.column.${name}`)}
                className={numbers.includes(name) ? table.number : undefined}
                title={typeof cells[name] === 'string' ? cells[name] : undefined}
              >
                {cells[name]}
              </td>
            ))}
            {hasActions ? (
              <td>
                <div className={classes.actions}>{actions}</div>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const healthColumns = [
  'role',
  'state',
  'version',
  'runtime',
  'started',
  'heartbeat',
  'running',
  'kind',
  'due',
  'oldest',
  'waiting',
  'repeated',
  'resting',
  'failed',
  'tenant',
  'counted',
  'files',
  'bytes',
  'documents',
  'failed_mails',
  'failed_at',
  'created_at',
  'attempts',
  'failure',
  'request',
  'recipient',
  'folder',
] as const;
export type HealthColumn = (typeof healthColumns)[number];

/** Names of kinds of work; untranslated ones by key. */
export function useKindText(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => {
    const known = workKinds.find((name) => name === kind);
    return known === undefined ? kind : t(`health.kind.${known}`);
  };
}
