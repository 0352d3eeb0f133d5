import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../platform/web/kit/LeaveGuard.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { type DocumentationLanguage, longestText, type TextKey } from '../model.ts';
import classes from './ProcessDocumentation.module.css';
import { saveText } from './process-data.ts';

export interface TextFormProps {
  readonly textKey: TextKey;
  readonly text: string;
  readonly lang: DocumentationLanguage;
  readonly label: string;
  readonly hint: string;
  readonly saveLabel: string;
  /** For the button that removes the own text; null without one. */
  readonly clearLabel: string | null;
  readonly onDone: () => void;
}

/** Edits a stored text: that of a chapter, or the explanation of a gap. */
export function TextForm(props: TextFormProps): ReactNode {
  const { textKey, lang, label, hint, saveLabel, clearLabel, onDone } = props;
  const { t } = useTranslation();
  const [text, setText] = useState(props.text);
  const { isPending, perform } = useAction();
  // Text when editing began; detects concurrent changes.
  const [expected] = useState(props.text);
  const save = (saved: string | null): Promise<boolean> =>
    perform(async () => {
      await saveText({ chapter: textKey, lang, text: saved, expected });
      toastSaved();
      onDone();
    });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save(text);
      }}
    >
      <LeaveGuard isDirty={text !== expected} />
      <TextField
        label={label}
        hint={hint}
        value={text}
        onChange={setText}
        rows={6}
        maxLength={longestText}
        autoFocus
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isPending} disabled={text === expected}>
          {saveLabel}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onDone}>
          {t('shell.cancel')}
        </Button>
        {clearLabel !== null ? (
          <Button variant="subtle" disabled={isPending} onClick={() => void save(null)}>
            {clearLabel}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
