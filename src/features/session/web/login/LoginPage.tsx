import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../../base/typed-day.ts';
import { loadChunk } from '../../../../platform/web/chunk.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { endOfSession } from '../../../../platform/web/session.ts';
import { useExplainedAction } from '../../../../platform/web/use-action.ts';
import { usePart } from '../../../../platform/web/use-part.ts';
import type { RecentAddress } from '../../recent-addresses.ts';
import { FinishLogin } from './FinishLogin.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import classes from './LoginPage.module.css';
import { environmentOptions, requestLoginMail } from './login-api.ts';
import { readLoginRequest, readRecentAddresses, storeLoginRequest } from './login-storage.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { RecentAddresses } from './RecentAddresses.tsx';
import { SignOnLogin } from './SignOnLogin.tsx';

const route = getRouteApi('/login');

/** Login by mail (AUTH-01 to AUTH-04), then the page that confirms the mail (AUTH-07). */
export function LoginPage(): ReactNode {
  const { sent = false } = route.useSearch();
  const request = readLoginRequest();
  return sent && request !== null ? <FinishLogin request={request} /> : <LoginForm />;
}

function LoginForm(): ReactNode {
  const { t } = useTranslation();
  const search = route.useSearch();
  const form = useRef<HTMLFormElement>(null);
  const [typedTenant, setTenant] = useState<string | null>(null);
  const host = useQuery(environmentOptions);
  // Order of AUTH-03: input, link, tenant of the host, last login.
  const tenant = typedTenant ?? search.tenant ?? host.data?.tenant ?? readRecentAddresses()[0]?.tenant ?? '';
  const [email, setEmail] = useState('');
  const { problem, isPending, submit } = useLoginRequest();

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit(email.trim(), tenant.trim());
    form.current?.querySelector<HTMLInputElement>('input[type="email"]')?.focus();
  };
  const choose = (address: RecentAddress): void => {
    setTenant(address.tenant);
    setEmail(address.email);
    form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus();
  };

  return (
    <LoginFrame
      title={t('login.title')}
      intro={t('login.intro')}
      footer={
        <>
          <RecentAddresses onChoose={choose} />
          {host.data?.demo ? <PeopleOfDemo /> : null}
        </>
      }
    >
      {search.punchout === undefined ? null : <p role="status">{t('login.punchout')}</p>}
      <EndOfSession />
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <TextField
          label={t('login.tenant')}
          name="tenant"
          value={tenant}
          onChange={setTenant}
          hint={t('login.tenant_hint')}
          autoComplete="organization"
        />
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          required
          autoFocus
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={problem}
        />
        <Button type="submit" fullWidth loading={isPending} className={classes.submit}>
          {t('login.send')}
        </Button>
      </form>
      <PasskeyLogin />
      <SignOnLogin tenant={tenant.trim()} />
    </LoginFrame>
  );
}

/** Why the last session in this browser has ended. */
function EndOfSession(): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const [ended] = useState(endOfSession);
  if (ended === null) return null;
  return (
    <p role="alert">
      {t(`login.ended.${ended.reason}`, { day: ended.day && formatDay(ended.day, language) })}
    </p>
  );
}

const loadDemo = () => loadChunk(() => import('./DemoPeople.tsx'));

/** Loaded on demo installations only (ONB-08). */
function PeopleOfDemo(): ReactNode {
  const part = usePart(loadDemo, true);
  return part === null ? null : <part.DemoPeople />;
}

function useLoginRequest() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isPending, problem, setProblem, perform } = useExplainedAction();

  const send = (email: string, tenant: string): Promise<boolean> =>
    perform(async () => {
      await requestLoginMail(email, tenant);
      storeLoginRequest({ email, tenant, sentAt: Date.now() });
      await navigate({ to: '/login', search: { sent: true } });
    });
  const submit = (email: string, tenant: string): void => {
    const wrong = problemOf(email);
    setProblem(wrong === null ? null : t(wrong));
    if (wrong === null) void send(email, tenant);
  };
  return { problem, isPending, submit };
}

/** Text key of the problem with the address; null when it is plausible (AUTH-04). */
function problemOf(email: string): string | null {
  if (email === '') return 'login.email_missing';
  return /^[^@\s]+@[^@\s]+$/.test(email) ? null : 'login.email_wrong';
}
