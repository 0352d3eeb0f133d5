import { IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StoredImage } from '../../../../entity/web/inputs/StoredImage.tsx';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { Product } from '../lookups.ts';
import classes from './ProductSearch.module.css';

/** A product option with image, name, supplier and price. */
export function ProductOption({ product }: { readonly product: Product }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const origin = [product.item_number, product.supplier?.name].filter(Boolean).join(', ');
  return (
    <span className={classes.product}>
      <ProductImage id={product.image_file_id} />
      <span className={classes.text}>
        <span className={classes.name}>{product.name}</span>
        <span className={classes.origin}>{origin}</span>
      </span>
      <span className={classes.price}>
        {seesPrices ? <Amount value={product.price_netto} /> : null}
        <span className={classes.origin}>
          {product.price_unit === null
            ? product.unit
            : t('procurement.per', {
                quantity: `${format.quantity(product.price_unit)} ${product.unit ?? ''}`,
              })}
        </span>
      </span>
    </span>
  );
}

/** The uploaded image. External image URLs are not shown, as pages load nothing from other hosts (TECH-11). */
export function ProductImage({ id }: { readonly id: string | null }): ReactNode {
  if (id !== null) return <StoredImage id={id} label="" className={classes.image} />;
  return (
    <span className={classes.image} aria-hidden>
      <IconPackage size={16} stroke={1.6} />
    </span>
  );
}
