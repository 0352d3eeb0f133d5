import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useCamera } from '../../../../platform/web/scan/use-camera.ts';
import classes from './ScanPanel.module.css';

export interface ScanPanelProps {
  /** What to aim at. */
  readonly hint: string;
  /** The label of the field for those who type, and the name of its button. */
  readonly typed: { readonly label: string; readonly button: string };
  /** The answer to the last code. */
  readonly answer: string | null;
  /** Whether the answer says that the code had no effect. */
  readonly isProblem: boolean;
  readonly onCode: (text: string) => void;
  readonly onTyped: (text: string) => void;
}

/** The picture of the camera, which reads codes, and a field to type them (MOB-05). */
export function ScanPanel(props: ScanPanelProps): ReactNode {
  const { hint, typed, answer, isProblem, onCode, onTyped } = props;
  const { t } = useTranslation();
  const { video, state } = useCamera(onCode);
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    onTyped(text);
    setText('');
  };
  const hasNone = state === 'refused' || state === 'missing';
  return (
    <section className={classes.panel} aria-label={t('procurement.scan.button')}>
      <video
        ref={video}
        className={classes.video}
        hidden={hasNone}
        muted
        playsInline
        aria-label={t('procurement.scan.picture')}
      />
      <p className={hasNone ? classes.problem : 'quiet'} role={hasNone ? 'alert' : undefined}>
        {hasNone || state === 'starting' ? t(`procurement.scan.${state}`) : hint}
      </p>
      <p className={isProblem ? classes.problem : classes.answer} aria-live="assertive">
        {answer}
      </p>
      <form className={classes.typed} onSubmit={submit}>
        <TextField label={typed.label} value={text} maxLength={120} onChange={setText} />
        <Button type="submit" variant="default" className={classes.button}>
          {typed.button}
        </Button>
      </form>
    </section>
  );
}
