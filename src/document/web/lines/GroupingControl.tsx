import { SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A criterion for grouping lines, with its label. */
export interface GroupingChoice {
  readonly name: string;
  readonly label: string;
}

/** The chosen grouping of a kind's lines; applies to all its documents, read or edited. */
export function useGrouping<Choice extends GroupingChoice>(
  kind: string,
  choices: readonly Choice[],
): readonly [Choice | undefined, (name: string) => void] {
  const [name, setName] = useLocalStorage<string>({
    key: `${kind}-grouping`,
    defaultValue: choices[0]?.name ?? '',
  });
  return [choices.find((choice) => choice.name === name) ?? choices[0], setName];
}

export interface GroupingControlProps {
  readonly choices: readonly GroupingChoice[];
  readonly shown: GroupingChoice | undefined;
  readonly onGrouping: (name: string) => void;
}

/** Selects the grouping of the lines (PROC-03). */
export function GroupingControl({ choices, shown, onGrouping }: GroupingControlProps): ReactNode {
  const { t } = useTranslation();
  if (choices.length < 2 || shown === undefined) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('document.line.group_by')}
      value={shown.name}
      data={choices.map(({ name, label }) => ({ value: name, label }))}
      onChange={onGrouping}
    />
  );
}
