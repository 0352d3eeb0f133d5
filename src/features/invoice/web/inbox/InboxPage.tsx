import { Button, SegmentedControl } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../../platform/web/kit/PageTitleRow.tsx';
import classes from './InboxPage.module.css';
import { InboxProof } from './InboxProof.tsx';
import { InboxRow } from './InboxRow.tsx';
import { type InboxView, inboxOptions, inboxViews } from './inbox-data.ts';

/** `/invoice/inbox`: all received files and mails, each with its result and a way to correct it (REC-13). */
export function InboxPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [view, setView] = useState<InboxView>('open');
  const { data } = useQuery(inboxOptions(view));
  return (
    <>
      <PageTitleRow
        title={t('invoice.inbox.title')}
        onBack={() => void navigate({ to: '/overview', search: { tab: 'invoice' } })}
      >
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/invoice/upload" />}>
          {t('invoice.upload.title')}
        </Button>
      </PageTitleRow>
      <div className={classes.page}>
        <SegmentedControl
          className={classes.views}
          aria-label={t('invoice.inbox.view')}
          value={view}
          onChange={(chosen) => setView(chosen as InboxView)}
          data={inboxViews.map((value) => ({ value, label: t(`invoice.inbox.views.${value}`) }))}
        />
        {data === undefined ? null : data.arrivals.length === 0 ? (
          <EmptyState
            icon={<IconInbox size={24} stroke={1.6} aria-hidden />}
            title={t(`invoice.inbox.none.${view}`)}
          />
        ) : (
          <>
            <p className="quiet" aria-live="polite">
              {t('invoice.inbox.count', { shown: data.arrivals.length, count: data.count })}
            </p>
            <div className={classes.frame}>
              <table className={classes.table}>
                <thead>
                  <tr>
                    {(['came', 'what', 'from', 'fate', 'actions'] as const).map((column) => (
                      <th key={column} scope="col">
                        {t(`invoice.inbox.column.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.arrivals.map((arrival) => (
                    <InboxRow key={arrival.id} arrival={arrival} />
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
        <InboxProof />
      </div>
    </>
  );
}
