import { decimalPlaces } from '../../../../platform/constants.ts';
import { useProfile } from '../../../../platform/web/profile.ts';

/** To how many places the tenant couples net and gross unit prices (PRICE-02). */
export function useUnitPriceDecimals(): number {
  return useProfile()?.decimals ?? decimalPlaces.default;
}
