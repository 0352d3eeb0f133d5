import { Button, PasswordInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GraphQLSchema } from 'graphql';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../platform/web/failure-text.ts';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { FieldError } from '../../../platform/web/kit/FieldError.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useAction } from '../../../platform/web/use-action.ts';
import classes from './Explorer.module.css';
import { type Asker, ask, downloadDescription, schemaOptions } from './explorer-data.ts';
import { lookedUp, problemsIn, suggestionsAt } from './language.ts';

/**
 * `/api-explorer`: GraphQL by hand, with the rights of the token that is entered; administrators also as themselves. The
 * token is kept in this page alone.
 */
export function ExplorerPage(): ReactNode {
  const { t } = useTranslation();
  const isAdmin = useHasRole('user-admin');
  const [entered, setEntered] = useState<Asker | null>(null);
  const asker = entered ?? (isAdmin ? person : null);
  const { data: schema, error, refetch } = useQuery(schemaOptions(asker));
  const { isPending, perform } = useAction();
  return (
    <>
      <PageTitleRow title={t('api_explorer.title')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div className={classes.scroll} tabIndex={0}>
        <p>{t(isAdmin ? 'api_explorer.about' : 'api_explorer.about_token')}</p>
        <div className={classes.row}>
          <TokenForm
            onToken={(token) => setEntered((former) => ({ token, number: (former?.number ?? 0) + 1 }))}
          />
          <Button variant="default" loading={isPending} onClick={() => void perform(downloadDescription)}>
            {t('api_explorer.openapi')}
          </Button>
        </div>
        {error === null ? null : <ErrorState failure={error} onRetry={() => void refetch()} />}
        {asker !== null && schema ? (
          <>
            <Workbench key={asker.number} asker={asker} schema={schema} />
            <LookUp schema={schema} />
          </>
        ) : null}
      </div>
    </>
  );
}

const person: Asker = { token: null, number: 0 };

function TokenForm({ onToken }: { readonly onToken: (token: string) => void }): ReactNode {
  const { t } = useTranslation();
  const [token, setToken] = useState('');
  return (
    <form
      className={classes.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (token.trim() !== '') onToken(token.trim());
      }}
    >
      <PasswordInput
        className={classes.token}
        label={t('api_explorer.token')}
        autoComplete="off"
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
      <Button type="submit" variant="default" disabled={token.trim() === ''}>
        {t('api_explorer.use_token')}
      </Button>
    </form>
  );
}

interface Asked {
  readonly asker: Asker;
  readonly schema: GraphQLSchema;
}

function Workbench({ asker, schema }: Asked): ReactNode {
  const { t } = useTranslation();
  const [query, setQuery] = useState('{\n  supplier(limit: 5) {\n    id\n    name\n  }\n}');
  const [variables, setVariables] = useState('');
  const [answer, setAnswer] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const { isPending, perform } = useAction((failure) => setAnswer(failureText(failure)));
  const problems = useMemo(() => problemsIn(schema, query), [schema, query]);
  const run = async (): Promise<void> => {
    const given = valuesIn(variables);
    setWrong(given === undefined ? t('api_explorer.not_json') : null);
    if (given === undefined) return;
    await perform(async () => {
      setAnswer(JSON.stringify(await ask(asker, { query, variables: given }), null, 2));
    });
  };
  return (
    <form
      className={classes.columns}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <div className={classes.column}>
        <QueryField schema={schema} value={query} onChange={setQuery} onRun={() => void run()} />
        {problems.map((problem) => (
          <FieldError key={problem}>{problem}</FieldError>
        ))}
        <TextField
          label={t('api_explorer.variables')}
          rows={3}
          value={variables}
          error={wrong}
          onChange={setVariables}
        />
        <Button type="submit" loading={isPending}>
          {t('api_explorer.run')}
        </Button>
      </div>
      <section className={classes.column} aria-labelledby="answer">
        <h2 id="answer">{t('api_explorer.answer')}</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
        <pre className={classes.code} aria-live="polite" tabIndex={0}>
          {answer}
        </pre>
      </section>
    </form>
  );
}

/** The values of the variables; undefined for a text that is no JSON object. */
function valuesIn(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const values: unknown = JSON.parse(text);
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

interface QueryFieldProps {
  readonly schema: GraphQLSchema;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}

/** The operation, with the words that can stand at the cursor as buttons below. */
function QueryField({ schema, value, onChange, onRun }: QueryFieldProps): ReactNode {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const suggestions = useMemo(
    () => (cursor === null ? [] : suggestionsAt(schema, value, cursor)),
    [schema, value, cursor],
  );
  const choose = (text: string, place: number): void => {
    onChange(text);
    setCursor(place);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(place, place);
    });
  };
  return (
    <>
      <Textarea
        ref={field}
        label={t('api_explorer.query')}
        description={t('api_explorer.run_hint')}
        classNames={{ input: classes.code }}
        autosize
        minRows={10}
        maxRows={24}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onRun();
        }}
      />
      <ul className={classes.words} aria-label={t('api_explorer.suggestions')}>
        {suggestions.map(({ word, about, text, cursor: place }) => (
          <li key={word}>
            <Button size="compact-xs" variant="default" title={about} onClick={() => choose(text, place)}>
              {word}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function LookUp({ schema }: Pick<Asked, 'schema'>): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const found = useMemo(() => lookedUp(schema, text), [schema, text]);
  return (
    <section className={classes.column} aria-labelledby="look-up">
      <h2 id="look-up">{t('api_explorer.look_up')}</h2>
      <TextField label={t('api_explorer.name')} value={text} onChange={setText} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <pre className={classes.code} aria-live="polite" tabIndex={0}>
        {found}
      </pre>
    </section>
  );
}
