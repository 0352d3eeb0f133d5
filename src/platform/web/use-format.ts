import { useEffect, useMemo, useState } from 'react';
import { decimalPlaces, defaultTimeZone } from '../constants.ts';
import { type Format, formatOf } from './format.ts';
import { useLanguage } from './i18n.ts';
import { useProfile } from './profile.ts';
import { serverNow } from './server-clock.ts';

/** Formats values for the person's language and tenant (I18N-05). */
export function useFormat(): Format {
  const language = useLanguage();
  const profile = useProfile();
  const decimals = profile?.decimals ?? decimalPlaces.default;
  const timeZone = profile?.timeZone ?? defaultTimeZone;
  return useMemo(() => formatOf(language, decimals, timeZone), [language, decimals, timeZone]);
}

/** The time of the server, updated every minute, so that days and ages stay correct on an open page. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
