import { ActionIcon, Skeleton } from '@mantine/core';
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { useCommand } from '../../../../platform/web/command.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { DocumentNumber } from '../../../../platform/web/kit/DocumentNumber.tsx';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useProfile } from '../../../../platform/web/profile.ts';
import { CommentBox } from '../../../../timeline/web/CommentBox.tsx';
import { Timeline } from '../../../../timeline/web/Timeline.tsx';
import { commentMutation } from '../commands.ts';
import classes from './Preview.module.css';
import { PreviewActions } from './PreviewActions.tsx';
import { type PreviewDocument, previewOptions, supplierShares } from './preview-document.ts';

export interface PreviewProps {
  readonly id: number;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onOpen: () => void;
  /** An action here moved the document on. */
  readonly onDone: () => void;
}

/** The selected document beside the list, enough to decide, with timeline and comment box (OVW-06). */
export function Preview({ id, onPrevious, onNext, onOpen, onDone }: PreviewProps): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(previewOptions(id));
  const profile = useProfile();
  const comment = useCommand(commentMutation);
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  return (
    <aside className={classes.preview} aria-label={t('overview.preview')}>
      <header className={classes.head}>
        <span className={classes.number}>
          {data ? (
            <DocumentNumber number={data.order_number_formatted ?? data.draft_number_formatted} />
          ) : null}
        </span>
        {data ? <StatusBadge kind="procurement" status={data.status} /> : null}
        <span className={classes.tools}>
          <ActionIcon aria-label={t('overview.previous')} disabled={!onPrevious} onClick={onPrevious}>
            <IconChevronUp {...icon} />
          </ActionIcon>
          <ActionIcon aria-label={t('overview.next')} disabled={!onNext} onClick={onNext}>
            <IconChevronDown {...icon} />
          </ActionIcon>
          <ActionIcon aria-label={t('overview.open')} onClick={onOpen}>
            <IconArrowsDiagonal {...icon} />
          </ActionIcon>
        </span>
      </header>
      {error && !data ? <ErrorState failure={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <div className={classes.scroll}>
            <Facts document={data} />
            <PreviewActions document={data} onOpen={onOpen} onDone={onDone} />
            <Timeline
              entries={data.timeline.timeline_entries}
              currentEntryNo={data.timeline.current_entry_no}
              order={profile?.timelineOrder ?? 'asc'}
            />
          </div>
          <div className={classes.foot}>
            <CommentBox
              isPending={comment.isPending}
              mayAsk={data.status !== 'draft'}
              onSend={async (text, mention_ids) =>
                (await comment.run({ id, comment: text, mention_ids })) !== null
              }
            />
          </div>
        </>
      ) : null}
      {!data && !error ? <Loading /> : null}
    </aside>
  );
}

function Facts({ document }: { readonly document: PreviewDocument }): ReactNode {
  const { t } = useTranslation();
  const { currency } = document;
  const shares = supplierShares(document.procurement_lines);
  const numbered = (row: { number: string; name: string } | null): string =>
    row ? `${row.number} ${row.name}` : '';
  return (
    <div className={classes.facts}>
      <h2 className={classes.title}>{document.name || t('overview.unnamed')}</h2>
      <dl className={classes.fields}>
        <Field name="net">
          <Amount value={document.total_netto} currency={currency} decimals={2} />
        </Field>
        <Field name="gross">
          <Amount value={document.total_brutto} currency={currency} decimals={2} />
        </Field>
        <Field name="delivery_date">
          <DayText day={document.delivery_date} />
        </Field>
        <Field name="cost_center">{numbered(document.cost_center)}</Field>
        <Field name="ledger_account">{numbered(document.ledger_account)}</Field>
        <Field name="creator">{document.creator?.name}</Field>
      </dl>
      {shares.length === 0 ? null : (
        <ul className={classes.shares}>
          {shares.map((share) => (
            <li key={share.supplier} className={classes.share}>
              <span className={classes.supplier}>{share.supplier ?? t('overview.no_supplier')}</span>
              <span className={classes.lines}>{t('overview.lines', { count: share.lines })}</span>
              <span className={classes.shareAmount}>
                <Amount
                  value={share.netto}
                  currency={currency}
                  decimals={2}
                  unset={t('overview.open_amount')}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.field}>
      <dt>{t(`overview.field.${name}`)}</dt>
      <dd>{children || '–'}</dd>
    </div>
  );
}

function Loading(): ReactNode {
  return (
    <div className={classes.loading} aria-hidden>
      <Skeleton height={24} width="70%" />
      <Skeleton height={84} />
      <Skeleton height={32} />
      <Skeleton height={240} />
    </div>
  );
}
