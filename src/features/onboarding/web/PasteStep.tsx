import { Button, FileButton, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal, type Refusal } from '../../../base/refusal.ts';
import type { Row } from '../../../entity/entity.ts';
import type { Fields } from '../../../entity/field.ts';
import { fieldLabelKey } from '../../../entity/labels.ts';
import { problemText } from '../../../entity/web/labels.ts';
import { tableFiles, textOfFile, useCsvRefusalText } from '../../../entity/web/sheet/csv-file.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { LockedButton } from '../../../platform/web/kit/LockedButton.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type PastedRow, pastedRows, savingLock } from '../pasted.ts';
import { costCenterFields, departmentFields, type SelectedCostCenter, type Selection } from '../selection.ts';
import classes from './Onboarding.module.css';
import { useOnboardingChoice } from './onboarding-data.ts';

interface StepProps {
  readonly onDone: () => void;
}

export function DepartmentStep({ onDone }: StepProps): ReactNode {
  return (
    <PasteStep
      part="department"
      fields={departmentFields}
      unique="name"
      selectionOf={(rows) => ({ departments: rows.map(({ name }) => ({ name: String(name) })) })}
      onDone={onDone}
    />
  );
}

export function CostCenterStep({ onDone }: StepProps): ReactNode {
  return (
    <PasteStep
      part="cost_center"
      fields={costCenterFields}
      unique="number"
      selectionOf={(rows) => ({ cost_centers: rows as unknown as readonly SelectedCostCenter[] })}
      onDone={onDone}
    />
  );
}

interface PasteStepProps extends StepProps {
  readonly part: 'department' | 'cost_center';
  readonly fields: Fields;
  readonly unique: string;
  readonly selectionOf: (rows: readonly Row[]) => Selection;
}

/** Lines shown in the preview; problems come first. */
const maxShown = 50;
/** Lines named below the button. */
const maxNamed = 10;

function linesText(lines: readonly number[]): string {
  return lines.slice(0, maxNamed).join(', ') + (lines.length > maxNamed ? ' …' : '');
}

/** Pasted lines with a preview before saving. */
function PasteStep({ part, fields, unique, selectionOf, onDone }: PasteStepProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const choice = useOnboardingChoice();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refusalText = useCsvRefusalText();
  const reading = { language, today: format.today() };
  const titles = Object.keys(fields).map((name) => ({ name, titles: [t(labelKey(part, name))] }));
  const rows = pastedRows(text, fields, reading, unique, titles);
  const lock = savingLock(rows);
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const content = await textOfFile(file);
    setRefusal(isRefusal(content) ? content : null);
    if (!isRefusal(content)) setText(content.text);
  };
  const save = async (): Promise<void> => {
    const selection = selectionOf(rows.map(({ values }) => values));
    const state = await choice.mutateAsync({ mode: 'custom', selection }).catch(() => null);
    if (state !== null) onDone();
  };
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t(`onboarding.step.${part}.text`)}</p>
      <Textarea
        label={t('onboarding.step.paste')}
        description={t(`onboarding.step.${part}.columns`)}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <FileButton accept={tableFiles} onChange={(file) => void read(file).catch(toastFailure)}>
          {(button) => (
            <Button variant="default" {...button}>
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
      </div>
      {refusal === null ? null : (
        <p role="alert" className={classes.problem}>
          {refusalText(refusal)}
        </p>
      )}
      {rows.length === 0 ? null : <Preview rows={rows} fields={fields} part={part} />}
      <div>
        <LockedButton
          reason={
            lock &&
            t(`onboarding.lock.${lock.reason}`, 'lines' in lock ? { lines: linesText(lock.lines) } : {})
          }
          loading={choice.isPending}
          onClick={() => void save()}
        >
          {t('onboarding.step.save')}
        </LockedButton>
      </div>
    </div>
  );
}

function labelKey(part: PasteStepProps['part'], name: string): string {
  return name === 'budget' ? fieldLabelKey('budget', 'value') : fieldLabelKey(part, name);
}

interface PreviewProps extends Pick<PasteStepProps, 'fields' | 'part'> {
  readonly rows: readonly PastedRow[];
}

/** Parsed lines with problems, problematic ones first. */
function Preview({ rows, fields, part }: PreviewProps): ReactNode {
  const { t } = useTranslation();
  const names = Object.keys(fields);
  const shown = [
    ...rows.filter(({ problems }) => problems.length > 0),
    ...rows.filter(({ problems }) => problems.length === 0),
  ].slice(0, maxShown);
  const labelOf = (name: string): string => t(labelKey(part, name));
  return (
    <div className={classes.preview}>
      <p aria-live="polite">{t('onboarding.step.row_count', { count: rows.length })}</p>
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {labelOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <PreviewRow key={row.line} row={row} fields={fields} labelOf={labelOf} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PreviewRowProps extends Pick<PasteStepProps, 'fields'> {
  readonly row: PastedRow;
  readonly labelOf: (name: string) => string;
}

/** A parsed line with its problems below. */
function PreviewRow({ row: { line, values, problems }, fields, labelOf }: PreviewRowProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const names = Object.keys(fields);
  const reading = { language, today: format.today() };
  return (
    <>
      <tr>
        {names.map((name) => {
          const value = values[name] ?? null;
          return <td key={name}>{value === null ? null : fields[name]?.kind.write(value, reading)}</td>;
        })}
      </tr>
      {problems.length === 0 ? null : (
        <tr>
          <td colSpan={names.length} className={classes.problem}>
            {t('onboarding.step.row', { row: line })}:{' '}
            {problems
              .map((problem) => `${labelOf(problem.field)}: ${problemText(problem, t, language)}`)
              .join(' ')}
          </td>
        </tr>
      )}
    </>
  );
}
