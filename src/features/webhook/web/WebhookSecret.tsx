import { Button, Modal, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { CopyButton } from '../../../platform/web/kit/CopyButton.tsx';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { hasSecretOptions, makeWebhookSecret } from './webhook-data.ts';

/** Makes the secret that signs messages, and shows it once (API-47). */
export function WebhookSecret({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<string | null>(null);
  const { isPending, perform } = useAction();
  const { data: hasSecret = false } = useQuery({ ...hasSecretOptions(id ?? 0), enabled: id !== null });
  if (id === null) return <p className="quiet">{t('webhook.secret.later')}</p>;
  const make = (): Promise<boolean> => perform(async () => setSecret(await makeWebhookSecret(id)));
  return (
    <div className="stack">
      <p className={hasSecret ? 'quiet' : 'problem'}>
        {t(hasSecret ? 'webhook.secret.hint' : 'webhook.secret.missing')}
      </p>
      <div className="buttons">
        <Button
          variant="default"
          leftSection={<IconKey size={16} stroke={1.6} aria-hidden />}
          loading={isPending}
          onClick={() => void make()}
        >
          {t(hasSecret ? 'webhook.secret.renew' : 'webhook.secret.make')}
        </Button>
      </div>
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title={t('webhook.secret.title')}
        size={560}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <FocusBack />
        <div className="stack">
          <p>{t('webhook.secret.once')}</p>
          <TextInput
            label={t('webhook.secret.title')}
            value={secret ?? ''}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            data-autofocus
          />
          <div className="buttons">
            <CopyButton
              variant="default"
              text={secret ?? ''}
              label={t('people.token.copy')}
              doneLabel={t('people.token.copied')}
            />
          </div>
        </div>
      </Modal>
    </div>
  );
}
