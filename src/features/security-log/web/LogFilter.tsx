import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { type SecurityKind, securityKinds } from '../model.ts';
import classes from './SecurityLog.module.css';

/** Common filters of tenant and installation logs. */
export interface EventFilter {
  readonly kind: SecurityKind | null;
  /** Both days are included. */
  readonly from: Day | null;
  readonly to: Day | null;
}

export interface LogFilterProps {
  readonly filter: EventFilter;
  readonly onChange: (changed: Partial<EventFilter>) => void;
  readonly onDownload: () => Promise<void>;
  /** Additional filters. */
  readonly children: ReactNode;
}

/** Filters of a security log, with download as CSV. */
export function LogFilter({ filter, onChange, onDownload, children }: LogFilterProps): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const { kind, from, to } = filter;
  const isBackwards = from !== null && to !== null && to < from;
  const download = (): Promise<boolean> => perform(() => onDownload());
  return (
    <section className={classes.filter} aria-label={t('security_log.filter')}>
      <NativeSelect
        className={classes.choice}
        label={t('security_log.column.kind')}
        value={kind ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ kind: securityKinds.find((one) => one === currentTarget.value) ?? null })
        }
        data={[
          { value: '', label: t('security_log.all_kinds') },
          ...securityKinds.map((one) => ({ value: one, label: t(`security_log.kind.${one}`) })),
        ]}
      />
      <div className={classes.choice}>{children}</div>
      <div className={classes.day}>
        <DayField label={t('security_log.from')} value={from} onChange={(day) => onChange({ from: day })} />
      </div>
      <div className={classes.day}>
        <DayField
          label={t('security_log.to')}
          value={to}
          error={isBackwards ? t('security_log.backwards') : null}
          onChange={(day) => onChange({ to: day })}
        />
      </div>
      <Button variant="default" loading={isPending} onClick={() => void download()}>
        {t('security_log.csv')}
      </Button>
    </section>
  );
}
