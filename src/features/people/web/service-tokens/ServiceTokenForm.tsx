import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type Day } from '../../../../base/day.ts';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { failureText, refusalText } from '../../../../platform/web/failure-text.ts';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { isAllReadable } from '../../../../platform/web/kit/form-focus.ts';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import classes from '../Account.module.css';
import { callsOptions, grantServiceToken } from './service-token-data.ts';

interface ServiceTokenFormProps {
  readonly accountId: number;
  /** The token of the directory names no calls (AUTH-33). */
  readonly isDirectory: boolean;
  /** With the secret; null while a second administrator has to confirm the token. */
  readonly onGranted: (secret: string | null) => void;
  readonly onClose: () => void;
}

const proposedDays = 365;

/** What a new token may do, from where and until when (AUTH-34). */
export function ServiceTokenForm({
  accountId,
  isDirectory,
  onGranted,
  onClose,
}: ServiceTokenFormProps): ReactNode {
  const { t } = useTranslation();
  const { draft, change, problems, isPending, grant } = useTokenDraft(accountId, onGranted);
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isAllReadable(event.currentTarget)) void grant();
      }}
    >
      <TextField
        label={t('people.service.name')}
        name="name"
        required
        maxLength={100}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={problems.name}
      />
      {isDirectory ? null : (
        <Calls calls={draft.calls} onChange={(calls) => change({ calls })} error={problems.calls} />
      )}
      <TextField
        label={t('people.service.networks')}
        name="networks"
        hint={t('people.service.networks_hint')}
        value={draft.networks}
        onChange={(networks) => change({ networks })}
        error={problems.networks}
      />
      <DayField
        label={t('people.token.expires')}
        name="expires_at"
        required
        value={draft.expires}
        onChange={(expires) => change({ expires })}
        error={problems.expires_at ?? problems.other ?? null}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('people.service.grant')}
        </Button>
      </div>
    </form>
  );
}

interface TokenDraft {
  readonly name: string;
  readonly calls: readonly string[];
  /** As typed, separated by commas or spaces. */
  readonly networks: string;
  readonly expires: Day | null;
}

function useTokenDraft(accountId: number, onGranted: ServiceTokenFormProps['onGranted']) {
  const { t } = useTranslation();
  const format = useFormat();
  const [draft, setDraft] = useState<TokenDraft>(() => ({
    ...{ name: '', calls: [], networks: '' },
    expires: addDays(format.today(), proposedDays),
  }));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { isPending, perform } = useAction((failure) => setProblems(problemTexts(failure)));
  const grant = async (): Promise<void> => {
    const { name, calls, networks, expires } = draft;
    const required = t('error.field_required');
    setProblems({
      ...(name.trim() === '' && { name: required }),
      ...(expires === null && { expires_at: required }),
    });
    if (name.trim() === '' || expires === null) return;
    await perform(async () => {
      const secret = await grantServiceToken({
        ...{ user_id: accountId, name, calls, expires_at: expires },
        networks: networks.split(/[\s,;]+/).filter((network) => network !== ''),
      });
      if (secret === null) toastSaved(t('people.service.waits'));
      onGranted(secret);
    });
  };
  const change = (changed: Partial<TokenDraft>): void => setDraft({ ...draft, ...changed });
  return { draft, change, problems, isPending, grant };
}

/** The texts of a failure by field; `other` if it belongs to none. */
function problemTexts(failure: unknown): Readonly<Record<string, string>> {
  const problems = failure instanceof ApiRefusal ? failure.problems : [];
  if (problems.length === 0) return { other: failureText(failure) };
  return Object.fromEntries(problems.map(({ field, code, values }) => [field, refusalText(code, values)]));
}

interface CallsProps {
  readonly calls: readonly string[];
  readonly onChange: (calls: readonly string[]) => void;
  readonly error: string | undefined;
}

/** The writing calls of the token: a field to add one, and the list. */
function Calls({ calls, onChange, error }: CallsProps): ReactNode {
  const { t } = useTranslation();
  const { data: known = [] } = useQuery(callsOptions());
  const options = known.filter((call) => !calls.includes(call)).map((call) => ({ id: call, name: call }));
  return (
    <>
      <SearchSelect<string>
        label={t('people.service.calls')}
        hint={t('people.service.calls_hint')}
        value={null}
        options={options}
        onChange={(option) => option && onChange([...calls, option.id])}
        error={error}
      />
      <ul className={classes.list} aria-label={t('people.service.calls')}>
        {calls.map((call) => (
          <li key={call} className={classes.item}>
            <code>{call}</code>
            <ActionIcon
              className={classes.end}
              size="sm"
              aria-label={t('entity.remove_row', { name: call })}
              onClick={() => onChange(calls.filter((one) => one !== call))}
            >
              <IconX size={14} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}
