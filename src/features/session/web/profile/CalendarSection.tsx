import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { CopyButton } from '../../../../platform/web/kit/CopyButton.tsx';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { SearchSelect, type SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useSession } from '../../../../platform/web/session.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useSaving } from '../use-saving.ts';
import {
  type ContractCalendar,
  calendarOptions,
  endCalendar,
  type NewCalendar,
  renewCalendar,
} from './calendar-data.ts';
import { ProfileSection } from './ProfileSection.tsx';

/** The person's subscribed calendar of contracts (CON-30). */
export function CalendarSection(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const { data, error, refetch } = useQuery(calendarOptions(session?.userId ?? 0));
  const { isPending, save } = useSaving();
  const [made, setMade] = useState<NewCalendar | null>(null);
  const renew = async (message: string): Promise<void> => {
    await save(async () => setMade(await renewCalendar(data?.created_at ?? null)), message);
  };
  const end = async (): Promise<void> => {
    await save(endCalendar, t('profile.calendar.switched_off'));
  };
  return (
    <ProfileSection title={t('profile.calendar.title')} hint={t('profile.calendar.hint')}>
      {error !== null && data === undefined ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={48} />
      ) : data === null ? (
        <div className="buttons">
          <Button
            variant="default"
            loading={isPending}
            onClick={() => void renew(t('profile.calendar.switched_on'))}
          >
            {t('profile.calendar.switch_on')}
          </Button>
        </div>
      ) : (
        <>
          {made?.created_at === data.created_at ? <NewAddress address={made.url} /> : null}
          <CalendarState calendar={data} />
          <div className="buttons">
            <AskingButton
              step="renew"
              isPending={isPending}
              onConfirm={() => renew(t('profile.calendar.renewed'))}
            />
            <AskingButton step="switch_off" isPending={isPending} onConfirm={end} />
          </div>
        </>
      )}
    </ProfileSection>
  );
}

/** Days before an event on which calendar programs can alarm (CON-30). */
const alarmDays = [1, 3, 7, 14] as const;

/** The address is shown only once; with alarms it has a parameter for them. */
function NewAddress({ address: plain }: { readonly address: string }): ReactNode {
  const { t } = useTranslation();
  const [alarm, setAlarm] = useState<SelectOption<string> | null>(null);
  const alarms = alarmDays.map((days) => ({
    id: String(days),
    name: t('profile.calendar.alarm_days', { count: days }),
  }));
  const address = alarm === null ? plain : `${plain}?alarm=${alarm.id}`;
  return (
    <>
      <SearchSelect label={t('profile.calendar.alarm')} value={alarm} options={alarms} onChange={setAlarm} />
      <TextInput
        label={t('profile.calendar.address')}
        description={t('profile.calendar.once')}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="buttons">
        <CopyButton
          text={address}
          label={t('profile.calendar.copy')}
          doneLabel={t('profile.calendar.copied')}
        />
      </div>
    </>
  );
}

function CalendarState({ calendar }: { readonly calendar: ContractCalendar }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { created_at, read_at } = calendar;
  return (
    <p className="quiet">
      {t('profile.calendar.made', { time: format.instant(created_at) })}
      {' · '}
      {read_at === null
        ? t('profile.calendar.never_read')
        : t('profile.calendar.last_read', { time: format.instant(read_at) })}
    </p>
  );
}

interface AskingButtonProps {
  readonly step: 'renew' | 'switch_off';
  readonly isPending: boolean;
  readonly onConfirm: () => Promise<void>;
}

/** A button that asks for confirmation, since the step makes the present address useless. */
function AskingButton({ step, isPending, onConfirm }: AskingButtonProps): ReactNode {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    await onConfirm();
    setAsking(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(`profile.calendar.${step}`)}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t(`profile.calendar.${step}_title`)}
        actionLabel={t(`profile.calendar.${step}`)}
        isDestructive={step === 'switch_off'}
        isPending={isPending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        {t(`profile.calendar.${step}_text`)}
      </ConfirmDialog>
    </>
  );
}
