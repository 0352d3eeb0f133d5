import type { ReactNode } from 'react';
import { useFormat } from '../use-format.ts';
import classes from './ConversationLog.module.css';

/** One message to or from another system, with its answer. */
export interface ConversationRow {
  readonly id: number;
  readonly direction: 'incoming' | 'outgoing';
  readonly method: string | null;
  readonly url: string | null;
  readonly status: number | null;
  readonly header: Readonly<Record<string, string>> | null;
  readonly request?: string | null;
  readonly response?: string | null;
  readonly created_at: string;
}

interface ConversationLogProps {
  readonly rows: readonly ConversationRow[];
  readonly labels: {
    readonly list: string;
    readonly incoming: string;
    readonly outgoing: string;
    readonly header: string;
    readonly request: string;
    readonly response: string;
  };
}

/** The messages exchanged with another system; each is expanded separately. */
export function ConversationLog({ rows, labels }: ConversationLogProps): ReactNode {
  const format = useFormat();
  return (
    <ul aria-label={labels.list}>
      {rows.map(({ id, direction, method, url, status, header, request, response, created_at: at }) => (
        <li key={id} className={classes.entry}>
          <p className={classes.line}>
            <span className={classes.what}>
              <strong>{labels[direction]}</strong> {method} {url}
            </span>{' '}
            <span className="quiet">
              {[format.instant(at), status].filter((each) => each !== null).join(', ')}
            </span>
          </p>
          <Content label={labels.header} text={header && JSON.stringify(header, null, 2)} />
          <Content label={labels.request} text={request} />
          <Content label={labels.response} text={response} />
        </li>
      ))}
    </ul>
  );
}

function Content({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string | null | undefined;
}): ReactNode {
  if (!text) return null;
  return (
    <details className={classes.content}>
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard (axe scrollable-region-focusable) */}
      <pre className={classes.message} tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}
