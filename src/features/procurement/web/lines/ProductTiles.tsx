import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineDraft } from '../draft/draft.ts';
import { lineOfProduct } from './line-of-product.ts';
import { ProductImage } from './ProductOption.tsx';
import classes from './ProductTiles.module.css';
import { type KnownProduct, useFavouriteMark, useKnownProducts } from './use-known-products.ts';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

export interface ProductTilesProps {
  /** Adds a line for the product. */
  readonly onAdd: (fill: (line: LineDraft) => LineDraft) => void;
}

/** The articles at hand for a request without lines, each with its picture: favourites, and the last ones (PROC-41). */
export function ProductTiles({ onAdd }: ProductTilesProps): ReactNode {
  const { t } = useTranslation();
  const decimals = useUnitPriceDecimals();
  const { favourites, recent } = useKnownProducts();
  const { toggle, isPending } = useFavouriteMark();
  const groups = [
    { label: t('procurement.favourites'), known: favourites },
    { label: t('procurement.last_requested'), known: recent },
  ].filter(({ known }) => known.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className={classes.groups}>
      {groups.map(({ label, known }) => (
        <section key={label} aria-label={label}>
          <h3 className={classes.label}>{label}</h3>
          <ul className={classes.tiles}>
            {known.map((each) => (
              <Tile
                key={each.product.id}
                known={each}
                isPending={isPending}
                onTake={() => onAdd((line) => lineOfProduct(line, each.product, decimals))}
                onToggle={() => toggle(each.product.id, each.favouriteId)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface TileProps {
  readonly known: KnownProduct;
  readonly isPending: boolean;
  readonly onTake: () => void;
  readonly onToggle: () => void;
}

function Tile({ known: { product, favouriteId }, isPending, onTake, onToggle }: TileProps): ReactNode {
  const { t } = useTranslation();
  const Star = favouriteId === null ? IconStar : IconStarFilled;
  return (
    <li className={classes.tile}>
      <button type="button" className={classes.take} onClick={onTake}>
        <ProductImage id={product.image_file_id} />
        <span className={classes.text}>
          <span className={classes.name}>{product.name}</span>
          <span className={classes.origin}>{product.supplier?.name ?? product.item_number}</span>
        </span>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-pressed={favouriteId !== null}
        aria-label={t('procurement.favourite_of', { name: product.name })}
        disabled={isPending}
        onClick={onToggle}
      >
        <Star size={14} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}
