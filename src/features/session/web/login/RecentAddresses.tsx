import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../../../platform/web/kit/PersonAvatar.tsx';
import { type RecentAddress, withoutRecentAddress } from '../../recent-addresses.ts';
import { readRecentAddresses, storeRecentAddresses } from './login-storage.ts';
import classes from './RecentAddresses.module.css';

/** Addresses that logged in from this browser, to choose or remove (AUTH-02). */
export function RecentAddresses({
  onChoose,
}: {
  readonly onChoose: (address: RecentAddress) => void;
}): ReactNode {
  const { t } = useTranslation();
  const [list, setList] = useState(readRecentAddresses);
  const keep = (addresses: readonly RecentAddress[]): void => {
    storeRecentAddresses(addresses);
    setList(addresses);
  };
  if (list.length === 0) return <p className={classes.none}>{t('login.recent_none')}</p>;
  return (
    <section aria-label={t('login.recent')}>
      <header className={classes.head}>
        <h2>{t('login.recent')}</h2>
        <button type="button" className={classes.removeAll} onClick={() => keep([])}>
          {t('login.recent_remove_all')}
        </button>
      </header>
      <ul>
        {list.map((address) => (
          <li key={`${address.tenant} ${address.email}`} className={classes.row}>
            <button type="button" className={classes.choose} onClick={() => onChoose(address)}>
              <PersonAvatar name={address.email} />
              <span className={classes.text}>
                <span className={classes.email}>{address.email}</span>
                <span className={classes.tenant}>{address.tenant}</span>
              </span>
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('login.recent_remove', { email: address.email })}
              onClick={() => keep(withoutRecentAddress(list, address))}
            >
              <IconX size={14} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
