import { Button, Checkbox } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { truncatedTextLength } from '../../../../platform/constants.ts';
import { useCommand } from '../../../../platform/web/command.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AgeText, DayText } from '../../../../platform/web/kit/DayText.tsx';
import { DocumentNumber } from '../../../../platform/web/kit/DocumentNumber.tsx';
import { Hint } from '../../../../platform/web/kit/Hint.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { acceptMutation } from '../commands.ts';
import classes from './DocumentRow.module.css';
import type { ListedDocument } from './listed-document.ts';

export interface DocumentRowProps {
  readonly document: ListedDocument;
  readonly kind: 'tasks' | 'all' | 'procurement' | 'drafts';
  readonly isSelected: boolean;
  readonly onSelect: (document: ListedDocument) => void;
  readonly onOpen: (document: ListedDocument) => void;
  /** Set where the row can be picked for an action on several ones. */
  readonly pick?: { readonly isPicked: boolean; readonly onToggle: () => void } | undefined;
  readonly ref: Ref<HTMLTableRowElement>;
}

/** A click selects, a double click opens; the name is a link for everything a link can do. */
export function DocumentRow(props: DocumentRowProps): ReactNode {
  const { document, kind, isSelected, onSelect, onOpen, ref } = props;
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
        <StatusBadge kind="procurement" status={document.status} plain />
      </td>
      <td className={classes.delivery}>
        <DayText day={document.deliveryDate} />
      </td>
      <td className={classes.age}>
        <AgeText instant={kind === 'tasks' ? document.since : document.createdAt} />
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
function NamingCell({ document, kind, isSelected, onSelect, onOpen }: DocumentRowProps): ReactNode {
  const { t } = useTranslation();
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
          to="/procurement/form"
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
      {document.represented === null || kind !== 'tasks' ? null : (
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
  if (pick === undefined) return <IconShoppingCart size={16} stroke={1.6} aria-hidden />;
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
function RowAction({ document, kind, isSelected, onSelect, onOpen }: DocumentRowProps): ReactNode {
  const { t } = useTranslation();
  const accept = useCommand(acceptMutation, { onDone: () => toastSaved() });
  const isGroupTask = kind === 'tasks' && document.group !== null;
  const run = (): void => {
    if (isGroupTask) void accept.run({ id: document.id, expected_version: document.version });
    else if (document.step === 'approval' && !isSelected) onSelect(document);
    else onOpen(document);
  };
  return (
    <Button
      size="compact-sm"
      variant={isSelected ? 'default' : 'subtle'}
      className={classes.button}
      loading={accept.isPending}
      aria-label={`${t(`action.show.${actionOf(document, kind)}`)}: ${document.number}`}
      onClick={run}
    >
      {t(`action.show.${actionOf(document, kind)}`)}
    </Button>
  );
}

function actionOf(document: ListedDocument, kind: DocumentRowProps['kind']): string {
  if (kind === 'drafts') return 'draft';
  if (kind !== 'tasks') return 'document';
  if (document.group !== null) return 'accept';
  const steps = ['select-product', 'approval', 'send-order', 'delivery', 'clearing'];
  return document.step !== null && steps.includes(document.step) ? document.step : 'document';
}

function isInteractive(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, label, input') !== null;
}
