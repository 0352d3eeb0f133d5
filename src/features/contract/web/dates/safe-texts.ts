import { useTranslation } from 'react-i18next';
import { type Day, daysBetween } from '../../../../base/day.ts';
import { isZero } from '../../../../base/money.ts';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type Sending, safeDays, safeText } from '../../safe-days.ts';
import type { Stake } from '../../stake.ts';

export interface SafeTexts {
  /** "Brief bis 27.11.2026, E-Mail bis 30.11.2026" for a deadline. */
  readonly until: (deadline: Day, sending: Sending | null, today: Day) => string;
  /** "Einen Tag später: Ende 31.12.2027 statt 31.12.2026, 11.934,00 € mehr". */
  readonly stake: (stake: Stake, currency: string) => string;
  /** The same for a notice that arrives after the deadline. */
  readonly missed: (stake: Stake, currency: string, deadline: Day, received: Day) => string;
}

/** The last safe days and the loss as text (CON-32); amounts only for people who see prices. */
export function useSafeTexts(): SafeTexts {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const shown = (day: Day | null): string => (day === null ? '' : format.day(day));
  const loss = ({ end, laterEnd, net }: Stake, currency: string): string => {
    const days = t('overview.safe.loss', { end: shown(end), later: shown(laterEnd) });
    if (!seesPrices || net === null || isZero(net)) return days;
    const amount = format.amount(net, { currency, decimals: 2 });
    return `${days}, ${t('overview.safe.more', { amount })}`;
  };
  return {
    until: (deadline, sending, today) => {
      const { key, letter, email } = safeText(safeDays(deadline, sending), today);
      return t(`overview.safe.${key}`, { letter: shown(letter), email: shown(email) });
    },
    stake: (stake, currency) => t('overview.safe.day_later', { loss: loss(stake, currency) }),
    missed: (stake, currency, deadline, received) =>
      t('overview.safe.missed', {
        count: daysBetween(deadline, received),
        deadline: shown(deadline),
        loss: loss(stake, currency),
      }),
  };
}
