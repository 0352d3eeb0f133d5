import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../../platform/web/kit/CopyButton.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import classes from '../Account.module.css';
import { ServiceTokens } from '../service-tokens/ServiceTokens.tsx';
import { DirectoryGroups } from './DirectoryGroups.tsx';
import { directoryOptions, setUpDirectory } from './directory-data.ts';

/** The directory of the company: its address here, its tokens, and where its groups lead (AUTH-33). */
export function Directory(): ReactNode {
  const { t } = useTranslation();
  const { data: directory } = useQuery(directoryOptions);
  if (directory === undefined) return null;
  if (directory.account === null) return <NewDirectory />;
  const address = `${location.origin}/scim/v2`;
  return (
    <div className={classes.dialog}>
      <p>
        {t('people.directory.address')} <code>{address}</code>{' '}
        <CopyButton
          variant="default"
          size="xs"
          text={address}
          label={t('people.directory.copy')}
          doneLabel={t('people.token.copied')}
        />
      </p>
      <ServiceTokens id={directory.account.id} />
      <DirectoryGroups groups={directory.groups} />
    </div>
  );
}

function NewDirectory(): ReactNode {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { isPending, perform } = useAction();
  return (
    <div className={classes.dialog}>
      <TextField
        label={t('people.directory.name')}
        name="directory_name"
        hint={t('people.directory.name_hint')}
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <div>
        <Button
          variant="default"
          leftSection={<IconAddressBook size={16} stroke={1.6} aria-hidden />}
          loading={isPending}
          disabled={name.trim() === ''}
          onClick={() => void perform(() => setUpDirectory(name.trim()))}
        >
          {t('people.directory.set_up')}
        </Button>
      </div>
    </div>
  );
}
