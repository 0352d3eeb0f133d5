import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRecordButton } from '../../../entity/web/NewRecordButton.tsx';
import classes from './Webhook.module.css';
import { webhooksOptions } from './webhook-data.ts';

/** The webhooks of the tenant (API-47). */
export function WebhookList(): ReactNode {
  const { t } = useTranslation();
  const { data: webhooks } = useQuery(webhooksOptions);
  if (webhooks === undefined) return null;
  return (
    <div className="stack">
      <div className="buttons">
        <NewRecordButton table="webhook" route="webhook" />
      </div>
      {webhooks.length === 0 ? (
        <p className="quiet">{t('webhook.none')}</p>
      ) : (
        <ul aria-label={t('entity.webhook.many')}>
          {webhooks.map(({ id, name, url, active, is_gone }) => (
            <li key={id} className={classes.item}>
              <Link to="/admin/$entity/form" params={{ entity: 'webhook' }} search={{ id }} className="link">
                {name}
              </Link>
              <span className="quiet">{url}</span>
              {active ? null : (
                <span className={is_gone ? 'problem' : 'quiet'}>
                  {t(is_gone ? 'entity.webhook.mark.is_gone' : 'webhook.inactive')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
