import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { LockedButton } from '../../../platform/web/kit/LockedButton.tsx';
import { type Chart, chartNames, charts, deliveredPostingKeys } from '../chart/chart.ts';
import { deliveredText } from '../delivered.ts';
import type { Selection } from '../selection.ts';
import classes from './Onboarding.module.css';
import { useOnboardingChoice } from './onboarding-data.ts';

interface StepProps {
  readonly onDone: () => void;
}

const numbersOf = (chart: Chart): ReadonlySet<string> => new Set(charts[chart].map(([number]) => number));

/** Selects accounts of a delivered chart; all are preselected. */
export function ChartStep({ onDone }: StepProps): ReactNode {
  const { t } = useTranslation();
  const [chart, setChart] = useState<Chart>('skr03');
  const [chosen, setChosen] = useState(() => numbersOf('skr03'));
  const change = (name: string): void => {
    const next = chartNames.find((one) => one === name) ?? 'skr03';
    setChart(next);
    setChosen(numbersOf(next));
  };
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t('onboarding.step.chart_text')}</p>
      <SegmentedControl
        aria-label={t('onboarding.step.chart')}
        value={chart}
        onChange={change}
        data={chartNames.map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <Choices rows={charts[chart]} chosen={chosen} onChange={setChosen} />
      <Save
        selection={{ accounts: { chart, numbers: [...chosen] } }}
        isEmpty={chosen.size === 0}
        onDone={onDone}
      />
    </div>
  );
}

/** Selects delivered posting keys. */
export function PostingKeyStep({ onDone }: StepProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(deliveredPostingKeys.map(([number]) => number)),
  );
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t('onboarding.step.posting_key_text')}</p>
      <Choices rows={deliveredPostingKeys} chosen={chosen} onChange={setChosen} />
      <Save selection={{ posting_keys: [...chosen] }} isEmpty={chosen.size === 0} onDone={onDone} />
    </div>
  );
}

interface SaveProps extends StepProps {
  readonly selection: Selection;
  readonly isEmpty: boolean;
}

function Save({ selection, isEmpty, onDone }: SaveProps): ReactNode {
  const { t } = useTranslation();
  const choice = useOnboardingChoice();
  const save = async (): Promise<void> => {
    const state = await choice.mutateAsync({ mode: 'custom', selection }).catch(() => null);
    if (state !== null) onDone();
  };
  return (
    <div>
      <LockedButton
        reason={isEmpty ? t('onboarding.lock.none_chosen') : null}
        loading={choice.isPending}
        onClick={() => void save()}
      >
        {t('onboarding.step.save')}
      </LockedButton>
    </div>
  );
}

interface ChoicesProps {
  readonly rows: readonly (readonly [
    number: string,
    german: string,
    english: string,
    ...others: unknown[],
  ])[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Longer lists get a filter. */
const manyRows = 20;

function Choices({ rows, chosen, onChange }: ChoicesProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const [filter, setFilter] = useState('');
  const named = rows.map(([number, german, english]) => ({
    number,
    name: deliveredText([german, english], language),
  }));
  const shown = named.filter(({ number, name }) =>
    `${number} ${name}`.toLowerCase().includes(filter.trim().toLowerCase()),
  );
  const toggle = (number: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(number);
    else next.delete(number);
    onChange(next);
  };
  return (
    <div className={classes.choices}>
      <div className={classes.choiceHead}>
        {rows.length < manyRows ? null : (
          <TextInput
            aria-label={t('onboarding.step.filter')}
            placeholder={t('onboarding.step.filter')}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        )}
        <Button variant="subtle" onClick={() => onChange(new Set(named.map(({ number }) => number)))}>
          {t('onboarding.step.all')}
        </Button>
        <Button variant="subtle" onClick={() => onChange(new Set())}>
          {t('onboarding.step.none')}
        </Button>
        <span aria-live="polite">{t('onboarding.step.selected', { count: chosen.size })}</span>
      </div>
      <ul>
        {shown.map(({ number, name }) => (
          <li key={number}>
            <Checkbox
              size="xs"
              label={`${number} ${name}`}
              checked={chosen.has(number)}
              onChange={(event) => toggle(number, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
