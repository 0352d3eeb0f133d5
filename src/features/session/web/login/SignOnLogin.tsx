import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../../platform/web/kit/FieldError.tsx';
import { useExplainedAction } from '../../../../platform/web/use-action.ts';
import classes from '../sign-on/SignOn.module.css';
import { type IssuerChoice, startSignOn } from '../sign-on/sign-on-api.ts';

/** Login with the account of the company, for the entered tenant (AUTH-32). */
export function SignOnLogin({ tenant }: { readonly tenant: string }): ReactNode {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<readonly IssuerChoice[]>([]);
  const { isPending, problem, setProblem, perform } = useExplainedAction();
  const start = async (issuerId: number | null): Promise<void> => {
    if (tenant === '') {
      setProblem(t('login.sign_on.tenant_missing'));
      return;
    }
    await perform(async () => {
      const answer = await startSignOn(tenant, issuerId);
      if ('url' in answer) location.assign(answer.url);
      else setChoices(answer.choices);
    });
  };
  return (
    <div className={classes.login}>
      <Button
        variant="default"
        fullWidth
        loading={isPending}
        leftSection={<IconBuilding size={18} stroke={1.6} aria-hidden />}
        onClick={() => void start(null)}
      >
        {t('login.sign_on.button')}
      </Button>
      {choices.map(({ id, name }) => (
        <Button key={id} variant="subtle" fullWidth disabled={isPending} onClick={() => void start(id)}>
          {name}
        </Button>
      ))}
      {problem === null ? null : (
        <p role="alert" className="problem">
          <FieldError>{problem}</FieldError>
        </p>
      )}
    </div>
  );
}
