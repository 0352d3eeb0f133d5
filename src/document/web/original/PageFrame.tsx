import { type CSSProperties, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Original.module.css';

/** The page number, from 1. */
export const pageAttribute = 'data-page';

/** The values marked on the pages. */
export interface ShownPlaces {
  readonly values: readonly PlacedValue[];
  /** The value of the focused field, with its label. */
  readonly focused: { readonly value: PlacedValue; readonly label: string } | null;
}

export interface PageFrameProps {
  readonly number: number;
  readonly count: number;
  /** In screen pixels. */
  readonly width: number;
  readonly height: number;
  /** The zoom factor. */
  readonly zoom: number;
  readonly places: ShownPlaces;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children?: ReactNode;
}

/** A page with the places of its values. */
export function PageFrame({
  number,
  count,
  width,
  height,
  zoom,
  places,
  ref,
  children,
}: PageFrameProps): ReactNode {
  const { t } = useTranslation();
  const onPage = places.values.filter(({ page }) => page === number);
  const focused = places.focused?.value.page === number ? places.focused : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page is not a group of fields.
    <div
      ref={ref}
      role="group"
      aria-label={t('document.original.page', { number, count })}
      className={classes.page}
      {...{ [pageAttribute]: number }}
      style={{ width, height, '--total-scale-factor': (zoom * 96) / 72 } as CSSProperties}
    >
      {children}
      <div className={classes.places} aria-hidden>
        {onPage.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places have no other identity.
          <span key={index} className={classes.place} style={boxStyle(value)} />
        ))}
        {focused === null ? null : <FocusedPlace {...focused} />}
      </div>
    </div>
  );
}

function boxStyle({ box: [left, top, right, bottom] }: PlacedValue) {
  return {
    left: `${left * 100}%`,
    top: `${top * 100}%`,
    width: `${(right - left) * 100}%`,
    height: `${(bottom - top) * 100}%`,
  };
}

/** The focused place, scrolled into view. */
function FocusedPlace({ value, label }: { readonly value: PlacedValue; readonly label: string }): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const { page, box } = value;
  const where = [page, ...box].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every other place.
  useEffect(() => {
    if (place.current) bringIntoView(place.current);
  }, [where]);
  return (
    <span ref={place} className={classes.focused} data-sure={value.sure} style={boxStyle(value)}>
      <span className={classes.tag} data-below={box[1] < 0.04} data-left={box[0] > 0.6}>
        {label}
      </span>
    </span>
  );
}

/** Scrolls the original only, so that the form does not move. */
function bringIntoView(place: HTMLElement): void {
  const view = place.closest<HTMLElement>(`.${classes.view}`);
  if (view === null) return;
  const frame = view.getBoundingClientRect();
  const box = place.getBoundingClientRect();
  const isSeen =
    box.top >= frame.top + 32 &&
    box.bottom <= frame.bottom - 8 &&
    box.left >= frame.left &&
    box.right <= frame.right;
  if (isSeen) return;
  view.scrollBy({
    top: box.top - frame.top - frame.height / 3,
    left: box.left < frame.left || box.right > frame.right ? box.left - frame.left - 24 : 0,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  });
}

/** Left, top, right and bottom as fractions of the page, from its upper left corner. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A value read from an original, with its place. */
interface PlacedValue {
  /** Another source confirms it. */
  readonly sure: boolean;
  /** Counted from 1. */
  readonly page: number;
  readonly box: Box;
}
