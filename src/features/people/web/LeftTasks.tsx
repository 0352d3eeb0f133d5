import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalCodes } from '../../../base/refusal.ts';
import type { HandOverPlan, PlannedTask } from '../../../document/hand-over.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import classes from './Account.module.css';

/** Everything that a leaving person has, with the new assignee or the reason why it stays (ADM-10). */
export function LeftTasks({ plan }: { readonly plan: HandOverPlan }): ReactNode {
  const { t } = useTranslation();
  const { tasks, more_documents: more, kept_documents: kept } = plan;
  const { role_defaults: defaults, approver_links: links } = plan;
  return (
    <ul className={classes.counts}>
      {tasks.map((task) => (
        <li key={`${task.kind} ${task.document_id} ${task.step} ${task.is_current}`}>
          <Task task={task} />
        </li>
      ))}
      {more > 0 ? <li>{t('people.left.more', { count: more })}</li> : null}
      {kept > 0 ? <li>{t('people.left.kept_documents', { count: kept })}</li> : null}
      {defaults > 0 ? <li>{t('people.left.role_defaults', { count: defaults })}</li> : null}
      {links > 0 ? (
        <li>
          {t('people.left.approver_links', { count: links })}
          <Reason code={plan.links_refusal} />
        </li>
      ) : null}
    </ul>
  );
}

function Task({ task }: { readonly task: PlannedTask }): ReactNode {
  const { t } = useTranslation();
  const document = [task.number, task.name].filter(Boolean).join(' ');
  const step = t(`step.${task.step}`);
  return (
    <>
      {t(task.is_current ? 'people.left.now' : 'people.left.later', { document, step })}
      {task.to_name === null ? null : ` → ${task.to_name}`}
      <Reason code={task.refusal} />
    </>
  );
}

function Reason({ code }: { readonly code: string | null }): ReactNode {
  const { t } = useTranslation();
  const known = refusalCodes.find((one) => one === code);
  if (known === undefined) return null;
  return <p className={classes.blocked}>{t('people.left.stays', { reason: refusalText(known) })}</p>;
}
