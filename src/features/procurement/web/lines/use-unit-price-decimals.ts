import { decimalPlaces } from '../../../../platform/constants.ts';
import { useProfile } from '../../../../platform/web/profile.ts';

/** The tenant's decimals for computed net and gross unit prices (PRICE-02). */
export function useUnitPriceDecimals(): number {
  return useProfile()?.decimals ?? decimalPlaces.default;
}
