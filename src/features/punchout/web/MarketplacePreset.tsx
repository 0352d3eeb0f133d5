import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { type MarketplaceProvider, marketplacePresets } from '../../master-data/marketplace-presets.ts';
import classes from './Marketplace.module.css';

/** Known settings of a shop, and what an administrator must ask the shop for (PUN-02). */
export function MarketplacePreset({ draft }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const preset = marketplacePresets[draft.values.provider as MarketplaceProvider];
  if (!preset) return null;
  const known = preset.protocols.length === 0 ? 'none' : preset.protocols.join('_');
  return (
    <div className="stack">
      <p>{t(`punchout.known.${known}`)}</p>
      <p className="quiet">{t('punchout.ask_title')}</p>
      <ul className={classes.asks}>
        {preset.asks.map((ask) => (
          <li key={ask}>{t(`punchout.ask.${ask}`)}</li>
        ))}
      </ul>
    </div>
  );
}
