import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import classes from './TakeLinesDialog.module.css';

/** A line that can be taken over. */
export interface OfferedLine {
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  /** Total with currency; null if prices are hidden. */
  readonly amount: ReactNode;
  /** Preselected, because a part is not invoiced yet. */
  readonly isProposed: boolean;
}

export interface TakeLinesDialogProps {
  readonly title: string;
  /** Selects the source record first. */
  readonly chooser?: ReactNode;
  readonly lines: readonly OfferedLine[];
  /** Text for an empty list. */
  readonly nothing: string;
  /** The invoice already has lines; they stay unless the person chooses to replace them (INV-03). */
  readonly hasLines: boolean;
  readonly onTake: (keys: ReadonlySet<string>, isReplacing: boolean) => void;
  readonly onClose: () => void;
}

/** Selects lines to take over into an invoice (INV-02, INV-03). */
export function TakeLinesDialog({
  title,
  chooser,
  lines,
  nothing,
  hasLines,
  onTake,
  onClose,
}: TakeLinesDialogProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = ({ key, isProposed }: OfferedLine): boolean => chosen.get(key) ?? isProposed;
  const keys = new Set(lines.filter(isChosen).map(({ key }) => key));
  const setAll = (all: boolean): void => setChosen(new Map(lines.map(({ key }) => [key, all])));
  return (
    <LargeDialog title={title} size={640} onClose={onClose} classNames={{ body: classes.body }}>
      {chooser === undefined ? null : <div className={classes.chooser}>{chooser}</div>}
      {lines.length === 0 ? (
        <p className={classes.nothing}>{nothing}</p>
      ) : (
        <>
          {lines.length === 1 ? null : (
            <div className={classes.all}>
              <Checkbox
                label={t('invoice.take.all', { count: lines.length })}
                checked={keys.size === lines.length}
                indeterminate={keys.size > 0 && keys.size < lines.length}
                onChange={(event) => setAll(event.currentTarget.checked)}
              />
            </div>
          )}
          <ul className={classes.lines}>
            {lines.map((line) => (
              <li key={line.key} className={classes.line}>
                <Checkbox
                  label={line.name}
                  description={line.detail}
                  checked={isChosen(line)}
                  onChange={(event) =>
                    setChosen(new Map([...chosen, [line.key, event.currentTarget.checked]]))
                  }
                />
                <span className={classes.amount}>{line.amount}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <footer className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        {hasLines ? (
          <Button variant="default" disabled={keys.size === 0} onClick={() => onTake(keys, true)}>
            {t('invoice.take.replace')}
          </Button>
        ) : null}
        <Button data-autofocus disabled={keys.size === 0} onClick={() => onTake(keys, false)}>
          {t(hasLines ? 'invoice.take.append' : 'invoice.take.take', { count: keys.size })}
        </Button>
      </footer>
    </LargeDialog>
  );
}
