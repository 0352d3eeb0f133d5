import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedKind } from '../../../../document/listed-kind.ts';
import { useShownKind } from '../../../../document/web/listed-kind.ts';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { truncatedTextLength } from '../../../../platform/constants.ts';
import { useCommand } from '../../../../platform/web/command.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AgeText, DayText } from '../../../../platform/web/kit/DayText.tsx';
import { DocumentNumber } from '../../../../platform/web/kit/DocumentNumber.tsx';
import { Hint } from '../../../../platform/web/kit/Hint.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import type { OverviewTab } from '../../filter.ts';
import { acceptMutation } from '../commands.ts';
import classes from './DocumentRow.module.css';
import type { ListedDocument } from './listed-document.ts';

export interface DocumentRowProps {
  readonly document: ListedDocument;
  readonly tab: OverviewTab;
  readonly isSelected: boolean;
  readonly onSelect: (document: ListedDocument) => void;
  readonly onOpen: (document: ListedDocument) => void;
  /** Set where the row can be picked for an action on several ones. */
  readonly pick?: { readonly isPicked: boolean; readonly onToggle: () => void } | undefined;
  readonly ref: Ref<HTMLTableRowElement>;
}

/** A click selects, a double click opens; the name is a link for everything a link can do. */
export function DocumentRow(props: DocumentRowProps): ReactNode {
  const { document, tab, isSelected, onSelect, onOpen, ref } = props;
  const { t } = useTranslation();
  return (
    <tr
      ref={ref}
      className={classes.row}
      data-selected={isSelected || undefined}
      onClick={(event) => (isInteractive(event) ? undefined : onSelect(document))}
      onDoubleClick={(event) => (isInteractive(event) ? undefined : onOpen(document))}
    >
      <td className={classes.number}>
        <PickOrIcon {...props} />
        <DocumentNumber number={document.number} />
      </td>
      <NamingCell {...props} />
      <td className={classes.status}>
        <StatusBadge kind={document.kind} status={document.status} plain />
      </td>
      <td className={classes.delivery}>
        <DayText day={document.deliveryDate} />
      </td>
      <td className={classes.age}>
        <AgeText instant={tab === 'tasks' ? document.since : document.createdAt} />
      </td>
      <td className={classes.amount}>
        <span className={classes.withoutCurrency}>
          <Amount value={document.totalNetto} decimals={2} unset={t('overview.open_amount')} />
        </span>
        <span className={classes.withCurrency}>
          <Amount
            value={document.totalNetto}
            currency={document.currency}
            decimals={2}
            unset={t('overview.open_amount')}
          />
        </span>
      </td>
      <td className={classes.action}>
        <RowAction {...props} />
      </td>
    </tr>
  );
}

/** The name and whose document or task it is. */
function NamingCell({ document, tab, isSelected, onSelect, onOpen }: DocumentRowProps): ReactNode {
  const { t } = useTranslation();
  const { route } = useShownKind(document.kind);
  const name = document.name || t('overview.unnamed');
  const onLink = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onSelect(document);
  };
  return (
    <td className={classes.naming}>
      <Hint label={name.length <= truncatedTextLength ? null : name} onFocus>
        <Link
          to={route}
          search={{ id: document.id }}
          className={classes.name}
          aria-current={isSelected ? 'true' : undefined}
          onClick={onLink}
          onDoubleClick={() => onOpen(document)}
        >
          {name}
        </Link>
      </Hint>
      {document.supplier === null ? null : <span className={classes.supplier}>{document.supplier}</span>}
      {document.represented === null || tab !== 'tasks' ? null : (
        <span className={classes.tag}>{t('overview.acting_for', { name: document.represented })}</span>
      )}
      {document.group === null ? null : (
        <Hint label={t('overview.of_group_hint', { name: document.group })}>
          <span className={classes.tag}>{t('overview.of_group')}</span>
        </Hint>
      )}
    </td>
  );
}

/** What can be picked shows a box in the place of its icon (TASK-25). */
function PickOrIcon({ document, pick }: DocumentRowProps): ReactNode {
  const { t } = useTranslation();
  const { icon: Icon } = useShownKind(document.kind);
  if (pick === undefined) return <Icon size={16} stroke={1.6} aria-hidden />;
  return (
    <Checkbox
      size="xs"
      aria-label={t('overview.several.select', { number: document.number })}
      checked={pick.isPicked}
      onChange={pick.onToggle}
    />
  );
}

/** A group's task is accepted here; everything else is decided in the preview or on the page. */
function RowAction({ document, tab, isSelected, onSelect, onOpen }: DocumentRowProps): ReactNode {
  const { t } = useTranslation();
  const kind = useShownKind(document.kind);
  const accept = useCommand(acceptMutation(kind.name), { onDone: () => toastSaved() });
  const isGroupTask = tab === 'tasks' && document.group !== null;
  const action = actionOf(document, kind, tab);
  const run = (): void => {
    if (isGroupTask) void accept.run({ id: document.id, expected_version: document.version });
    else if (document.step === kind.entries.approval && !isSelected) onSelect(document);
    else onOpen(document);
  };
  return (
    <Button
      size="compact-sm"
      variant={isSelected ? 'default' : 'subtle'}
      className={classes.button}
      loading={accept.isPending}
      aria-label={`${t(`action.show.${action}`)}: ${document.number}`}
      onClick={run}
    >
      {t(`action.show.${action}`)}
    </Button>
  );
}

function actionOf({ step, group }: ListedDocument, { shownSteps }: ListedKind, tab: OverviewTab): string {
  if (tab === 'drafts') return 'draft';
  if (tab !== 'tasks') return 'document';
  if (group !== null) return 'accept';
  return step !== null && shownSteps.includes(step) ? step : 'document';
}

function isInteractive(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, label, input') !== null;
}
