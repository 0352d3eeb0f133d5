import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLabelKey } from '../../../../../entity/labels.ts';
import { failureText } from '../../../../../platform/web/failure-text.ts';
import { ConfirmDialog } from '../../../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../../../platform/web/kit/TextField.tsx';
import { toastFailure } from '../../../../../platform/web/toasts.tsx';
import classes from '../../../web/connections/Connections.module.css';
import { connect } from '../../../web/connections/connection-data.ts';
import { type DatevCompany, keepDatevNumbers } from './datev-data.ts';

/** Opens the sign-in at DATEV; asks for missing DATEV numbers of the company first. */
export function ConnectDatev({ company }: { readonly company: DatevCompany }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { id, name, connection, consultant_number, client_number } = company;
  const connecting = useMutation({
    mutationFn: () => connect('datev', id),
    onError: (failure) => toastFailure(failure),
  });
  const isKnown = Boolean(consultant_number && client_number);
  const isAgain = connection?.state === 'active';
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlugConnected size={14} stroke={1.6} aria-hidden />}
        aria-label={t(isAgain ? 'accounting_connection.reconnect_of' : 'accounting_connection.connect_of', {
          name,
        })}
        loading={connecting.isPending}
        onClick={() => (isKnown ? connecting.mutate() : setOpen(true))}
      >
        {t(isAgain ? 'accounting_connection.reconnect' : 'accounting_connection.connect')}
      </Button>
      {isOpen ? <Numbers company={company} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** DATEV's limits: seven digits for the adviser, five for the company. */
const longest = { consultant_number: 7, client_number: 5 } as const;
type Asked = keyof typeof longest;
const asked = ['consultant_number', 'client_number'] as const satisfies readonly Asked[];

function Numbers({
  company,
  onClose,
}: {
  readonly company: DatevCompany;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const [numbers, setNumbers] = useState<Readonly<Record<Asked, string>>>({
    consultant_number: company.consultant_number ?? '',
    client_number: company.client_number ?? '',
  });
  const [isTried, setTried] = useState(false);
  const connecting = useMutation({
    mutationFn: async () => {
      await keepDatevNumbers(company.id, numbers);
      await connect('datev', company.id);
    },
  });
  const isRight = (name: Asked): boolean =>
    new RegExp(`^\\d{1,${longest[name]}}$`).test(numbers[name].trim());
  const wrong = asked.filter((name) => !isRight(name));
  return (
    <ConfirmDialog
      opened
      title={t('accounting_connection.numbers_title', { name: company.name })}
      actionLabel={t('accounting_connection.connect')}
      isPending={connecting.isPending}
      onConfirm={() => {
        setTried(true);
        if (wrong.length === 0) connecting.mutate();
      }}
      onClose={onClose}
    >
      <p>{t('accounting_connection.numbers_text')}</p>
      {asked.map((name) => (
        <div key={name} className={classes.field}>
          <TextField
            label={t(fieldLabelKey('client', name))}
            required
            maxLength={longest[name]}
            value={numbers[name]}
            onChange={(value) => setNumbers({ ...numbers, [name]: value })}
            error={
              isTried && wrong.includes(name)
                ? t('accounting_connection.numbers_digits', { length: longest[name] })
                : null
            }
          />
        </div>
      ))}
      {connecting.isError ? (
        <p role="alert" className={classes.problem}>
          {failureText(connecting.error)}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
