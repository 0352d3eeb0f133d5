import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, refusalText } from '../../../../platform/web/failure-text.ts';
import { FocusBack } from '../../../../platform/web/kit/FocusBack.tsx';
import classes from './SeveralApprovals.module.css';
import type { AnsweredApproval, SeveralApprovals } from './use-several-approvals.ts';

/** The results of approvals that need confirmation or were refused (TASK-25). */
export function ApprovalAnswers({ approvals }: { readonly approvals: SeveralApprovals }): ReactNode {
  const { t } = useTranslation();
  const { answers } = approvals;
  const of = (kind: AnsweredApproval['answer']['kind']): readonly AnsweredApproval[] =>
    answers.filter(({ answer }) => answer.kind === kind);
  const [asked, refused] = [of('asked'), of('refused')];
  return (
    <Modal
      opened={answers.length > 0}
      onClose={approvals.putAway}
      title={t('overview.several.title')}
      withCloseButton={false}
      size={560}
    >
      <FocusBack />
      <p className={classes.done} role="status">
        {t('overview.several.done', { count: of('done').length })}
      </p>
      {asked.length === 0 ? null : (
        <Answers title={t('overview.several.asked')} answers={asked}>
          {(one) => (
            <Button size="compact-sm" variant="default" onClick={() => approvals.approveAnyway(one)}>
              {t('overview.several.approve_anyway')}
            </Button>
          )}
        </Answers>
      )}
      {refused.length === 0 ? null : <Answers title={t('overview.several.refused')} answers={refused} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={approvals.putAway} data-autofocus>
          {t('shell.close')}
        </Button>
      </div>
    </Modal>
  );
}

interface AnswersProps {
  readonly title: string;
  readonly answers: readonly AnsweredApproval[];
  readonly children?: (approval: AnsweredApproval) => ReactNode;
}

function Answers({ title, answers, children }: AnswersProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={classes.answers}>
      <h3>{title}</h3>
      <ul>
        {answers.map((one) => (
          <li key={one.document.key}>
            <div>
              <strong>{one.document.number}</strong> {one.document.name || t('overview.unnamed')}
              <p>{answerText(one)}</p>
            </div>
            {children?.(one)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function answerText({ answer }: AnsweredApproval): string {
  if (answer.kind === 'refused') return failureText(answer.failure);
  const asked = answer.kind === 'asked' ? answer.refusal.questions : [];
  return asked.map(({ code, values }) => refusalText(code, values)).join(' ');
}
