import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { rest } from '../../../platform/web/api.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import classes from './Marketplace.module.css';

interface Reported {
  readonly success: boolean;
  readonly message: string;
}

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
  const [reported, setReported] = useState<Reported | null>(null);
  const [isPending, setPending] = useState(false);
  const test = async (): Promise<void> => {
    setPending(true);
    setReported(null);
    try {
      const record = Object.fromEntries(tested.map((name) => [name, draft.values[name]]));
      setReported(await rest<Reported>('/api/marketplace/test', { method: 'POST', body: { id, record } }));
    } catch (failure) {
      setReported({ success: false, message: failureText(failure) });
    } finally {
      setPending(false);
    }
  };
  const Sign = reported?.success ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.part}>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} aria-hidden />}
          loading={isPending}
          disabled={id === null}
          onClick={() => void test()}
        >
          {t('punchout.test.start')}
        </Button>
      </div>
      <p
        role="status"
        className={classes[reported === null ? 'quiet' : reported.success ? 'works' : 'failed']}
      >
        {reported === null ? null : <Sign size={16} stroke={1.8} className={classes.sign} aria-hidden />}
        {id === null ? t('punchout.test.save_first') : reported?.message}
      </p>
    </div>
  );
}
