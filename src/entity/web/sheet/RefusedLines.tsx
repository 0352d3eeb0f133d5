import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../platform/web/kit/use-return-focus.ts';
import type { Entity } from '../../entity.ts';
import type { Problems } from '../../sheet/judge.ts';
import type { Line } from '../../sheet/line.ts';
import { deactivatedLines } from '../../sheet/sheet.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { lineName } from './line-name.ts';
import bar from './SheetBar.module.css';
import { useProblemText } from './use-problem-text.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface RefusedLinesProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly refused: ReadonlyMap<Line, Problems>;
  /** Goes to a line by its place among the shown lines. */
  readonly onShow: (line: number) => void;
  readonly onClose: () => void;
}

const maxNamed = 5;

/** The reasons why nothing was saved, row by row; rows in use can be deactivated instead (ADM-18). */
export function RefusedLines(props: RefusedLinesProps): ReactNode {
  const { entity, editing, refused, onShow, onClose } = props;
  const { t } = useTranslation();
  const { onFocus, giveBack } = useReturnFocus();
  const lines = [...refused.keys()];
  const used = lines.filter(({ isRemoved }) => isRemoved).map(({ key }) => key);
  const canDeactivate = used.length > 0 && 'active' in entity.fields;
  const close = (): void => {
    giveBack();
    onClose();
  };
  return (
    <div role="alert" className={`${classes.notice} ${classes.refused}`} onFocus={onFocus}>
      <div className={classes.refusedText}>
        <strong>{t('table.refused.title')}</strong>
        <ul className={classes.refusedRows}>
          {lines.slice(0, maxNamed).map((line) => (
            <RefusedLine key={line.key} {...props} line={line} onShow={onShow} />
          ))}
        </ul>
        {lines.length > maxNamed ? t('table.refused.more', { count: lines.length - maxNamed }) : null}
      </div>
      {canDeactivate ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            close();
            editing.change((sheet) => deactivatedLines(sheet, new Set(used)));
          }}
        >
          {t('table.refused.deactivate', { count: used.length })}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="default" onClick={close}>
        {t('shell.close')}
      </Button>
    </div>
  );
}

function RefusedLine(props: RefusedLinesProps & { readonly line: Line }): ReactNode {
  const { entity, columns, editing, refused, line, onShow } = props;
  const { t } = useTranslation();
  const problemText = useProblemText();
  const place = editing.shown.findIndex(({ key }) => key === line.key);
  const problems = [...(refused.get(line) ?? [])].map(([name, problem]) => {
    const title = columns.find((column) => column.name === name)?.title;
    return line.isRemoved || title === undefined ? problemText(problem) : `${title}: ${problemText(problem)}`;
  });
  const name = lineName(entity, line);
  return (
    <li>
      {place === -1 ? (
        name
      ) : (
        <button type="button" className={bar.toProblem} onClick={() => onShow(place)}>
          {t('table.refused.row', { line: place + 1, name })}
        </button>
      )}{' '}
      {problems.join(' ')}
    </li>
  );
}
