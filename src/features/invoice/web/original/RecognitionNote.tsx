import { Loader } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecognitionState } from '../../model.ts';
import classes from './RecognitionNote.module.css';

/** Shows the state of the recognition before the document can be checked (REC-04). */
export function RecognitionNote({ state }: { readonly state: RecognitionState | null }): ReactNode {
  const { t } = useTranslation();
  const isRunning = state === 'queued';
  const name = isRunning ? 'running' : 'waiting';
  return (
    <div className={classes.note} role="status">
      {isRunning ? (
        <Loader size={16} color="var(--k-progress-dot)" />
      ) : (
        <IconInfoCircle size={16} stroke={1.6} aria-hidden />
      )}
      <div>
        <p className={classes.title}>{t(`invoice.recognition.${name}.title`)}</p>
        <p>{t(`invoice.recognition.${name}.text`)}</p>
      </div>
    </div>
  );
}
