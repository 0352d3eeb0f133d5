import type { ReactNode } from 'react';
import type { Area, Place } from '../../sheet/area.ts';
import { boxOf, boxOfCell, isFrozen, type Layout } from './grid-layout.ts';
import classes from './SheetGrid.module.css';

export interface GridMarksProps {
  readonly layout: Layout;
  readonly area: Area;
  readonly active: Place;
  /** The area that a fill would cover if the pointer were released now. */
  readonly filling: Area | null;
}

/**
 * The frames above the cells: selection, active cell, fill area, and the fill handle. Parts inside the frozen column
 * do not scroll.
 */
export function GridMarks(props: GridMarksProps): ReactNode {
  const { layout, area, filling } = props;
  const isInFrozen = isFrozen(area.left) || (filling !== null && isFrozen(filling.left));
  return (
    <>
      <Frames {...props} />
      {isInFrozen ? (
        <div className={classes.frozenMarks}>
          {/* The handle at the edge must not be clipped. */}
          <div
            className={classes.frozenClip}
            style={{ width: layout.frozen + (isFrozen(area.right) ? 5 : 0) }}
          >
            <Frames {...props} />
          </div>
        </div>
      ) : null}
    </>
  );
}

function Frames({ layout, area, active, filling }: GridMarksProps): ReactNode {
  const areaBox = boxOf(layout, area);
  return (
    <>
      <div className={classes.area} style={areaBox} />
      <div className={classes.active} style={boxOfCell(layout, active)} />
      {filling ? <div className={classes.filling} style={boxOf(layout, filling)} /> : null}
      <div
        data-part="fill"
        className={classes.handle}
        style={{ top: areaBox.top + areaBox.height, left: areaBox.left + areaBox.width }}
      />
    </>
  );
}
