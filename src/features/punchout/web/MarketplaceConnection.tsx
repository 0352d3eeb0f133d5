import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { type ConnectionResult, useConnectionTest } from '../../../entity/web/use-connection-test.ts';
import { rest } from '../../../platform/web/api.ts';
import classes from './Marketplace.module.css';

const tested = [
  'protocol',
  'url',
  'identity',
  'secret',
  'identity_domain',
  'supplier_identity',
  'supplier_domain',
  'business_unit',
] as const;

/** Tests the connection with the edited settings and shows the answer (PUN-01). */
export function MarketplaceConnection({ id, draft }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { test, result, isPending } = useConnectionTest(() => {
    const record = Object.fromEntries(tested.map((name) => [name, draft.values[name]]));
    return rest<ConnectionResult>('/api/marketplace/test', { method: 'POST', body: { id, record } });
  });
  const Sign = result?.success ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className="stack">
      <div className="buttons">
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} aria-hidden />}
          loading={isPending}
          disabled={id === null}
          onClick={test}
        >
          {t('punchout.test.start')}
        </Button>
      </div>
      <p role="status" className={result === null ? 'quiet' : result.success ? classes.works : 'problem'}>
        {result === null ? null : <Sign size={16} stroke={1.8} className={classes.sign} aria-hidden />}
        {id === null ? t('punchout.test.save_first') : result?.message}
      </p>
    </div>
  );
}
