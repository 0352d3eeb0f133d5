import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../platform/web/kit/Hint.tsx';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { type ExportTarget, targets } from '../../export-target/targets.ts';
import { sandboxesOptions } from './sandboxes.ts';

/** Shows that the system is a sandbox, so that nobody waits for a real booking. */
export function SandboxBadge({ system }: { readonly system: ExportTarget }): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(sandboxesOptions);
  if (!data?.includes(system)) return null;
  return (
    <Hint label={t('accounting_connection.sandbox_hint', { system: targets[system].system })}>
      <span>
        <MeaningBadge meaning="waiting">{t('accounting_connection.sandbox')}</MeaningBadge>
      </span>
    </Hint>
  );
}
