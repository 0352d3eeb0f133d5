import { Button, Checkbox, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useSession } from '../../../../platform/web/session.ts';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import { useDayName, week } from '../../../../platform/web/use-day-name.ts';
import { type PushChoice, pushKinds } from '../../../push/push.ts';
import { endNotices, noticesOptions, saveNotices, usualChoice } from './notice-data.ts';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';

/** What this device shows even while Kontor is closed, and when (MOB-03). */
export function NoticeSection(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const { data, error, refetch } = useQuery(noticesOptions(session?.userId ?? 0));
  const { isPending, perform } = useAction();
  const [isRefused, setRefused] = useState(false);
  const set = (choice: PushChoice, message?: string): void =>
    void perform(async () => {
      const isGranted = await saveNotices(choice);
      setRefused(!isGranted);
      if (isGranted) toastSaved(message);
    });
  const end = (): void =>
    void perform(async () => {
      await endNotices();
      toastSaved(t('push.switched_off'));
    });
  return (
    <ProfileSection title={t('push.title')} hint={t('push.hint')}>
      {error !== null && data === undefined ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={48} />
      ) : data === null ? (
        <p className="quiet">{t('push.unsupported')}</p>
      ) : data.isDenied || isRefused ? (
        <p className="quiet">{t('push.denied')}</p>
      ) : (
        <>
          {data.choice === null ? null : <Choice choice={data.choice} disabled={isPending} onChange={set} />}
          <div className="buttons">
            {data.choice === null ? (
              <Button
                variant="default"
                loading={isPending}
                onClick={() => set(usualChoice(), t('push.switched_on'))}
              >
                {t('push.switch_on')}
              </Button>
            ) : (
              <Button variant="default" loading={isPending} onClick={end}>
                {t('push.switch_off')}
              </Button>
            )}
          </div>
        </>
      )}
    </ProfileSection>
  );
}

interface ChoiceProps {
  readonly choice: PushChoice;
  readonly disabled: boolean;
  readonly onChange: (choice: PushChoice) => void;
}

/** Kinds, hours and days; every change is saved at once. */
function Choice({ choice, disabled, onChange }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  const { kinds, hours } = choice;
  const { days } = hours;
  const dayName = useDayName();
  const hourSelect = (end: 'from' | 'to', first: number): ReactNode => (
    <NativeSelect
      label={end === 'from' ? t('push.from') : t('push.to')}
      value={hours[end]}
      disabled={disabled}
      onChange={({ currentTarget: { value } }) =>
        onChange({ kinds, hours: { ...hours, [end]: Number(value) } })
      }
      data={Array.from({ length: 24 }, (_, place) => first + place)
        .filter((hour) => hour !== hours[end === 'from' ? 'to' : 'from'])
        .map((hour) => ({ value: String(hour), label: t('push.hour', { hour }) }))}
    />
  );
  return (
    <div className={classes.fields}>
      <Checkbox.Group
        className={classes.wide}
        label={t('push.kinds')}
        value={[...kinds]}
        onChange={(chosen) => onChange({ hours, kinds: pushKinds.filter((kind) => chosen.includes(kind)) })}
      >
        {pushKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`push.kind.${kind}`)} disabled={disabled} mt={8} />
        ))}
      </Checkbox.Group>
      {hourSelect('from', 0)}
      {hourSelect('to', 1)}
      <Checkbox.Group
        className={classes.wide}
        label={t('push.days')}
        description={t('push.zone', { zone: hours.zone })}
        value={days.map(String)}
        onChange={(chosen) => {
          if (chosen.length > 0)
            onChange({ kinds, hours: { ...hours, days: chosen.map(Number).toSorted() } });
        }}
      >
        <div className="buttons">
          {week.map((day) => (
            <Checkbox key={day} value={String(day)} label={dayName(day)} disabled={disabled} mt={8} />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}
