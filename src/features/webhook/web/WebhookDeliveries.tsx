import { Button } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceLabelKey, entityLabelKey } from '../../../entity/labels.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { webhook } from '../webhook.ts';
import classes from './Webhook.module.css';
import { deliveriesOptions, sendAgain, type WebhookDelivery } from './webhook-data.ts';

/** The last messages of a webhook with their outcome, each of which can be sent again (API-47). */
export function WebhookDeliveries({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { data: deliveries = [], refetch } = useQuery({
    ...deliveriesOptions(id ?? 0),
    enabled: id !== null,
  });
  return (
    <div className="stack">
      <div className="buttons">
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
          onClick={() => void refetch()}
        >
          {t('webhook.refresh')}
        </Button>
      </div>
      {deliveries.length === 0 ? <p className="quiet">{t('webhook.no_deliveries')}</p> : null}
      <ul aria-label={t('entity.webhook.tab.deliveries')}>
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </div>
  );
}

function DeliveryItem({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { isPending, perform } = useAction();
  const {
    id,
    event,
    subject_table: table,
    subject_id,
    occurred_at,
    state,
    attempts,
    status,
    problem,
  } = delivery;
  const record = t([entityLabelKey(table, 'one'), `audit.table.${table}`]);
  const facts = [
    t(`webhook.state.${state}`),
    ...(attempts === 0 ? [] : [t('webhook.attempts', { count: attempts })]),
    ...(problem === null ? [] : [t(`webhook.problem.${problem}`)]),
    ...(status === null ? [] : [t('webhook.answer', { status })]),
    ...(state === 'waiting' ? [t('webhook.next', { time: format.instant(delivery.next_try_at) })] : []),
  ];
  const again = (): Promise<boolean> =>
    perform(async () => {
      await sendAgain(id);
      toastSaved(t('webhook.sent_again'));
    });
  return (
    <li className={classes.item}>
      <div>
        <strong>{t(choiceLabelKey(webhook, 'events', event))}</strong> {record} {subject_id}
        <p className={state === 'failed' ? 'problem' : 'quiet'}>
          {format.instant(occurred_at)} · {facts.join(' · ')}
        </p>
      </div>
      <Button
        className={classes.end}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconSend size={14} stroke={1.6} aria-hidden />}
        loading={isPending}
        onClick={() => void again()}
      >
        {t('webhook.again')}
      </Button>
    </li>
  );
}
