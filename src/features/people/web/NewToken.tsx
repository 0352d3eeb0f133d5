import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../platform/web/kit/CopyButton.tsx';
import classes from './Account.module.css';

interface NewTokenProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** The token is shown only once. */
export function NewToken({ token, onClose }: NewTokenProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.dialog}>
      <p>{t('people.token.once')}</p>
      <TextInput
        label={t('people.token.title')}
        value={token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        data-autofocus
      />
      <div className={classes.buttons}>
        <CopyButton
          variant="default"
          text={token}
          label={t('people.token.copy')}
          doneLabel={t('people.token.copied')}
        />
        <Button onClick={onClose}>{t('shell.close')}</Button>
      </div>
    </div>
  );
}
